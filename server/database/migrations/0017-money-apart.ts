import { type Kysely, sql } from 'kysely'

/** Money of no order goes to a wallet or back to its payer; a refund says where it went; disputes are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A transfer that came to nobody's account is given back by a refund like any other.
  await sql`alter table refunds
    alter column payment_id drop not null,
    add column inflow_id uuid references inflows,
    add column account_bank text,
    add column account_ends text,
    add column paid_by_hand text check (paid_by_hand in ('wallet', 'bank')),
    add constraint gives_back check (num_nonnulls(payment_id, inflow_id) = 1),
    add constraint of_no_order check (inflow_id is null or order_id is null)`.execute(db)
  await sql`create unique index one_return_each on refunds (inflow_id, cause) where inflow_id is not null`.execute(
    db,
  )
  await sql`create index on refunds (id) where order_id is null and state in ('failed', 'needs_attention')`.execute(
    db,
  )
  await sql`create index on refunds (again_of) where again_of is not null`.execute(db)
  // The gateway's own id of it, where its refunds are asked about by that.
  await sql`alter table inflows add column transaction_id text`.execute(db)

  await sql`alter table approvals drop constraint approvals_kind_check,
    add constraint approvals_kind_check check (kind in ('wallet_topup', 'refund', 'set_apart')),
    add column difference_id bigint references differences`.execute(db)
  await sql`create unique index one_act_waits on approvals (difference_id) where kind = 'set_apart' and state = 'waiting'`.execute(
    db,
  )

  // What a payer's bank contests at a gateway. `amount_kobo`: what it took, once it is lost.
  await sql`create table disputes (
    id uuid primary key default gen_random_uuid(), gateway text not null, gateway_dispute text not null,
    payment_id uuid not null references payments, state text not null check (state in ('open', 'won', 'lost')),
    amount_kobo bigint check (amount_kobo > 0), answer_by timestamptz,
    created_at timestamptz not null default business_now(), unique (gateway, gateway_dispute))`.execute(db)
  await sql`create index on disputes (payment_id)`.execute(db)
  await sql`create index on disputes (id) where state = 'open'`.execute(db)
}
