import { type Kysely, sql } from 'kysely'

/** Second-manager limits count per manager and per beneficiary, and apply to purchases and to changes of the limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approvals drop constraint approvals_kind_check,
    add constraint approvals_kind_check check (kind in ('wallet_topup', 'refund', 'set_apart', 'purchase', 'limit_change')),
    alter column amount_kobo drop not null,
    add constraint approvals_have_amount check ((amount_kobo is null) = (kind = 'limit_change')),
    add column beneficiary text,
    add column settings jsonb,
    add constraint approvals_have_settings check ((settings is null) = (kind <> 'limit_change'))`.execute(db)
  await sql`update approvals set beneficiary = user_id::text`.execute(db)
  await sql`create unique index one_purchase_waits on approvals (order_id) where kind = 'purchase' and state = 'waiting'`.execute(
    db,
  )
  await sql`create unique index one_limit_change_waits on approvals (kind) where kind = 'limit_change' and state = 'waiting'`.execute(
    db,
  )
}
