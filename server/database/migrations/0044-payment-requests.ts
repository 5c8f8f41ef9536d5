import { type Kysely, sql } from 'kysely'

/** Payment requests, the abuse reports about them, and the request that an order pays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table payment_requests (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id),
      code_hash bytea not null unique,
      encrypted_code text not null,
      quoted_order_id uuid not null,
      service text not null,
      selection jsonb not null,
      amount_kobo bigint check (amount_kobo > 0),
      note text,
      state text not null check (state in ('open', 'paid', 'cancelled', 'blocked')),
      state_since timestamptz not null default app_now(),
      version integer not null default 0,
      paid_order_id uuid unique references orders (id),
      expires_at timestamptz not null,
      created_at timestamptz not null default app_now(),
      check ((state = 'paid') = (paid_order_id is not null))
    )`.execute(db)
  await sql`create unique index payment_requests_quoted_order_idx on payment_requests (quoted_order_id)
    where state = 'open'`.execute(db)
  await sql`create index payment_requests_user_idx on payment_requests (user_id, created_at desc)`.execute(db)
  await sql`create trigger state_transition_guard before update on payment_requests
    for each row execute function enforce_state_transition('payment_request')`.execute(db)
  await sql`create table payment_request_reports (
      id uuid primary key default gen_random_uuid(),
      request_id uuid not null references payment_requests (id),
      reason text not null,
      created_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index payment_request_reports_request_idx on payment_request_reports (request_id)`.execute(
    db,
  )
  await sql`alter table orders add column payment_request_id uuid references payment_requests (id)`.execute(
    db,
  )
  await sql`create index orders_payment_request_idx on orders (payment_request_id)
    where payment_request_id is not null`.execute(db)
}
