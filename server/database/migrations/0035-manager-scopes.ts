import { type Kysely, sql } from 'kysely'

/** A manager's role has scopes. Existing managers keep all of them; a second admin approves a change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column scopes text[] not null default '{}',
    add constraint users_scopes_check check (scopes <@ array['support', 'finance', 'operations', 'admin'])`.execute(
    db,
  )
  await sql`update users set scopes = array['support', 'finance', 'operations', 'admin'] where role = 'manager'`.execute(
    db,
  )
  await sql`alter table approvals drop constraint approvals_kind_check,
    add constraint approvals_kind_check check (kind in ('wallet_topup', 'refund', 'unallocated_funds', 'purchase',
      'limit_change', 'goodwill', 'scope_change')),
    drop constraint approvals_amount_kobo_kind_check,
    add constraint approvals_amount_kobo_kind_check check ((amount_kobo is null) = (kind in ('limit_change', 'scope_change'))),
    add column scopes text[],
    add constraint approvals_scopes_kind_check check ((scopes is null) = (kind <> 'scope_change'))`.execute(
    db,
  )
  await sql`create unique index approvals_pending_scope_change_key on approvals (user_id)
    where kind = 'scope_change' and state = 'pending'`.execute(db)
}
