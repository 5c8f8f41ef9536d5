import { type Kysely, sql } from 'kysely'
import { createLedger } from './0001-ledger.ts'

/** The clock, settings, users and their bearer tokens, orders and the tables that refer to them, the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table facts (name text primary key, value text not null)`.execute(db)

  // Deadlines compare with one clock: the database's, and an offset that only a test database sets.
  await sql`create table clock (one boolean primary key default true check (one), ahead interval not null default '0')`.execute(
    db,
  )
  await sql`insert into clock default values`.execute(db)
  await sql`create function business_now() returns timestamptz language sql stable
    as 'select clock_timestamp() + ahead from clock'`.execute(db)

  await sql`create table settings (
    key text primary key, value jsonb not null, updated_at timestamptz not null default now())`.execute(db)
  await sql`create table rate_limits (
    key varchar(255) primary key, points integer not null default 0, expire bigint)`.execute(db)
  await sql`create table idempotency_keys (
    scope text not null, key text not null, request_hash text not null,
    http integer, answer jsonb, created_at timestamptz not null default now(),
    primary key (scope, key))`.execute(db)
  await sql`create index on idempotency_keys (created_at)`.execute(db)

  await sql`create table users (
    id uuid primary key default gen_random_uuid(), uniqueid text not null unique, name text not null,
    email text not null unique, phone text, role text not null default 'user' check (role in ('user', 'manager')),
    created_at timestamptz not null default now())`.execute(db)
  await sql`create table bearers (
    hash bytea primary key, user_id uuid not null references users, created_at timestamptz not null default now(),
    ended_at timestamptz)`.execute(db)

  await sql`create table states (code text primary key, name text not null)`.execute(db)
  await sql`create table products (
    service text not null, code text not null, name text not null, abbr text not null, description text not null,
    company text not null, states text[] not null default '{}', meter_types text[] not null default '{}',
    position integer not null, as_of date not null, primary key (service, code))`.execute(db)
  await sql`create table vendor_products (
    vendor text not null, service text not null, code text not null,
    vendor_code text not null, variations jsonb not null default '{}',
    primary key (vendor, service, code), foreign key (service, code) references products)`.execute(db)

  // The transitions that each state machine allows. Every start of the app writes those of its code.
  await sql`create table state_moves (machine text, from_state text, to_state text, primary key (machine, from_state, to_state))`.execute(
    db,
  )
  await sql`create function hold_moves() returns trigger language plpgsql as $$
    begin
      if new.state <> old.state and not exists (
        select 1 from state_moves where machine = tg_argv[0] and from_state = old.state and to_state = new.state
      ) then
        raise exception '% may not move from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
      end if;
      new.version := old.version + 1;
      if new.state <> old.state then new.state_since := business_now(); end if;
      return new;
    end $$`.execute(db)

  await sql`create table verifications (
    id uuid primary key default gen_random_uuid(), vendor text not null, service text not null, code text not null,
    variation text not null, beneficiary text not null, found jsonb not null,
    verified_at timestamptz not null default business_now(), stale_at timestamptz not null)`.execute(db)
  await sql`create index on verifications (vendor, service, code, variation, beneficiary, stale_at)`.execute(
    db,
  )

  await sql`create table orders (
    id uuid primary key default gen_random_uuid(),
    reference text not null unique check (reference ~ '^[A-HJ-NP-Z2-9]{12}$'),
    access_token text not null unique, view_token text not null unique,
    service text not null, code text not null, variation text not null,
    state text not null, state_since timestamptz not null default business_now(), version integer not null default 0,
    user_id uuid references users, session_hash bytea, fingerprint text not null,
    beneficiary text not null, phone text not null, email text,
    amount_kobo bigint not null check (amount_kobo > 0),
    service_charge_kobo bigint not null check (service_charge_kobo >= 0),
    total_kobo bigint not null check (total_kobo = amount_kobo + service_charge_kobo),
    vendor text not null, customer jsonb not null,
    verification_id uuid references verifications on delete set null,
    review_reason text, review_since timestamptz, review_due timestamptz,
    due_at timestamptz, created_at timestamptz not null default business_now(),
    paid_at timestamptz, delivered_at timestamptz, refunded_at timestamptz,
    late_delivered boolean not null default false, vendor_reversed boolean not null default false)`.execute(
    db,
  )
  await sql`create trigger moves before update on orders for each row execute function hold_moves('order')`.execute(
    db,
  )
  await sql`create index on orders (due_at) where due_at is not null`.execute(db)
  await sql`create index on orders (fingerprint) where state in ('quoted', 'awaiting_payment')`.execute(db)
  await sql`create index on orders (service, beneficiary, phone, delivered_at desc) where state = 'delivered'`.execute(
    db,
  )
  await sql`create index on orders (user_id, created_at desc) where user_id is not null`.execute(db)
  await sql`create index on orders (review_since) where review_since is not null`.execute(db)

  await sql`create table payments (
    id uuid primary key default gen_random_uuid(), order_id uuid not null references orders,
    reference text not null unique, gateway text not null, method text not null,
    state text not null, state_since timestamptz not null default business_now(), version integer not null default 0,
    amount_kobo bigint not null check (amount_kobo > 0), currency text not null default 'NGN', email text not null,
    checkout_url text, nonce_hash bytea not null, gateway_reference text,
    paid_kobo bigint, paid_currency text, fee_kobo bigint, channel text, failed_because text,
    checks integer not null default 0, due_at timestamptz, expires_at timestamptz not null,
    created_at timestamptz not null default business_now())`.execute(db)
  await sql`create trigger moves before update on payments for each row execute function hold_moves('payment')`.execute(
    db,
  )
  await sql`create index on payments (order_id)`.execute(db)
  await sql`create index on payments (due_at) where due_at is not null`.execute(db)

  await sql`create table attempts (
    id uuid primary key default gen_random_uuid(), order_id uuid not null references orders,
    vendor text not null, request_id text not null, beneficiary text not null, state text not null,
    state_since timestamptz not null default business_now(), version integer not null default 0,
    amount_kobo bigint not null, sends integer not null default 1, sent_at timestamptz not null default business_now(),
    due_at timestamptz, asks integer not null default 0,
    never_received integer not null default 0, never_received_since timestamptz,
    vendor_reference text, cost_kobo bigint, because text, code text,
    created_at timestamptz not null default business_now(), unique (vendor, request_id))`.execute(db)
  await sql`create trigger moves before update on attempts for each row execute function hold_moves('attempt')`.execute(
    db,
  )
  await sql`create index on attempts (vendor, beneficiary, sent_at)`.execute(db)
  // An order has at most one attempt that is not known to have failed.
  await sql`create unique index one_open_attempt on attempts (order_id) where state <> 'failed'`.execute(db)

  await sql`create table deliveries (
    order_id uuid primary key references orders, attempt_id uuid not null unique references attempts,
    tokens jsonb not null, units text, tariff text, tariff_class text, vat_kobo bigint, arrears_kobo bigint,
    customer_name text, customer_address text, receipt_number text,
    created_at timestamptz not null default business_now())`.execute(db)

  await sql`create table refunds (
    id uuid primary key default gen_random_uuid(), order_id uuid not null references orders,
    payment_id uuid not null references payments, cause text not null, state text not null,
    state_since timestamptz not null default business_now(), version integer not null default 0,
    amount_kobo bigint not null check (amount_kobo > 0), currency text not null default 'NGN',
    refund_id text, because text, asks integer not null default 0, due_at timestamptz,
    created_at timestamptz not null default business_now(), unique (payment_id, cause))`.execute(db)
  await sql`create trigger moves before update on refunds for each row execute function hold_moves('refund')`.execute(
    db,
  )
  await sql`create index on refunds (order_id)`.execute(db)
  await sql`create index on refunds (due_at) where due_at is not null`.execute(db)

  // One process at a time handles a stored webhook. If it crashes, the webhook is due again.
  await sql`create table webhook_inbox (
    id uuid primary key default gen_random_uuid(), party text not null, event_key text not null, raw bytea not null,
    received_at timestamptz not null default now(), handled_at timestamptz,
    due_at timestamptz not null default business_now() + interval '5 seconds', unique (party, event_key))`.execute(
    db,
  )
  await sql`create index on webhook_inbox (due_at) where handled_at is null`.execute(db)

  await sql`create table outbox (
    id uuid primary key default gen_random_uuid(), once_key text not null unique, channel text not null check (channel in ('mail', 'sms')),
    recipient text not null, subject text, body text not null, html text, order_id uuid references orders,
    state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
    tries integer not null default 0, due_at timestamptz default business_now(), because text,
    created_at timestamptz not null default business_now(), sent_at timestamptz)`.execute(db)
  await sql`create index on outbox (due_at) where state in ('waiting', 'sending')`.execute(db)

  await sql`create table notifications (
    id uuid primary key default gen_random_uuid(), user_id uuid not null references users, service text not null,
    subject text not null, body text not null, order_id uuid references orders,
    read_at timestamptz, created_at timestamptz not null default business_now())`.execute(db)
  await sql`create index on notifications (user_id, created_at desc)`.execute(db)

  await createLedger(db)
}
