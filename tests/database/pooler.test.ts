import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connect, isConnectionError, migrate, seed } from '../../server/database/index.ts'
import { createTestDatabase, postgresUrl } from '../support/database.ts'
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'

describe.runIf(postgresUrl && hasPgBouncer)(
  'PgBouncer in transaction mode, two server connections for two processes (needs PostgreSQL and PgBouncer)',
  () => {
    async function open() {
      const database = await createTestDatabase()
      const pooler = await startPgBouncer(postgresUrl!, { poolSize: 2, idleSeconds: 600 })
      const url = Object.assign(new URL(pooler.url), { pathname: new URL(database.url!).pathname }).href
      const processes = [0, 1].map(() => connect({ databaseUrl: url, dataDir: null, pool: 6 }))
      const [first, second] = await Promise.all(processes)
      onTestFinished(async () => {
        await Promise.all([first?.close(), second?.close()])
        await pooler.stop()
        await database.drop()
      })
      return { one: first!, other: second!, pooler }
    }

    test('repeated statements and transactions succeed on any server connection', async () => {
      const { one: first, other: second } = await open()
      const work = (db: typeof first, number: number) =>
        db.inTransaction(async (tx) => {
          const name = `fact ${number % 5}`
          await tx
            .insertInto('app_metadata')
            .values({ name, value: '0' })
            .onConflict((row) => row.doNothing())
            .execute()
          await sql`update app_metadata set value = (value::int + 1)::text where name = ${name}`.execute(tx)
        })
      const runs = Array.from({ length: 200 }, (_, number) => work(number % 2 ? first : second, number))
      const failures = (await Promise.allSettled(runs)).filter(({ status }) => status === 'rejected')
      expect(failures).toEqual([])
      const { rows } = await sql<{ sum: number }>`
      select sum(value::int)::int as sum from app_metadata where name like 'fact %'`.execute(first.q)
      expect(rows[0]?.sum).toBe(200)
    })

    test('an idle transaction times out, and its timeout setting does not remain on the connection', async () => {
      const { one: first } = await open()
      const limit = async (db: Pick<typeof first, 'q'>['q']) => {
        const { rows } = await sql<{ limit: string }>`
        select current_setting('idle_in_transaction_session_timeout') as "limit"`.execute(db)
        return rows[0]?.limit
      }
      expect(await first.inTransaction((tx) => limit(tx))).toBe('1min')
      expect(await limit(first.q)).toBe('0')
    })

    test('two processes migrate and seed an empty database through it', async () => {
      const { one: first, other: second } = await open()
      await sql`drop schema public cascade`.execute(first.q)
      await sql`create schema public`.execute(first.q)
      await Promise.all([migrate(first), migrate(second)])
      // A session lock would remain on a server connection that another client uses next, and block every later start.
      await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          number % 4 ? sql`select pg_sleep(0.01)`.execute(second.q) : migrate(number % 8 ? first : second),
        ),
      )
      await seed(first)
      expect(
        await second.q.selectFrom('states').select('code').where('code', '=', 'NG-LA').execute(),
      ).toHaveLength(1)
    })

    test('a stopped pooler is reported as an unreachable database', async () => {
      const { one: first, pooler } = await open()
      await sql`select 1`.execute(first.q)
      const asleep = sql`select pg_sleep(20)`.execute(first.q).catch((error: unknown) => error)
      await sql`select 1`.execute(first.q)
      await pooler.stop()
      expect(isConnectionError(await asleep)).toBe(true)
      const next = await sql`select 1`.execute(first.q).catch((error: unknown) => error)
      expect(isConnectionError(next)).toBe(true)
    })
  },
)
