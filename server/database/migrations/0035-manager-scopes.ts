import { type Kysely, sql } from 'kysely'

/**
 * A manager's role has scopes and a second factor. Existing managers keep all of them; a second admin approves a change.
 */
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
  await sql`alter table users add column second_factor_key text, add column second_factor_at timestamptz,
    add column second_factor_step bigint not null default 0,
    add constraint users_second_factor_check check (second_factor_at is null or second_factor_key is not null)`.execute(
    db,
  )
  await sql`create table recovery_codes (user_id uuid not null references users on delete cascade,
    code_hash bytea not null, used_at timestamptz, primary key (user_id, code_hash))`.execute(db)
}
