import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, poolerUrl, postgresUrl, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const write = (value: string) =>
  database.db.q.insertInto('app_metadata').values({ name: 'town', value }).execute()
const read = () =>
  database.db.q.selectFrom('states').selectAll().where('code', '=', 'NG-LA').executeTakeFirst()
/** The first read registers the statement; the second and later reads prepare it on every connection. */
const warmUp = () => Promise.all(Array.from({ length: 40 }, read))

const preparedStatements = () =>
  database.db.inTransaction(async (tx) => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      tx,
    )
    return rows.map(({ statement }) => statement)
  })

test.runIf(postgresUrl && !poolerUrl)(
  'a repeated statement is prepared; a search by state is not (needs a direct connection to PostgreSQL)',
  async () => {
    const search = () =>
      database.db.q.selectFrom('orders').select('id').where('state', '=', 'quoted').limit(1).execute()
    for (let times = 0; times < 30; times++) {
      await read()
      await search()
    }
    const statements = await preparedStatements()
    expect(statements.some((statement) => statement.includes('from "states"'))).toBe(true)
    expect(statements.some((statement) => statement.includes('from "orders"'))).toBe(false)
  },
)

test.runIf(!postgresUrl)(
  'a statement is prepared once, and 300 are kept (needs the embedded database)',
  async () => {
    await warmUp()
    const ofStates = (await preparedStatements()).filter((statement) => statement.includes('from "states"'))
    expect(ofStates).toHaveLength(1)
    for (let number = 0; number <= 300; number++) {
      const { rows } = await sql`select ${1}::int + ${sql.lit(number)} as sum`.execute(database.db.q)
      expect(rows).toEqual([{ sum: number + 1 }])
    }
    expect(await preparedStatements()).toHaveLength(300)
    expect(await read()).toMatchObject({ code: 'NG-LA' })
  },
)

test('no query fails when a column is added while the process is running', async () => {
  await warmUp()
  await sql`alter table states add column area text`.execute(database.db.q)
  const rows = await Promise.all(Array.from({ length: 40 }, read))
  expect(rows).toHaveLength(40)
  expect(rows[0]).toMatchObject({ code: 'NG-LA', area: null })
})

test('a transaction that fails because of a new column is retried as a whole', async () => {
  await warmUp()
  await sql`alter table states add column area text`.execute(database.db.q)
  let runs = 0
  const rows = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      database.db.inTransaction(async (tx) => {
        runs += 1
        await tx
          .insertInto('app_metadata')
          .values({ name: `run ${index}`, value: 'x' })
          .execute()
        return tx.selectFrom('states').selectAll().where('code', '=', 'NG-LA').executeTakeFirstOrThrow()
      }),
    ),
  )
  expect(rows).toHaveLength(8)
  const metadata = await database.db.q
    .selectFrom('app_metadata')
    .select('name')
    .where('name', 'like', 'run %')
    .execute()
  expect(metadata).toHaveLength(8)
  expect(runs).toBeLessThanOrEqual(16)
})

test('a failing statement does not affect prepared statements', async () => {
  await warmUp()
  await write('Ibadan')
  await expect(write('Jos')).rejects.toThrow(/facts_pkey|duplicate/)
  expect(await read()).toMatchObject({ code: 'NG-LA' })
})
