import { type Kysely, sql } from 'kysely'

/**
 * Balances that vendors report, settlements of gateways with their lines, and our responses to disputes with their
 * evidence.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table vendor_balances (
    vendor text primary key,
    balance_kobo bigint not null,
    read_at timestamptz not null default app_now()
  )`.execute(db)
  await sql`create table settlements (
    id uuid primary key default gen_random_uuid(),
    gateway text not null,
    gateway_settlement_id text not null,
    status text not null check (status in ('pending', 'paid', 'failed')),
    gross_kobo bigint not null check (gross_kobo >= 0),
    fee_kobo bigint not null check (fee_kobo >= 0),
    net_kobo bigint not null check (net_kobo >= 0),
    settled_on date not null,
    lines_read_at timestamptz,
    created_at timestamptz not null default app_now(),
    unique (gateway, gateway_settlement_id)
  )`.execute(db)
  await sql`create index settlements_settled_on_idx on settlements (settled_on, id)`.execute(db)
  await sql`create table settlement_lines (
    settlement_id uuid not null references settlements,
    gateway_reference text not null,
    reference text not null,
    gross_kobo bigint not null,
    fee_kobo bigint not null,
    net_kobo bigint not null,
    payment_id uuid references payments,
    deposit_id uuid references deposits,
    match text not null check (match in ('matched', 'amount_differs', 'unmatched')),
    note text,
    primary key (settlement_id, gateway_reference)
  )`.execute(db)
  await sql`create index settlement_lines_payment_id_idx on settlement_lines (payment_id)`.execute(db)
  await sql`create index settlement_lines_deposit_id_idx on settlement_lines (deposit_id)`.execute(db)
  await sql`create table dispute_responses (
    id uuid primary key,
    dispute_id uuid not null references disputes,
    decision text not null check (decision in ('accept', 'contest')),
    state text not null check (state in ('requested', 'unknown', 'accepted', 'failed')),
    reason text not null,
    amount_kobo bigint not null check (amount_kobo >= 0),
    file_name text,
    file_type text,
    file bytea,
    uploaded_as text,
    failure_reason text,
    requested_by uuid not null references users,
    created_at timestamptz not null default app_now(),
    check ((file is null) = (file_name is null) and (file is null) = (file_type is null)),
    check (decision = 'accept' or file is not null)
  )`.execute(db)
  await sql`create unique index dispute_responses_dispute_id_key on dispute_responses (dispute_id)
    where state <> 'failed'`.execute(db)
}
