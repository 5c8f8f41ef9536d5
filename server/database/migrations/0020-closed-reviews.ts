import { type Kysely, sql } from 'kysely'

/** When a manager closed an order's review: it is not flagged as overdue again while it stays in that state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column review_closed_at timestamptz`.execute(db)
}
