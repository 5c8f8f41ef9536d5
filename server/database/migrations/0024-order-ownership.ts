import { type Kysely, sql } from 'kysely'

/** Who paid is known: only the payer names the account of a refund. Declined cards are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The digest of the browser session that a payment was begun in, and whom the gateway names as payer.
  await sql`alter table payments add column session_hash bytea, add column payer_name text`.execute(db)
  // Payments that are open now were nearly always begun in the browser that made the order.
  await sql`update payments set session_hash = orders.session_hash from orders
    where orders.id = payments.order_id and payments.user_id is null and orders.session_hash is not null
      and (orders.state in ('awaiting_payment', 'expired', 'paid', 'vending', 'vend_failed', 'refunding')
        or exists (select from refunds where refunds.payment_id = payments.id
          and refunds.state not in ('processed', 'failed')))`.execute(db)
  await sql`create index on payments (created_at) where payer_name is not null`.execute(db)

  // The account that a refund is paid into: whose it is, when it was named, and why a manager must look at it first.
  await sql`alter table refunds
    add column account_name text,
    add column account_named_at timestamptz,
    add column account_review text check (account_review in ('name_mismatch', 'recent_change'))`.execute(db)

  await sql`create index on refunds (account_named_at) where account_name is not null`.execute(db)

  // Codes mailed to the payer, each tied to the browser that asked for it.
  await sql`create table refund_account_codes (
    id uuid primary key default gen_random_uuid(), refund_id uuid not null references refunds on delete cascade,
    hash bytea not null, session_hash bytea not null, tries integer not null default 0,
    expires_at timestamptz not null, proved_at timestamptz,
    created_at timestamptz not null default business_now())`.execute(db)
  await sql`create index on refund_account_codes (refund_id, created_at)`.execute(db)

  // Card payments of the last days: declines are counted by browser, by network and by saved card.
  await sql`create table card_attempts (
    payment_id uuid primary key references payments on delete cascade, device bytea, client bytea not null, card text,
    created_at timestamptz not null default business_now(), declined_at timestamptz)`.execute(db)
  for (const counted of ['device', 'client', 'card'])
    await sql`create index on card_attempts (${sql.ref(counted)}, declined_at) where declined_at is not null`.execute(
      db,
    )
  await sql`create index on card_attempts (created_at)`.execute(db)
}
