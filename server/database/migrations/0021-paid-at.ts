import { type Kysely, sql } from 'kysely'

/** Real time of the payment: identifies orders that this database may have delivered before it was restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column paid_at timestamptz`.execute(db)
}
