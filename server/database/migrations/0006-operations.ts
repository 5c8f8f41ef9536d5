import { type Kysely, sql } from 'kysely'

/** Tables for operations: audit log, vendors' health, who waits for a service, broken ledger rules, differences. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key to users: the entries stay when a user is deleted.
  await sql`create table audit_log (
    id bigint generated always as identity primary key, at timestamptz not null default business_now(),
    role text not null check (role in ('user', 'manager', 'command', 'system')), actor_id uuid,
    action text not null, subject text, owner_id uuid, detail jsonb not null default '{}',
    request text, shown boolean not null default false)`.execute(db)
  await sql`create index on audit_log (actor_id, id desc) where actor_id is not null`.execute(db)
  await sql`create index on audit_log (owner_id, id desc) where shown`.execute(db)
  await sql`create index on audit_log (subject, id desc) where subject is not null`.execute(db)
  await sql`create trigger append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_change()`.execute(db)

  // One row for each vendor and service that was ever paused; none means that it sells.
  await sql`create table vendor_health (
    vendor text not null, service text not null,
    state text not null check (state in ('selling', 'paused', 'trial')), since timestamptz not null default business_now(),
    reason text not null, pauses integer not null default 1, probe_at timestamptz, good_probes integer not null default 0,
    needs_kobo bigint, primary key (vendor, service))`.execute(db)
  // Delivered attempts, nearly all of them, are not in it: selling does not have to update it.
  await sql`create index on attempts (created_at) where state in ('failed', 'unknown')`.execute(db)

  await sql`create table back_requests (
    id uuid primary key default gen_random_uuid(), service text not null, channel text not null check (channel in ('mail', 'sms')),
    recipient text not null, created_at timestamptz not null default business_now(), told_at timestamptz)`.execute(
    db,
  )
  await sql`create unique index one_wait on back_requests (service, channel, recipient) where told_at is null`.execute(
    db,
  )

  // A ledger rule that does not hold. `service` is not sold until it holds again or a person accepts it. Null: every
  // service.
  await sql`create table breaches (
    id bigint generated always as identity primary key, rule text not null, subject text not null, service text,
    says text not null, found_at timestamptz not null default business_now(), ended_at timestamptz,
    accepted_at timestamptz, accepted_by text, accepted_why text)`.execute(db)
  await sql`create unique index one_breach on breaches (rule, subject) where ended_at is null`.execute(db)

  // Our records and a counterparty's differ: listed with its age until it is explained.
  await sql`create table differences (
    id bigint generated always as identity primary key, kind text not null, subject text not null,
    our_kobo bigint, their_kobo bigint, note text, owner text not null default 'operations',
    since timestamptz not null default business_now(), seen_at timestamptz not null default business_now(),
    resolved_at timestamptz, resolution text)`.execute(db)
  await sql`create unique index one_difference on differences (kind, subject) where resolved_at is null`.execute(
    db,
  )
  // What was compared with its counterparty, once; the amount counts in the day's figure when it agreed.
  await sql`create table compared (
    kind text not null check (kind in ('payment', 'refund', 'attempt', 'inflow')), subject_id uuid not null,
    agreed boolean not null, at timestamptz not null default business_now(), primary key (kind, subject_id))`.execute(
    db,
  )
  await sql`create index on compared (at)`.execute(db)
  await sql`create table daily_figures (
    day date primary key, figures jsonb not null, made_at timestamptz not null default business_now())`.execute(
    db,
  )

  // An order keeps all that it needs of its lookup, which is forgotten after a day: nothing is to be sought for it.
  await sql`alter table orders drop constraint orders_verification_id_fkey`.execute(db)
  await sql`create index on verifications (stale_at)`.execute(db)
  // Deleting an order looks up the rows that refer to it.
  await sql`create index on outbox (order_id) where order_id is not null`.execute(db)
  await sql`create index on notifications (order_id) where order_id is not null`.execute(db)

  // Orders and attempts that still need a step, and rows that lost their due time: few rows, searched often.
  await sql`create index on orders (paid_at) where state in ('paid', 'vending', 'vend_failed', 'refunding')`.execute(
    db,
  )
  await sql`create index on attempts (due_at) where state in ('sending', 'unknown', 'written_off')`.execute(
    db,
  )
  await sql`create index on orders (id) where due_at is null and state = 'awaiting_payment'`.execute(db)
  await sql`create index on payments (id) where due_at is null and state in ('created', 'initialised', 'pending')`.execute(
    db,
  )
  await sql`create index on refunds (id) where due_at is null and state in ('requested', 'unknown', 'sent')`.execute(
    db,
  )
  await sql`create index on outbox (id) where due_at is null and state in ('waiting', 'sending')`.execute(db)

  // Scans read recent rows. Rows are written in order of time, so these indexes are small.
  for (const [table, column] of [
    ['orders', 'created_at'],
    ['payments', 'created_at'],
    ['refunds', 'created_at'],
    ['attempts', 'created_at'],
    ['ledger_entries', 'posted_at'],
  ] as const) {
    await sql`create index on ${sql.table(table)} using brin (${sql.ref(column)})`.execute(db)
  }
}
