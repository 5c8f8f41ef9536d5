import { type Kysely, sql } from 'kysely'

/** The lookup fixes an order's cashback, like its price and fee, and a refund may wait for a second manager. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null on orders of a version that did not store it.
  await sql`alter table orders add column cashback_kobo bigint check (cashback_kobo >= 0)`.execute(db)

  // Approvals of refunds: a refund belongs to an order, and a guest's order has no user.
  await sql`alter table approvals drop constraint approvals_kind_check,
    add constraint approvals_kind_check check (kind in ('wallet_topup', 'refund')),
    alter column user_id drop not null,
    add column order_id uuid references orders,
    add column bank_reference text`.execute(db)
  await sql`create unique index one_refund_waits on approvals (order_id) where kind = 'refund' and state = 'waiting'`.execute(
    db,
  )
}
