import { type Kysely, sql } from 'kysely'

/** Cashback is pinned at the lookup like price and fee, and a refund may wait for a second manager. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null on orders of a version that did not pin it.
  await sql`alter table orders add column cashback_kobo bigint check (cashback_kobo >= 0)`.execute(db)

  // Wider than before: a refund belongs to an order, and a guest's has no user.
  await sql`alter table approvals drop constraint approvals_kind_check,
    add constraint approvals_kind_check check (kind in ('wallet_topup', 'refund')),
    alter column user_id drop not null,
    add column order_id uuid references orders,
    add column bank_reference text`.execute(db)
  await sql`create unique index one_refund_waits on approvals (order_id) where kind = 'refund' and state = 'waiting'`.execute(
    db,
  )
}
