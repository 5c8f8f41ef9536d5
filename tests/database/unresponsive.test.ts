import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Database, isConnectionError, withLongTimeout } from '../../server/database/index.ts'
import { createTestDatabase, postgresUrl, type TestDatabase } from '../support/database.ts'
import { openStallableConnection, type StallableConnection } from '../support/stalled-connection.ts'

const timeoutMs = 400

describe.runIf(postgresUrl)(
  'a connection to PostgreSQL that stops responding (needs PostgreSQL: the embedded database has no connection)',
  () => {
    let database: TestDatabase
    let proxy: StallableConnection
    let proxiedDb: Database
    beforeEach(async () => {
      database = await createTestDatabase()
      proxy = await openStallableConnection(database.url ?? '')
      proxiedDb = await connect({ databaseUrl: proxy.url, dataDir: null, pool: 3, timeoutMs })
    })
    afterEach(async () => {
      proxy.mode = 'forward'
      await proxiedDb.close()
      await proxy.close()
      await database.drop()
    })

    const write = (db: Database, value: string) =>
      db.q
        .insertInto('app_metadata')
        .values({ name: 'town', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
    const storedTown = async () =>
      (
        await database.db.q
          .selectFrom('app_metadata')
          .select('value')
          .where('name', '=', 'town')
          .executeTakeFirst()
      )?.value
    const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
      const startedAt = performance.now()
      const failure = await work.then(
        () => null,
        (error: unknown) => error,
      )
      expect(performance.now() - startedAt).toBeLessThan(timeoutMs * 5)
      return failure
    }

    test('every query fails within the timeout as a connection error, and queries succeed once it responds again', async () => {
      await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(proxiedDb.q)))
      proxy.mode = 'stall'
      const failures = await Promise.all([1, 2, 3].map(() => failureOf(write(proxiedDb, 'Jos'))))
      expect(failures.map(isConnectionError)).toEqual([true, true, true])
      proxy.mode = 'forward'
      await Promise.all(Array.from({ length: 10 }, () => write(proxiedDb, 'Enugu')))
      expect(await storedTown()).toBe('Enugu')
    })

    test('an interrupted transaction fails and its locks are released', async () => {
      await write(proxiedDb, 'Ibadan')
      const failure = await failureOf(
        proxiedDb.inTransaction(async (tx) => {
          await tx.updateTable('app_metadata').set({ value: 'Jos' }).where('name', '=', 'town').execute()
          proxy.mode = 'stall'
          await tx.updateTable('app_metadata').set({ value: 'Kano' }).where('name', '=', 'town').execute()
        }),
      )
      expect(isConnectionError(failure)).toBe(true)
      await write(database.db, 'Enugu')
      expect(await storedTown()).toBe('Enugu')
    })

    test('a transaction whose commit response is lost fails, although it may be committed', async () => {
      proxy.loseCommitResponses(1)
      const failure = await failureOf(
        proxiedDb.inTransaction(async (tx) => {
          await tx.insertInto('app_metadata').values({ name: 'town', value: 'Jos' }).execute()
        }),
      )
      expect(isConnectionError(failure)).toBe(true)
      expect(await storedTown()).toBe('Jos')
    })

    test('closing the database does not wait for an unresponsive server', async () => {
      await write(proxiedDb, 'Ibadan')
      proxy.mode = 'stall'
      const startedAt = performance.now()
      await proxiedDb.close()
      expect(performance.now() - startedAt).toBeLessThan(12_000)
    })

    test('long-running work gets the long timeout', async () => {
      const long = () => sql`select pg_sleep(${(timeoutMs / 1_000) * 2})`.execute(proxiedDb.q)
      expect(isConnectionError(await failureOf(long()))).toBe(true)
      await expect(withLongTimeout(long)).resolves.toBeTruthy()
    })
  },
)
