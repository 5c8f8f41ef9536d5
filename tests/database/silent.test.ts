import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Database, isDatabaseAway, unhurried } from '../../server/database/index.ts'
import { freshDatabase, postgres, type TestDatabase } from '../support/database.ts'
import { type Line, openLine } from '../support/silent-line.ts'

const patienceMs = 400

// The embedded database has no line that could fall silent.
describe.runIf(postgres)('a line to PostgreSQL that stops forwarding', () => {
  let database: TestDatabase
  let line: Line
  let far: Database
  beforeEach(async () => {
    database = await freshDatabase()
    line = await openLine(database.url ?? '')
    far = await connect({ databaseUrl: line.url, dataDir: null, pool: 3, patienceMs })
  })
  afterEach(async () => {
    line.manner = 'forwards'
    await far.close()
    await line.close()
    await database.drop()
  })

  const write = (db: Database, value: string) =>
    db.q
      .insertInto('facts')
      .values({ name: 'town', value })
      .onConflict((it) => it.column('name').doUpdateSet({ value }))
      .execute()
  const town = async () =>
    (await database.db.q.selectFrom('facts').select('value').where('name', '=', 'town').executeTakeFirst())
      ?.value
  const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
    const began = performance.now()
    const failure = await work.then(
      () => null,
      (error: unknown) => error,
    )
    expect(performance.now() - began).toBeLessThan(patienceMs * 5)
    return failure
  }

  test('lets every question fail in time, as a database that is away, and all is well when it forwards again', async () => {
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(far.q)))
    line.manner = 'is silent'
    const failures = await Promise.all([1, 2, 3].map(() => failureOf(write(far, 'Jos'))))
    expect(failures.map(isDatabaseAway)).toEqual([true, true, true])
    line.manner = 'forwards'
    await Promise.all(Array.from({ length: 10 }, () => write(far, 'Enugu')))
    expect(await town()).toBe('Enugu')
  })

  test('fails a transaction that it cuts, and its locks are free again', async () => {
    await write(far, 'Ibadan')
    const failure = await failureOf(
      far.inTransaction(async (tx) => {
        await tx.updateTable('facts').set({ value: 'Jos' }).where('name', '=', 'town').execute()
        line.manner = 'is silent'
        await tx.updateTable('facts').set({ value: 'Kano' }).where('name', '=', 'town').execute()
      }),
    )
    expect(isDatabaseAway(failure)).toBe(true)
    await write(database.db, 'Enugu')
    expect(await town()).toBe('Enugu')
  })

  test('fails a transaction whose commit got no answer: it may have happened', async () => {
    line.loseCommit(1)
    const failure = await failureOf(
      far.inTransaction(async (tx) => {
        await tx.insertInto('facts').values({ name: 'town', value: 'Jos' }).execute()
      }),
    )
    expect(isDatabaseAway(failure)).toBe(true)
    expect(await town()).toBe('Jos')
  })

  test('does not hold up a close', async () => {
    await write(far, 'Ibadan')
    line.manner = 'is silent'
    const began = performance.now()
    await far.close()
    expect(performance.now() - began).toBeLessThan(12_000)
  })

  test('what takes long by its nature is waited for', async () => {
    const long = () => sql`select pg_sleep(${(patienceMs / 1_000) * 2})`.execute(far.q)
    expect(isDatabaseAway(await failureOf(long()))).toBe(true)
    await expect(unhurried(long)).resolves.toBeTruthy()
  })
})
