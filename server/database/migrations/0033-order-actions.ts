import { type Kysely, sql } from 'kysely'

/**
 * Notes of managers on an order, which are deleted only with an order that was never paid, and approvals of goodwill
 * payments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_notes (
    id uuid primary key,
    order_id uuid not null references orders on delete cascade,
    author_id uuid not null references users,
    body text not null check (length(body) between 1 and 1000),
    created_at timestamptz not null default app_now()
  )`.execute(db)
  await sql`create index order_notes_order_id_created_at_idx on order_notes (order_id, created_at)`.execute(
    db,
  )
  await sql`create trigger append_only before update on order_notes
    for each row execute function reject_mutation()`.execute(db)
  await sql`alter table approvals drop constraint approvals_kind_check,
    add constraint approvals_kind_check
      check (kind in ('wallet_topup', 'refund', 'unallocated_funds', 'purchase', 'limit_change', 'goodwill'))`.execute(
    db,
  )
  await sql`create unique index approvals_pending_goodwill_key on approvals (order_id)
    where kind = 'goodwill' and state = 'pending'`.execute(db)
}
