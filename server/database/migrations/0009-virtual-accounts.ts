import { type Kysely, sql } from 'kysely'

/** Whose BVN was verified, accounts of a customer's own at a bank, and what arrives on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    add column bvn_masked text,
    add column bvn_account_name text`.execute(db)

  // What a person agreed to, kept before the question leaves, and how it was answered.
  await sql`create table bvn_checks (
    id uuid primary key default gen_random_uuid(), user_id uuid not null references users on delete cascade,
    gateway text not null, consent text not null, consented_at timestamptz not null default business_now(),
    outcome text check (outcome in ('match', 'mismatch', 'unavailable')), answered_at timestamptz)`.execute(
    db,
  )
  await sql`create index on bvn_checks (user_id, consented_at desc)`.execute(db)
  await sql`create unique index one_open_bvn_check on bvn_checks (user_id) where outcome is null`.execute(db)

  // `sealed` holds BVN, bank and account number under DATA_KEYS.
  await sql`create table identities (
    user_id uuid primary key references users on delete cascade, gateway text not null, sealed text not null,
    verified_at timestamptz not null default business_now())`.execute(db)

  // Named by what it serves and not by the saved beneficiary: deleted and saved again, it has its account again.
  await sql`create table virtual_accounts (
    id uuid primary key default gen_random_uuid(), reference text not null unique, user_id uuid not null references users,
    type text not null check (type in ('power', 'cable-tv')), number text not null, gateway text not null,
    state text not null, state_since timestamptz not null default business_now(), version integer not null default 0,
    bank_name text, account_name text, account_number text,
    funding_fee_kobo bigint not null default 0 check (funding_fee_kobo >= 0), because text,
    asks integer not null default 0, due_at timestamptz, created_at timestamptz not null default business_now(),
    last_inflow_at timestamptz, buys boolean not null default false, unique (user_id, type, number),
    constraint has_number check (state in ('requested', 'refused')
      or (bank_name is not null and account_name is not null and account_number is not null)))`.execute(db)
  await sql`create trigger moves before update on virtual_accounts for each row execute function hold_moves('virtual_account')`.execute(
    db,
  )
  await sql`create index on virtual_accounts (due_at) where due_at is not null`.execute(db)

  await sql`create table inflows (
    id uuid primary key default gen_random_uuid(), gateway text not null, gateway_reference text not null,
    state text not null, state_since timestamptz not null default business_now(), version integer not null default 0,
    virtual_account_id uuid references virtual_accounts, paid_kobo bigint, currency text, fee_kobo bigint,
    funding_fee_kobo bigint, payer_name text, paid_at timestamptz, because text,
    buying text check (buying in ('wanted', 'bought', 'declined')), order_id uuid references orders,
    asks integer not null default 0, due_at timestamptz, created_at timestamptz not null default business_now(),
    unique (gateway, gateway_reference),
    constraint credited_whole check (state <> 'credited'
      or (virtual_account_id is not null and paid_kobo is not null and funding_fee_kobo is not null)))`.execute(
    db,
  )
  await sql`create trigger moves before update on inflows for each row execute function hold_moves('inflow')`.execute(
    db,
  )
  await sql`create index on inflows (due_at) where due_at is not null`.execute(db)
  await sql`create index on inflows (virtual_account_id, created_at desc)`.execute(db)
}
