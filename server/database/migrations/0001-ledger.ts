import { type Kysely, sql } from 'kysely'

/**
 * Double entry. A positive posting debits, a negative one credits; the postings of one statement sum
 * to 0 for each entry, so an entry is whole or not there. Nothing is ever updated or deleted.
 */
export async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger_entries (
    id bigint generated always as identity primary key, event text not null unique,
    order_id uuid, reverses bigint references ledger_entries, reason text,
    posted_at timestamptz not null default business_now())`.execute(db)
  await sql`create index on ledger_entries (order_id)`.execute(db)
  await sql`create table ledger_postings (
    entry_id bigint not null references ledger_entries, account text not null,
    amount_kobo bigint not null check (amount_kobo <> 0), primary key (entry_id, account),
    check (account ~ '^(gateway|vendor_float|receivable|wallet|hold|bonus|order):[A-Za-z0-9_-]+$'
      or account in ('bank', 'receivable_manager', 'unapplied', 'refund_payable', 'service_charge', 'commission',
        'gateway_fee', 'cashback', 'referral', 'adjustment', 'vend_loss')))`.execute(db)
  await sql`create index on ledger_postings (account) include (amount_kobo)`.execute(db)
  await sql`create function hold_balanced() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from posted group by entry_id having sum(amount_kobo) <> 0) then
        raise exception 'unbalanced entry' using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger balanced after insert on ledger_postings referencing new table as posted
    for each statement execute function hold_balanced()`.execute(db)
  await sql`create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation'; end $$`.execute(
    db,
  )
  for (const table of ['ledger_entries', 'ledger_postings']) {
    await sql`create trigger append_only before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db)
  }
  // Only what a customer holds has a cached balance, in kobo they can spend; it may never fall below 0.
  await sql`create table balances (
    account text primary key check (account ~ '^(wallet|hold|bonus):'),
    balance_kobo bigint not null check (balance_kobo >= 0))`.execute(db)
}
