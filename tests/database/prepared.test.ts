import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, postgres, type TestDatabase } from '../support/database.ts'

/** Only PostgreSQL prepares statements by name; the embedded database runs the same stories without. */
let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

const write = (value: string) => database.db.q.insertInto('facts').values({ name: 'town', value }).execute()
const read = () =>
  database.db.q.selectFrom('states').selectAll().where('code', '=', 'NG-LA').executeTakeFirst()
/** What is read once is named the second time, and again on every connection. */
const warm = () => Promise.all(Array.from({ length: 40 }, read))

const named = () =>
  database.db.inTransaction(async (tx) => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      tx,
    )
    return rows.map(({ statement }) => statement)
  })

test.runIf(postgres)(
  'a statement that comes again is prepared; one that searches by state or time is not',
  async () => {
    const search = () =>
      database.db.q.selectFrom('orders').select('id').where('state', '=', 'quoted').limit(1).execute()
    for (let times = 0; times < 30; times++) {
      await read()
      await search()
    }
    const statements = await named()
    expect(statements.some((it) => it.includes('from "states"'))).toBe(true)
    expect(statements.some((it) => it.includes('from "orders"'))).toBe(false)
  },
)

test('a table that gets a column under a running process costs nobody an answer', async () => {
  await warm()
  await sql`alter table states add column area text`.execute(database.db.q)
  const rows = await Promise.all(Array.from({ length: 40 }, read))
  expect(rows).toHaveLength(40)
  expect(rows[0]).toMatchObject({ code: 'NG-LA', area: null })
})

test('a transaction that met the new column is done once more, whole', async () => {
  await warm()
  await sql`alter table states add column area text`.execute(database.db.q)
  let runs = 0
  const found = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      database.db.inTransaction(async (tx) => {
        runs += 1
        await tx
          .insertInto('facts')
          .values({ name: `run ${at}`, value: 'x' })
          .execute()
        return tx.selectFrom('states').selectAll().where('code', '=', 'NG-LA').executeTakeFirstOrThrow()
      }),
    ),
  )
  expect(found).toHaveLength(8)
  const facts = await database.db.q
    .selectFrom('facts')
    .select('name')
    .where('name', 'like', 'run %')
    .execute()
  expect(facts).toHaveLength(8)
  expect(runs).toBeLessThanOrEqual(16)
})

test('one failing statement leaves the prepared ones good', async () => {
  await warm()
  await write('Ibadan')
  await expect(write('Jos')).rejects.toThrow(/facts_pkey|duplicate/)
  expect(await read()).toMatchObject({ code: 'NG-LA' })
})
