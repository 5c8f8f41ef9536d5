import { randomBytes } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connect, type Database } from '../../server/database/index.ts'
import { postgresUrl } from '../support/database.ts'
import { lastScanningMigration, readMigrations } from '../support/migrations.ts'

/** Locks that stop the writes of other transactions; the last one also stops their reads. */
const lockModes = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

test('no migration reads or rewrites a whole table while it stops the writes of others', async () => {
  const db = await openEmptyDatabase()
  const scanned: Record<string, string[]> = {}
  const inspect = (name: string, migration: Migration): Migration => ({
    async up(tx) {
      const before = await readTables(tx)
      await migration.up(tx)
      const tables = scannedTables(before, await readTables(tx))
      if (tables.length > 0) scanned[name] = tables
    },
  })
  const migrations = Object.fromEntries(
    Object.entries(await readMigrations()).map(([name, migration]) => [
      name,
      name > lastScanningMigration ? inspect(name, migration) : migration,
    ]),
  )
  const migrator = new Migrator({
    db: db.q,
    provider: { getMigrations: async () => migrations },
    // 0026 creates the table of Kysely's default name.
    migrationTableName: 'schema_migrations',
  })
  await throwError(migrator.migrateTo(lastScanningMigration))
  const later = Object.keys(migrations).filter((name) => name > lastScanningMigration)
  // Each in a transaction of its own, as the application does.
  for (const _ of later) await throwError(migrator.migrateUp())
  expect(later.length).toBeGreaterThan(5)
  expect(scanned).toEqual({})
}, 120_000)

test('a migration that adds a checked constraint, an index or a new type is found', async () => {
  const db = await openEmptyDatabase()
  await sql`create table rows (id int, name text)`.execute(db.q)
  const find = (statement: string) =>
    db.q.transaction().execute(async (tx) => {
      const before = await readTables(tx)
      await sql.raw(statement).execute(tx)
      return scannedTables(before, await readTables(tx))
    })
  for (const statement of [
    'create index on rows (name)',
    'alter table rows add constraint rows_id_check check (id > 0)',
    'alter table rows alter column id set not null',
    'alter table rows alter column id type bigint',
  ])
    expect(await find(statement), statement).toEqual(['rows'])
  for (const statement of [
    `alter table rows add column note text not null default ''`,
    'alter table rows add constraint rows_name_check check (name is not null) not valid',
    'alter table rows validate constraint rows_name_check',
    `update rows set note = 'x'`,
  ])
    expect(await find(statement), statement).toEqual([])
})

async function throwError(results: Promise<MigrationResultSet>): Promise<void> {
  const { error } = await results
  if (error) throw error
}

interface TableUse {
  readonly id: string
  readonly name: string
  /** Another one after the table was rewritten. */
  readonly file: string
  readonly scans: number
  readonly isLocked: boolean
}

/** The tables, and what this transaction has done to them. */
async function readTables(tx: QueryExecutorProvider): Promise<TableUse[]> {
  const { rows } = await sql<TableUse>`
    select c.oid::text as id, c.relname as name, c.relfilenode::text as file,
      pg_stat_get_xact_numscans(c.oid)::int as scans,
      exists (select from pg_locks where relation = c.oid and pid = pg_backend_pid()
        and mode = any (${lockModes})) as "isLocked"
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`.execute(
    tx,
  )
  return rows
}

/** Tables from before the migration that it locks and reads as a whole. The size of the table does not matter here. */
const scannedTables = (before: readonly TableUse[], after: readonly TableUse[]): string[] =>
  after.flatMap(({ id, name, file, scans, isLocked }) => {
    const earlier = before.find((table) => table.id === id)
    const isScanned = earlier && (scans > earlier.scans || file !== earlier.file)
    return isScanned && isLocked ? [name] : []
  })

async function openEmptyDatabase(): Promise<Database> {
  if (!postgresUrl) {
    const embedded = await connect({ databaseUrl: null, dataDir: null })
    onTestFinished(() => embedded.close())
    return embedded
  }
  const name = `sanwo_scans_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  const url = Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href
  const db = await connect({ databaseUrl: url, dataDir: null })
  onTestFinished(async () => {
    await db.close()
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  })
  return db
}
