import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../../server/database/index.ts'
import { createTestDatabase, poolerUrl, postgresUrl, type TestDatabase } from '../support/database.ts'

// The test holds a transaction open on a connection of its own.
describe.runIf(postgresUrl && !poolerUrl)(
  'migrations while a long transaction reads a table (needs PostgreSQL: the embedded database is one process)',
  () => {
    test('a migration that waits for a lock lets other requests pass, and continues when the transaction ends', async () => {
      const database = await createTestDatabase()
      onTestFinished(database.drop)
      const { db } = database
      await revertLastMigrations(database)
      const reader = await openClient(database)
      await reader.query('begin')
      await reader.query('select from refunds')

      const migrating = migrate(db)
      await vi.waitUntil(() => isWaitingForRefunds(database), { timeout: 20_000 })
      // The migration before the waiting one is committed: it locks nothing any more.
      await db.q.selectFrom('settlement_comparisons').selectAll().execute()
      await db.q.selectFrom('refunds').select('id').execute()

      await reader.query('commit')
      await expect(migrating).resolves.toEqual({
        isNewer: false,
        applied: [
          '0060-settlement-comparisons',
          '0061-first-refund-request',
          '0062-electricity-schedule-titles',
          '0063-card-signatures',
        ],
      })
    }, 60_000)
  },
)

/** The database of a release whose last migration was 0059: everything that a later one creates is removed. */
async function revertLastMigrations({ db }: TestDatabase): Promise<void> {
  await sql`drop table settlement_comparisons`.execute(db.q)
  await sql`alter table refunds drop column first_sent_at`.execute(db.q)
  await sql`alter table payments drop column card_signature`.execute(db.q)
  await sql`delete from schema_migrations where name >= '0060'`.execute(db.q)
}

async function isWaitingForRefunds({ db }: TestDatabase): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where not granted and relation = 'refunds'::regclass
    and database = (select oid from pg_database where datname = current_database())`.execute(db.q)
  return rows.length > 0
}

async function openClient({ url }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url! })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
