import { type Kysely, sql } from 'kysely'

/** Cards that may be charged again, and payments that a signed-in person makes: from a wallet, by such a card, or into the wallet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `token` is sealed under DATA_KEYS; `token_hash` only tells whether two cards share one at the gateway.
  await sql`create table payment_cards (
    id uuid primary key default gen_random_uuid(), uniqueid text not null unique,
    user_id uuid not null references users, gateway text not null,
    token text, token_hash bytea not null, email text not null,
    first_digits text not null, last_digits text not null, expiry text not null, issuer text, type text not null,
    signature text not null, created_at timestamptz not null default business_now(), saved_at timestamptz not null default business_now(),
    deleted_at timestamptz, due_at timestamptz, tries integer not null default 0)`.execute(db)
  await sql`create unique index one_card_each on payment_cards (user_id, gateway, signature) where deleted_at is null`.execute(
    db,
  )
  await sql`create index on payment_cards (token_hash) where deleted_at is null`.execute(db)
  await sql`create index on payment_cards (due_at) where due_at is not null`.execute(db)

  await sql`alter table payments
    alter column order_id drop not null,
    add column purpose text not null default 'order' check (purpose in ('order', 'wallet_topup')),
    add column user_id uuid references users,
    add column card_id uuid references payment_cards,
    add column save_card boolean not null default false,
    add constraint paid_for check ((purpose = 'order') = (order_id is not null)),
    add constraint top_up_owner check (purpose = 'order' or user_id is not null),
    add constraint wallet_owner check (gateway <> 'wallet' or (user_id is not null and purpose = 'order'))`.execute(
    db,
  )
  await sql`create index on payments (user_id, created_at desc) where user_id is not null`.execute(db)
  await sql`alter table refunds alter column order_id drop not null`.execute(db)
}
