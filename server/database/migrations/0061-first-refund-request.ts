import { type Kysely, sql } from 'kysely'

/** When a refund was first sent to its gateway: an older release leaves it empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column first_sent_at timestamptz`.execute(db)
}
