import { sql } from 'kysely'
import type { DataOf } from '../../shared/contract.ts'
import type { FeeOrLimit, getConfigHistory, getFeesAndLimits } from '../../shared/management/configs.ts'
import { formatMoney } from '../../shared/money.ts'
import {
  type ApprovalCaller,
  type ApprovalHandler,
  createLimitApproval,
  settingNeedsApproval,
} from '../approvals/index.ts'
import type { Database, SettingChange } from '../database/index.ts'
import { ApiError, type RateLimitName, rateLimitRules } from '../http/index.ts'
import { isSetting, type SettingName, SettingsConflictError, settingNames } from '../settings/index.ts'
import { configTexts, feeGroupTexts, feeLabelTexts } from './config-texts.ts'
import { changeSettings } from './configs.ts'
import type { ManagementDeps } from './deps.ts'

interface FeeOrLimitDefinition {
  readonly group: keyof typeof feeGroupTexts
  readonly unit: FeeOrLimit['unit']
  readonly min: number
  readonly max: number
}

/** Bounds that several settings have. */
const serviceCharge = { group: 'charges', unit: 'naira', min: 0, max: 10_000 } as const
const approvalLimit = { group: 'second', unit: 'naira', min: 0, max: 100_000_000 } as const
const payoutDays = { group: 'limits', unit: 'count', min: 1, max: 31 } as const
const rateLimit = { group: 'limits', unit: 'count', min: 1, max: 100_000_000 } as const

/** Fees and limits in screen order. Naira here; kobo in the settings whose name ends in `_kobo`. */
const definitions = {
  power_service_charge_kobo: serviceCharge,
  cabletv_service_charge_kobo: serviceCharge,
  data_service_charge_kobo: serviceCharge,
  waec_service_charge_kobo: serviceCharge,
  jamb_service_charge_kobo: serviceCharge,
  cashback_basis_points: { group: 'rewards', unit: 'percent', min: 0, max: 20 },
  referral_bonus_kobo: { group: 'rewards', unit: 'naira', min: 0, max: 100_000 },
  referral_order_min_kobo: { group: 'rewards', unit: 'naira', min: 0, max: 1_000_000 },
  wallet_minimum_deposit: { group: 'rewards', unit: 'naira', min: 1, max: 1_000_000 },
  funding_fee_kobo: { group: 'wallet', unit: 'naira', min: 0, max: 10_000 },
  wallet_topup_max_kobo: { group: 'wallet', unit: 'naira', min: 1_000, max: 10_000_000 },
  topup_second_manager_kobo: approvalLimit,
  refund_second_manager_kobo: approvalLimit,
  write_off_daily_cap_kobo: approvalLimit,
  low_float_kobo: { group: 'limits', unit: 'naira', min: 0, max: 100_000_000 },
  low_float_hours: { group: 'limits', unit: 'count', min: 0, max: 168 },
  paystack_payout_days: payoutDays,
  flutterwave_payout_days: payoutDays,
  sms_segment_kobo: { group: 'charges', unit: 'naira', min: 0, max: 1_000 },
  message_pin_above: { group: 'limits', unit: 'count', min: 0, max: 1_000_000 },
  education_quantity_limit: { group: 'limits', unit: 'count', min: 1, max: 50 },
  limit_lookup_number: rateLimit,
  limit_lookup_client: rateLimit,
  limit_lookup_everybody: rateLimit,
  limit_quote_client: rateLimit,
  limit_checkout_client: rateLimit,
  limit_sign_in_account: rateLimit,
  limit_register_client: rateLimit,
  limit_mail_client: rateLimit,
} as const satisfies Partial<Record<SettingName, FeeOrLimitDefinition>>
type FeeOrLimitName = keyof typeof definitions

const isFeeOrLimit = (name: string): name is FeeOrLimitName => Object.hasOwn(definitions, name)
/** Setting units per displayed unit: kobo per naira, hundredths per percent. */
const perUnit = (name: FeeOrLimitName): number => (/_(kobo|basis_points)$/.test(name) ? 100 : 1)

export async function currentFeesAndLimits({
  settings,
}: ManagementDeps): Promise<DataOf<typeof getFeesAndLimits>> {
  const version = await settings.version()
  const all = await settings.all()
  const list = settingNames.filter(isFeeOrLimit).map((name): FeeOrLimit => {
    const value = all[name]
    return {
      name,
      ...definitions[name],
      group: feeGroupTexts[definitions[name].group](),
      label: feeLabelTexts[name](),
      value: value === null ? null : value / perUnit(name),
      built_in_value: builtInLimitOf(name),
      requires_approval: settingNeedsApproval(name),
    }
  })
  const order = Object.keys(definitions)
  return { version, fees_and_limits: list.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)) }
}

/** Points of a rate limit that has no value; null for another setting. */
function builtInLimitOf(name: FeeOrLimitName): number | null {
  const limit = name.replace(/^limit_/, '')
  return limit !== name && isRateLimit(limit) ? rateLimitRules[limit].points : null
}

