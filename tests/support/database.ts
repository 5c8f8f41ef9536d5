import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { connect, type Database, migrate, seed } from '../../server/database/index.ts'
import { readDatabaseDump, schemaHash } from './embedded-database.ts'
import { openReusedDatabase, type ReusedDatabase } from './reused-database.ts'

/** The PostgreSQL server of the test run; null for a run on the embedded database. */
export const postgresUrl = process.env.TEST_DATABASE_URL ?? null
/** A connection pooler for that server: the application uses it, the preparation of databases does not. */
export const poolerUrl = process.env.TEST_POOLER_URL ?? null

let databaseDump: Promise<Blob> | undefined
let templateName: Promise<string> | undefined

export interface TestDatabase {
  db: Database
  /**
   * Opens a copy of all committed data, as in a backup. Nothing may be in progress, and on PostgreSQL every connection
   * must be closed.
   */
  copy(): Promise<TestDatabase>
  /** URL for a second connection; null on the embedded database. */
  url: string | null
  drop(): Promise<void>
}

/** Creates a migrated and seeded database: a copy in memory, or on PostgreSQL a copy of a template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return postgresUrl ? createOnPostgres(postgresUrl) : createEmbedded()
}

async function createEmbedded(): Promise<TestDatabase> {
  databaseDump ??= readDatabaseDump()
  return asTestDatabase(await openReusedDatabase(await databaseDump))
}

const asTestDatabase = ({ db, copy, release }: ReusedDatabase): TestDatabase => ({
  db,
  url: null,
  copy: async () => asTestDatabase(await copy()),
  drop: release,
})

async function createOnPostgres(server: string): Promise<TestDatabase> {
  templateName ??= ensureTemplate(server)
  return copyTemplate(server, await templateName)
}

async function copyTemplate(server: string, original: string): Promise<TestDatabase> {
  const name = `sanwo_test_${randomBytes(6).toString('hex')}`
  await runStatements(
    server,
    `create database ${name} template ${original}`,
    // A statement that needs a custom plan fails at its first use, not at its sixth.
    `alter database ${name} set plan_cache_mode = force_generic_plan`,
  )
  const url = withDatabaseName(poolerUrl ?? server, name)
  const db = await connect({ databaseUrl: url, dataDir: null })
  return {
    db,
    url,
    copy: async () => {
      // PgBouncer keeps connections open, and PostgreSQL cannot copy a database with open connections.
      if (poolerUrl) await runStatements(server, terminateConnectionsSql(name))
      return copyTemplate(server, name)
    },
    drop: async () => {
      await db.close()
      await runStatements(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** One prepared database on the server for all test runs, rebuilt when the schema or its data changes. */
async function ensureTemplate(server: string): Promise<string> {
  const name = `sanwo_template_${await schemaHash()}`
  const temporaryName = `sanwo_making_${randomBytes(6).toString('hex')}`
  if ((await runStatements(server, `select 1 from pg_database where datname = '${name}'`)) > 0) return name
  await runStatements(server, `create database ${temporaryName}`)
  const db = await connect({ databaseUrl: withDatabaseName(server, temporaryName), dataDir: null })
  await migrate(db)
  await seed(db)
  await db.close()
  try {
    await runStatements(server, `alter database ${temporaryName} rename to ${name}`)
  } catch {
    // Another test file created the same template first.
    await runStatements(server, `drop database ${temporaryName}`)
  }
  return name
}

const withDatabaseName = (server: string, name: string) =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href

const terminateConnectionsSql = (name: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`

/** @returns how many rows the last statement returned or changed */
async function runStatements(server: string, ...statements: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    let count = 0
    for (const statement of statements) count = (await client.query(statement)).rowCount ?? 0
    return count
  } finally {
    await client.end()
  }
}
