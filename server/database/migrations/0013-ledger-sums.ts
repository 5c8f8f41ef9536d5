import { type Kysely, sql } from 'kysely'

/** Balances of accounts up to an entry, computed periodically from the postings: reading a balance stays fast. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger_sums (
    account text primary key, entry_id bigint not null, amount_kobo numeric(24) not null)`.execute(db)
}
