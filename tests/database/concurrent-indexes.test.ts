import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../../server/database/index.ts'
import { createTestDatabase, poolerUrl, postgresUrl, type TestDatabase } from '../support/database.ts'

const index = 'payments_with_card_signature_idx'

test('a start creates an index that is missing', async () => {
  const database = await openDatabase()
  await sql`drop index ${sql.ref(index)}`.execute(database.db.q)

  await migrate(database.db)

  expect(await isValid(database)).toBe(true)
})

// The embedded database is one process: no other transaction runs, and none ends in the middle.
describe.runIf(postgresUrl && !poolerUrl)('indexes on PostgreSQL', () => {
  test('others write to a table while its index is created', async () => {
    const database = await openDatabase()
    await sql`drop index ${sql.ref(index)}`.execute(database.db.q)
    const session = new pg.Client({ connectionString: database.url! })
    await session.connect()
    onTestFinished(() => session.end())
    await session.query('begin')
    await session.query('update payments set due_at = due_at where false')

    const migrating = migrate(database.db)
    await vi.waitUntil(() => isBeingCreated(database), { timeout: 20_000 })
    await sql`update payments set due_at = due_at where false`.execute(database.db.q)
    // A second process does not wait for the first one.
    await migrate(database.db)
    expect(await isValid(database)).toBe(false)

    await session.query('commit')
    await migrating
    expect(await isValid(database)).toBe(true)
  }, 60_000)

  test('an index that an ended process left incomplete is created again', async () => {
    const database = await openDatabase()
    await sql`update pg_index set indisvalid = false where indexrelid = to_regclass(${index})`.execute(
      database.db.q,
    )

    await migrate(database.db)

    expect(await isValid(database)).toBe(true)
  })
})

async function openDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  return database
}

async function isValid({ db }: TestDatabase): Promise<boolean | undefined> {
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(${index})`.execute(db.q)
  return rows[0]?.indisvalid
}

async function isBeingCreated({ db }: TestDatabase): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_progress_create_index
    where datname = current_database() and index_relid = to_regclass(${index})`.execute(db.q)
  return rows.length > 0
}
