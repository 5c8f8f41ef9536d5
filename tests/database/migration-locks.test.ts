import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../../server/database/index.ts'
import { createTestDatabase, poolerUrl, postgresUrl, type TestDatabase } from '../support/database.ts'

/** Every release uses this key of the advisory lock: one that waits must wait for another release too. */
const migrationLockKey = 7_269_626_001

const migrationsAfter0059 = [
  '0060-settlement-comparisons',
  '0061-first-refund-request',
  '0062-electricity-schedule-titles',
  '0063-card-signatures',
]

// The tests hold a transaction open on a connection of their own.
describe.runIf(postgresUrl && !poolerUrl)(
  'migrations while another transaction runs (needs PostgreSQL: the embedded database is one process)',
  () => {
    test('a migration that waits for a lock lets other requests pass, and continues when the transaction ends', async () => {
      const { database, session } = await openWithSession()
      await revertLastMigrations(database)
      await session.query('begin')
      await session.query('select from refunds')

      const migrating = migrate(database.db)
      await vi.waitUntil(() => isWaitingFor(database, 'refunds'), waitOptions)
      // The migration before the waiting one is committed: it locks nothing any more.
      await database.db.q.selectFrom('settlement_comparisons').selectAll().execute()
      const startedAt = performance.now()
      await database.db.q.selectFrom('refunds').select('id').execute()
      // It waits behind the migration until that one gives up after 2 s.
      expect(performance.now() - startedAt).toBeLessThan(4_000)

      await session.query('commit')
      await expect(migrating).resolves.toEqual({ isNewer: false, applied: migrationsAfter0059 })
    }, 60_000)

    test('a migration that PostgreSQL ends to resolve a deadlock is repeated', async () => {
      const { database, session } = await openWithSession()
      await revertLastMigrations(database)
      // The migration checks for a deadlock before this session does, and is the one that is ended.
      await session.query(`set deadlock_timeout = '1min'`)
      await session.query('begin')
      await session.query('select from refunds')

      const migrating = migrate(database.db)
      await vi.waitUntil(() => isWaitingFor(database, 'refunds'), waitOptions)
      // The waiting migration has read this table.
      await session.query('lock table schema_migrations')
      expect(await deadlocksOf(database)).toBe(1)
      await session.query('commit')

      await expect(migrating).resolves.toEqual({ isNewer: false, applied: migrationsAfter0059 })
    }, 60_000)

    test('a release that waits while a newer one migrates leaves the newer schema unchanged', async () => {
      const { database, session } = await openWithSession()
      await session.query('begin')
      await session.query(`select pg_advisory_xact_lock(${migrationLockKey})`)

      const migrating = migrate(database.db)
      await vi.waitUntil(() => isWaitingForAdvisoryLock(database), waitOptions)
      await session.query(
        `insert into schema_migrations (name, timestamp) values ('9999-of-a-newer-release', now()::text)`,
      )
      await session.query('commit')

      await expect(migrating).resolves.toEqual({ isNewer: true })
    }, 60_000)
  },
)

const waitOptions = { timeout: 20_000 }

async function openWithSession(): Promise<{ database: TestDatabase; session: pg.Client }> {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  return { database, session: await openClient(database) }
}

/** The database of a release whose last migration was 0059: everything that a later one creates is removed. */
async function revertLastMigrations({ db }: TestDatabase): Promise<void> {
  await sql`drop table settlement_comparisons`.execute(db.q)
  await sql`alter table refunds drop column first_sent_at`.execute(db.q)
  await sql`alter table payments drop column card_signature`.execute(db.q)
  await sql`delete from schema_migrations where name >= '0060'`.execute(db.q)
}

const isWaitingFor = (database: TestDatabase, table: string): Promise<boolean> =>
  isWaiting(database, `relation = '${table}'::regclass`)

const isWaitingForAdvisoryLock = (database: TestDatabase): Promise<boolean> =>
  isWaiting(database, `locktype = 'advisory'`)

async function isWaiting({ db }: TestDatabase, condition: string): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where not granted and ${sql.raw(condition)}
    and database = (select oid from pg_database where datname = current_database())`.execute(db.q)
  return rows.length > 0
}

/** Deadlocks of this database that PostgreSQL has resolved; it counts them with a delay. */
async function deadlocksOf({ db }: TestDatabase): Promise<number> {
  const readCount = async () => {
    const { rows } = await sql<{ deadlocks: bigint }>`select deadlocks from pg_stat_database
      where datname = current_database()`.execute(db.q)
    return Number(rows[0]?.deadlocks)
  }
  return vi.waitUntil(readCount, waitOptions)
}

async function openClient({ url }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url! })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
