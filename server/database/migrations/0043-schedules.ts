import { type Kysely, sql } from 'kysely'

/** Scheduled purchases with their runs, and the meters whose owners are notified when the units run low. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table schedules (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id),
      state text not null check (state in ('active', 'paused', 'ended')),
      service text not null, number text not null, provider text not null, type text not null, plan text not null,
      quantity int not null check (quantity > 0), phone text not null, title text not null,
      amount_kobo bigint not null check (amount_kobo > 0),
      frequency text not null check (frequency in ('weekly', 'monthly', 'once', 'low_units')),
      start_on text not null, next_on text, reminded_on text,
      payment_method text not null check (payment_method in ('WALLET', 'SAVED_CARD')),
      card_uniqueid text,
      max_run_kobo bigint not null check (max_run_kobo > 0),
      max_month_kobo bigint not null check (max_month_kobo >= max_run_kobo),
      remind_by text not null,
      pause_reason text,
      due_at timestamptz,
      created_at timestamptz not null default app_now(),
      check ((payment_method = 'SAVED_CARD') = (card_uniqueid is not null))
    )`.execute(db)
  await sql`create index schedules_user_id_created_at_idx on schedules (user_id, created_at desc)`.execute(db)
  await sql`create index schedules_due_at_idx on schedules (due_at) where due_at is not null`.execute(db)
  await sql`create table schedule_runs (
      id uuid primary key default gen_random_uuid(),
      schedule_id uuid not null references schedules (id),
      period text not null,
      state text not null check (state in ('waiting', 'paying', 'paid', 'skipped', 'failed')),
      order_id uuid unique references orders (id) on delete set null,
      total_kobo bigint,
      reason_code text, reason text,
      low_wallet_count int not null default 0,
      due_at timestamptz,
      created_at timestamptz not null default app_now(),
      unique (schedule_id, period)
    )`.execute(db)
  await sql`create index schedule_runs_due_at_idx on schedule_runs (due_at) where due_at is not null`.execute(
    db,
  )
  await sql`create table low_units_alerts (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id),
      number text not null,
      channel text not null,
      alerted_purchase_at timestamptz,
      due_at timestamptz,
      created_at timestamptz not null default app_now(),
      unique (user_id, number)
    )`.execute(db)
  await sql`create index low_units_alerts_due_at_idx on low_units_alerts (due_at) where due_at is not null`.execute(
    db,
  )
}
