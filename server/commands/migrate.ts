import { readConfig } from '../config.ts'
import { connect, type Database, type MigrationResult, migrate } from '../database/index.ts'
import { errorSentence, StartupError } from '../startup-error.ts'

/** `npm run migrate`: brings the database up to date and prints one sentence. Exit code 1 if it is not. */
try {
  const { databaseUrl, dataDir } = readConfig()
  const db = await connect({ databaseUrl, dataDir })
  const result = await migrateAndClose(db)
  process.stdout.write(`${sentenceOf(result)}\n`)
} catch (error) {
  process.stderr.write(`${errorSentence(error)}\n`)
  process.exitCode = 1
}

async function migrateAndClose(db: Database): Promise<MigrationResult> {
  try {
    return await migrate(db)
  } finally {
    await db.close()
  }
}

/** @throws StartupError if the database is newer than this release */
function sentenceOf(result: MigrationResult): string {
  if (result.isNewer)
    throw new StartupError('The database belongs to a newer release: run the migrations of that release.')
  const { length } = result.applied
  if (length === 0) return 'The database is up to date: nothing to migrate.'
  return `The database is up to date: ${length} ${length === 1 ? 'migration' : 'migrations'} applied.`
}
