import { type Kysely, sql } from 'kysely'

/** When the payer paid, on the wall clock: tells orders that an earlier copy of this database may have delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column paid_at timestamptz`.execute(db)
}
