import type { Config, Mode } from './config.ts'
import { connect, type Database, migrate, seed } from './database/index.ts'
import { StartupError } from './startup-error.ts'

/** Opens the configured database, migrates and seeds it, and checks that it belongs to this mode. */
export async function openDatabase(config: Config): Promise<Database> {
  const { databaseUrl, dataDir, databasePool: pool, mode } = config
  const db = await connect({ databaseUrl, dataDir, pool })
  try {
    await migrate(db)
    await assertMode(db, mode)
    await seed(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Stores the mode at the first start. Simulated and real money never share a database. @throws StartupError */
export async function assertMode(db: Database, mode: Mode): Promise<void> {
  const row = { name: 'mode', value: mode }
  await db.q
    .insertInto('app_metadata')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db.q
    .selectFrom('app_metadata')
    .where('name', '=', 'mode')
    .select('value')
    .executeTakeFirstOrThrow()
  if (value !== mode) {
    throw new StartupError(
      `This database belongs to MODE=${value}, and MODE is ${mode}: use another database, or set MODE=${value}.`,
    )
  }
}
