import { type Kysely, sql } from 'kysely'

/** Sign-in of users, the codes that are mailed to them, their beneficiaries, and mail whose content is not stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    add column password_hash text,
    add column pin_hash text,
    add column email_verified_at timestamptz,
    add column registered_session bytea,
    add column platform text,
    add column is_company boolean not null default false,
    add column company_name text,
    add column address text,
    add column website text,
    add column rc_number text,
    add column picture text,
    add column save_activity_logs boolean not null default true,
    add column referral_code text unique,
    add column referred_by uuid references users check (referred_by <> id)`.execute(db)
  await sql`create index on users (referred_by) where referred_by is not null`.execute(db)
  await sql`create index on bearers (user_id) where ended_at is null`.execute(db)

  await sql`create table email_codes (
    id uuid primary key default gen_random_uuid(), user_id uuid not null references users on delete cascade,
    purpose text not null check (purpose in ('verify', 'reset')), hash bytea not null, session_hash bytea,
    tries integer not null default 0, expires_at timestamptz not null, used_at timestamptz,
    created_at timestamptz not null default business_now())`.execute(db)
  await sql`create index on email_codes (user_id, purpose, created_at desc)`.execute(db)

  await sql`create table pin_failures (
    id uuid primary key default gen_random_uuid(), user_id uuid not null references users on delete cascade,
    failed_at timestamptz not null default business_now())`.execute(db)
  await sql`create index on pin_failures (user_id, failed_at desc)`.execute(db)

  await sql`create table beneficiaries (
    id uuid primary key default gen_random_uuid(), uniqueid text not null unique,
    user_id uuid not null references users on delete cascade,
    type text not null check (type in ('power', 'cable-tv', 'airtime', 'vtu-data')),
    number text not null, phone text, amount_kobo bigint check (amount_kobo >= 0),
    customer_name text, customer_address text, notes text, details jsonb not null,
    created_at timestamptz not null default business_now(), unique (user_id, type, number))`.execute(db)

  // The content of a mail with a code is deleted once it is sent; it is not sent after the code has expired.
  await sql`alter table outbox
    add column secret boolean not null default false,
    add column useless_at timestamptz`.execute(db)
}
