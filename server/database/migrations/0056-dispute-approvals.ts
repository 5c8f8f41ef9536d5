import { type Kysely, sql } from 'kysely'

/** Accepting a dispute of a large amount waits for a second manager; the dispute has one pending request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approvals drop constraint approvals_kind_check,
    add constraint approvals_kind_check check (kind in ('wallet_topup', 'refund', 'unallocated_funds', 'purchase',
      'limit_change', 'goodwill', 'scope_change', 'dispute_acceptance')),
    add column dispute_id uuid constraint approvals_dispute_id_fkey references disputes,
    add constraint approvals_dispute_id_kind_check check ((dispute_id is null) = (kind <> 'dispute_acceptance'))`.execute(
    db,
  )
  await sql`create unique index approvals_pending_dispute_acceptance_key on approvals (dispute_id)
    where kind = 'dispute_acceptance' and state = 'pending'`.execute(db)
}
