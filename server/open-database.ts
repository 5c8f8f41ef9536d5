import { CannotStart } from './cannot-start.ts'
import type { Config, Mode } from './config.ts'
import { connect, type Database, migrate, seed } from './database/index.ts'

/** Opens the database that the configuration names, brings it up to date and checks that it is of this mode. */
export async function openDatabase(config: Config): Promise<Database> {
  const { databaseUrl, dataDir, databasePool: pool, mode } = config
  const db = await connect({ databaseUrl, dataDir, pool })
  try {
    await migrate(db)
    await holdMode(db, mode)
    await seed(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The mode is written at the first start. Simulated money and real money never share a database. */
export async function holdMode(db: Database, mode: Mode): Promise<void> {
  const row = { name: 'mode', value: mode }
  await db.q
    .insertInto('facts')
    .values(row)
    .onConflict((it) => it.doNothing())
    .execute()
  const { value } = await db.q
    .selectFrom('facts')
    .where('name', '=', 'mode')
    .select('value')
    .executeTakeFirstOrThrow()
  if (value !== mode) {
    throw new CannotStart(
      `This database belongs to MODE=${value}, and MODE is ${mode}: use another database, or set MODE=${value}.`,
    )
  }
}
