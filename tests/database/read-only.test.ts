import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkDatabase, connect, type Database, isConnectionError } from '../../server/database/index.ts'
import { createTestDatabase, poolerUrl, postgresUrl, type TestDatabase } from '../support/database.ts'

const poolSize = 5

// A pooler keeps its own connections to the server.
describe.runIf(postgresUrl && !poolerUrl)(
  'connections to a server that takes no writes, such as a former primary (needs PostgreSQL: the embedded database is one process)',
  () => {
    let database: TestDatabase
    let db: Database
    /** New connections are read-only, or no longer; open ones stay as they are. */
    const setReadOnly = async (value: 'on' | 'off') => {
      const client = new pg.Client({ connectionString: postgresUrl! })
      await client.connect()
      const name = new URL(database.url!).pathname.slice(1)
      await client.query(`alter database ${name} set default_transaction_read_only = ${value}`)
      await client.end()
    }
    const store = (name: string) => db.q.insertInto('app_metadata').values({ name, value: 'x' }).execute()
    const openAll = (work: () => Promise<unknown>) =>
      Promise.all(Array.from({ length: poolSize }, () => work()))

    beforeEach(async () => {
      database = await createTestDatabase()
      await setReadOnly('on')
      db = await connect({ databaseUrl: database.url, dataDir: null, pool: poolSize })
      await openAll(() => sql`select pg_sleep(0.2)`.execute(db.q))
      await openAll(() => db.jobsConnection.executeSql('select pg_sleep(0.2)'))
    })
    afterEach(async () => {
      await db.close()
      await database.drop()
    })

    test('while the server accepts no writes, every write fails as a temporary error', async () => {
      expect(await checkDatabase(db)).toBe('unwritable')
      const failure = await store('town').catch((error: unknown) => error)
      expect(isConnectionError(failure)).toBe(true)
      expect(await checkDatabase(db)).toBe('unwritable')
    })

    test('after one failed write, every write reaches the server that replaced it', async () => {
      await setReadOnly('off')
      await expect(store('first')).rejects.toMatchObject({ code: '25006' })
      await openAll(() => store(crypto.randomUUID()))
      expect(await db.q.selectFrom('app_metadata').select('name').execute()).toHaveLength(poolSize)
    })

    test('a readiness check alone reconnects to the new server', async () => {
      await setReadOnly('off')
      expect(await checkDatabase(db)).toBe('ready')
      await openAll(() => store(crypto.randomUUID()))
    })

    test('a transaction is repeated on the server that replaced it', async () => {
      await setReadOnly('off')
      let runs = 0
      await db.inTransaction(async (tx) => {
        runs += 1
        await tx.insertInto('app_metadata').values({ name: 'town', value: 'Jos' }).execute()
      })
      expect(runs).toBe(2)
    })

    test('the queue of scheduled jobs reconnects to the new server as well', async () => {
      await setReadOnly('off')
      const write = () => db.jobsConnection.executeSql('create table jobs_of_a_test ()')
      await expect(write()).rejects.toMatchObject({ code: '25006' })
      await Promise.allSettled([write(), write(), write()])
      await expect(db.jobsConnection.executeSql('drop table jobs_of_a_test')).resolves.toBeTruthy()
    })
  },
)
