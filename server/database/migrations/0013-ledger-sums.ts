import { type Kysely, sql } from 'kysely'

/** Sums of accounts up to an entry, made again and again from the postings: reading an account stays quick. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger_sums (
    account text primary key, entry_id bigint not null, amount_kobo numeric(24) not null)`.execute(db)
}
