import { type Kysely, sql } from 'kysely'

/** What moved a wallet, and what was spent by day, are read as quickly from a long history as from a short one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The ledger's events in the words of a wallet's owner.
  await sql`create function movement_kind(event text) returns text language sql immutable as $$
    select case
      when event like 'payment:%:held' or event like 'bulk:%:held' then 'payment'
      when event like 'payment:%:captured' or event like 'inflow:%' then 'top_up'
      when event like 'refund:%' or event like 'bulk:%:returned' then 'returned'
      when event like 'order:%:cashback' then 'cashback'
      when event like 'order:%:cashback_taken_back' then 'cashback_taken_back'
      when event like 'bonus:%' then 'bonus'
      when event like 'manager:%' then 'manager'
      else 'other' end $$`.execute(db)

  // Of a wallet's postings alone. A trigger writes them, so that an older version beside this one does too.
  await sql`alter table ledger_postings add column kind text, add column posted_at timestamptz`.execute(db)
  await sql`alter table ledger_postings disable trigger append_only`.execute(db)
  await sql`update ledger_postings set kind = movement_kind(event), posted_at = entry.posted_at
    from ledger_entries entry where entry.id = entry_id and account like 'wallet:%'`.execute(db)
  await sql`alter table ledger_postings enable trigger append_only`.execute(db)
  // Its plan may be made while the table is empty, and kept: it is to go by the key then too.
  await sql`create function note_movement() returns trigger language plpgsql set enable_seqscan = off as $$
    begin
      select movement_kind(event), entry.posted_at into strict new.kind, new.posted_at
        from ledger_entries entry where id = new.entry_id;
      return new;
    end $$`.execute(db)
  await sql`create trigger movement before insert on ledger_postings for each row
    when (new.account like 'wallet:%') execute function note_movement()`.execute(db)
  await sql`create index on ledger_postings (account, posted_at, entry_id) where posted_at is not null`.execute(
    db,
  )
  await sql`create index on ledger_postings (account, kind, posted_at, entry_id) where posted_at is not null`.execute(
    db,
  )

  // What somebody was delivered on days in Lagos that are over: it is added up once. Money in kobo, units in kWh.
  await sql`create table spent_days (
    user_id uuid not null references users on delete cascade, day date not null, service text not null,
    orders integer not null, spent_kobo bigint not null, units numeric not null,
    primary key (user_id, day, service))`.execute(db)
  await sql`create index on orders (user_id, delivered_at) where user_id is not null and state = 'delivered'`.execute(
    db,
  )
}