const isRateLimit = (name: string): name is RateLimitName => Object.hasOwn(rateLimitRules, name)

interface FeeOrLimitChanges {
  readonly changes: Readonly<Record<string, number | null>>
  readonly version?: string | undefined
}

/**
 * Applies all changes or none. With an approval limit or a reward among them, all changes need a second manager's
 * approval.
 * @param assertPin called when the changes need approval
 * @returns the version, and whether the changes are pending approval
 * @throws ApiError INVALID, CONFIGS_CHANGED, NO_CHANGES, NOT_NOW
 */
export async function changeFeesAndLimits(
  deps: ManagementDeps,
  caller: ApprovalCaller,
  { changes, version }: FeeOrLimitChanges,
  assertPin: () => Promise<void>,
): Promise<{ version: string; isPending: boolean }> {
  const values = Object.entries(changes).map(([name, value]): [FeeOrLimitName, number | null] => {
    if (!isFeeOrLimit(name)) throw new ApiError('INVALID', { field: name, message: configTexts.unknown() })
    const { min, max } = definitions[name]
    if (value !== null && (value < min || value > max))
      throw new ApiError('INVALID', {
        field: name,
        message: configTexts.outOfRange({ min: String(min), max: String(max) }),
      })
    return [name, value === null ? null : Math.round(value * perUnit(name))]
  })
  if (!values.some(([name]) => settingNeedsApproval(name)))
    return { ...(await changeSettings(deps, caller, Object.fromEntries(values), version)), isPending: false }
  await assertPin()
  return { version: await requestLimitApproval(deps, caller, values, version), isPending: true }
}

async function requestLimitApproval(
  { db, settings }: ManagementDeps,
  caller: ApprovalCaller,
  values: readonly (readonly [FeeOrLimitName, number | null])[],
  version: string | undefined,
): Promise<string> {
  const currentVersion = await settings.version()
  if (version !== undefined && version !== currentVersion) throw new ApiError('CONFIGS_CHANGED')
  const all = await settings.all()
  const steps = values
    .filter(([name, to]) => all[name] !== to)
    .map(([name, to]): [string, SettingChange] => [name, { from: all[name], to }])
  if (steps.length === 0) throw new ApiError('NO_CHANGES')
  await db.inTransaction((tx) => createLimitApproval(tx, Object.fromEntries(steps), caller))
  return currentVersion
}

/** Applies an approved change of limits. */
export const onLimitChangeApproved =
  ({ settings }: ManagementDeps): ApprovalHandler =>
  async (tx, { settings: steps, requested_by }) => {
    try {
      const dropCache = await settings.changeIn(tx, steps ?? {}, { userId: requested_by })
      return async () => dropCache()
    } catch (error) {
      throw error instanceof SettingsConflictError ? new ApiError('CONFIGS_CHANGED') : error
    }
  }

/** A pending change of a setting, formatted for display. */
export const describeSetting = (name: string, { from, to }: SettingChange) => ({
  name: labelOf(name),
  from: displayValue(name, from),
  to: displayValue(name, to),
})

const pageSize = 50

/** True for a change by a manager; other changes have the name of a command. */
const isId = sql`setting_changes.changed_by ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`

/** Changes of settings, newest first. */
export async function settingHistory(
  db: Database,
  cursor: string | undefined,
): Promise<DataOf<typeof getConfigHistory>> {
  const rows = await db.q
    .selectFrom('setting_changes')
    .leftJoin('users', (join) =>
      join.on(sql<boolean>`users.id = case when ${isId} then setting_changes.changed_by::uuid end`),
    )
    .select([
      'setting_changes.id',
      'setting_changes.name',
      'old',
      'new',
      'changed_at',
      'changed_by',
      'users.name as who',
    ])
    .$if(cursor !== undefined, (query) => query.where('setting_changes.id', '<', BigInt(cursor ?? 0)))
    .orderBy('setting_changes.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return {
    list: rows.slice(0, pageSize).map((row) => ({
      id: String(row.id),
      name: row.name,
      label: labelOf(row.name),
      old: displayValue(row.name, row.old),
      new: displayValue(row.name, row.new),
      changed_by: row.who ?? row.changed_by,
      at: row.changed_at.toISOString(),
    })),
    next: rows.length > pageSize ? String(rows[pageSize - 1]?.id) : null,
  }
}

/** Label of a setting: as on the fees and limits screen, else its name in words. */
const labelOf = (name: string): string =>
  isFeeOrLimit(name) ? feeLabelTexts[name]() : name.replaceAll('_', ' ')

function displayValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return configTexts.none()
  if (isSetting(name) && name.endsWith('_kobo') && typeof value === 'number')
    return formatMoney(BigInt(value))
  if (name.endsWith('_basis_points') && typeof value === 'number') return `${value / 100} %`
  if (name.endsWith('_status')) return value === 1 ? configTexts.on() : configTexts.off()
  return String(value)
}
