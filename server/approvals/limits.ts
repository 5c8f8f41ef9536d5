import { sql } from 'kysely'
import type { OrderId, UserId } from '../../shared/ids.ts'
import type { MoneyApprovalKind } from '../../shared/management/approvals.ts'
import type { Tx } from '../database/index.ts'
import type { SettingName, Settings } from '../settings/index.ts'

/** Kinds whose amounts count against the same limit. */
export type LimitGroup = readonly MoneyApprovalKind[]

const limitNames = {
  wallet_topup: 'topup_second_manager_kobo',
  purchase: 'topup_second_manager_kobo',
  refund: 'refund_second_manager_kobo',
  unallocated_funds: 'refund_second_manager_kobo',
  goodwill: 'refund_second_manager_kobo',
  dispute_acceptance: 'refund_second_manager_kobo',
} as const satisfies Record<LimitGroup[number], SettingName>

/**
 * Settings that decide how much money one manager can create: the limits, and the rewards, which a customer account of
 * the manager could earn.
 */
const approvedSettingNames: ReadonlySet<string> = new Set<SettingName>([
  ...Object.values(limitNames),
  'cashback_basis_points',
  'referral_bonus_kobo',
  'referral_order_min_kobo',
])

/** True for a setting whose change needs a second manager. */
export const settingNeedsApproval = (name: string): boolean => approvedSettingNames.has(name)

/**
 * The amount that one manager may move without approval, kobo; null for no limit. Read before the
 * transaction.
 */
export async function approvalThreshold(
  settings: Settings,
  kind: LimitGroup[number],
): Promise<bigint | null> {
  const limit = await settings.get(limitNames[kind])
  return limit === null ? null : BigInt(limit)
}

interface LimitCheck {
  readonly limitGroup: LimitGroup
  readonly managerId: UserId
  readonly beneficiary: string | null
  readonly amountKobo: bigint
  readonly limitKobo: bigint | null
}

/**
 * True while the single-manager actions of the last 24 hours and this one stay within the limit, for this
 * manager and for this beneficiary. Concurrent requests are counted one after the other.
 */
export async function isWithinApprovalThreshold(
  tx: Tx,
  { limitGroup, managerId, beneficiary, amountKobo, limitKobo }: LimitCheck,
): Promise<boolean> {
  if (limitKobo === null) return true
  await sql`select pg_advisory_xact_lock(hashtextextended('second-manager', 3))`.execute(tx)
  const { rows } = await sql<{ by_manager: string; to_beneficiary: string }>`
    select coalesce(sum(amount_kobo) filter (where requested_by = ${managerId}::uuid), 0)::text as by_manager,
      coalesce(sum(amount_kobo) filter (where beneficiary = ${beneficiary}), 0)::text as to_beneficiary
    from approvals
    where kind = any(${[...limitGroup]}::text[]) and state = 'approved' and decided_by is null
      and requested_at > app_now() - interval '24 hours'`.execute(tx)
  const { by_manager = '0', to_beneficiary = '0' } = rows[0] ?? {}
  return BigInt(by_manager) + amountKobo <= limitKobo && BigInt(to_beneficiary) + amountKobo <= limitKobo
}

/**
 * SQL condition: the manager benefits from the request. A guest's order with the manager's phone or e-mail counts, and
 * so does an order that the manager paid for: its money is returned to the payer.
 */
export const isManagerBeneficiarySql = (
  managerId: UserId,
  beneficiary: ReturnType<typeof sql>,
  orderId: ReturnType<typeof sql>,
) => sql<boolean>`(coalesce(${beneficiary} = ${managerId}::text, false) or exists (
  select from orders as own join users as manager on manager.id = ${managerId}::uuid
  where own.id = ${orderId} and (own.user_id = manager.id
    or (own.user_id is null and (lower(own.email) = lower(manager.email) or own.phone = manager.phone))
    or exists (select from payments where payments.order_id = own.id and payments.paid_kobo is not null
      and (payments.user_id = manager.id
        or (payments.user_id is null and lower(payments.email) = lower(manager.email)))))))`

/** True when the manager would benefit. */
export async function isManagerBeneficiary(
  tx: Tx,
  managerId: UserId,
  { beneficiary, orderId }: { beneficiary: string | null; orderId: OrderId | null },
): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean }>`
    select ${isManagerBeneficiarySql(managerId, sql`${beneficiary}::text`, sql`${orderId}::uuid`)} as is_own`.execute(
    tx,
  )
  return rows[0]?.is_own ?? false
}
