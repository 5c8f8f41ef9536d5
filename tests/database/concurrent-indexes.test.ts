import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createIndexes } from '../../server/database/index.ts'
import { createTestDatabase, poolerUrl, postgresUrl, type TestDatabase } from '../support/database.ts'

const index = 'payments_with_card_signature_idx'

test('indexes that are missing are created once', async () => {
  const database = await openDatabase()
  await createIndexes(database.db)
  const first = await readIndex(database)
  expect(first).toMatchObject({ isValid: true })
  await createIndexes(database.db)
  expect(await readIndex(database)).toEqual(first)
})

describe.runIf(postgresUrl && !poolerUrl)('an index and other processes (needs PostgreSQL)', () => {
  test('others write to a table while its index is created', async () => {
    const database = await openDatabase()
    const session = new pg.Client({ connectionString: database.url! })
    await session.connect()
    onTestFinished(() => session.end())
    await session.query('begin')
    await session.query('update payments set due_at = due_at where false')

    const creating = createIndexes(database.db)
    await vi.waitUntil(() => isBeingCreated(database), { timeout: 20_000 })
    await sql`update payments set due_at = due_at where false`.execute(database.db.q)
    expect(await readIndex(database)).toMatchObject({ isValid: false })

    await session.query('commit')
    await creating
    expect(await readIndex(database)).toMatchObject({ isValid: true })
  }, 60_000)

  test('an index that a failed run left incomplete is created again', async () => {
    const database = await openDatabase()
    await createIndexes(database.db)
    const incomplete = await readIndex(database)
    await sql`update pg_index set indisvalid = false where indexrelid = to_regclass(${index})`.execute(
      database.db.q,
    )

    await createIndexes(database.db)

    const created = await readIndex(database)
    expect(created?.isValid).toBe(true)
    expect(created?.id).not.toBe(incomplete?.id)
  })
})

async function openDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  return database
}

async function readIndex({ db }: TestDatabase): Promise<{ id: number; isValid: boolean } | undefined> {
  const { rows } = await sql<{ id: number; isValid: boolean }>`
    select indexrelid::int as id, indisvalid as "isValid" from pg_index
    where indexrelid = to_regclass(${index})`.execute(db.q)
  return rows[0]
}

async function isBeingCreated({ db }: TestDatabase): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_progress_create_index
    where datname = current_database() and index_relid = to_regclass(${index})`.execute(db.q)
  return rows.length > 0
}
