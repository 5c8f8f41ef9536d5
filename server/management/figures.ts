import { sql } from 'kysely'
import type { DataOf } from '../../shared/contract.ts'
import type { configHistory, Figure, siteFigures } from '../../shared/management/configs.ts'
import { formatMoney } from '../../shared/money.ts'
import type { By } from '../approvals/index.ts'
import type { Database } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { isSetting, type SettingName, settingNames } from '../settings/index.ts'
import { changeSettings } from './configs.ts'
import type { ManagementParts } from './parts.ts'

interface Shown {
  /** The heading that it stands under. */
  readonly group: string
  readonly about: string
  readonly unit: Figure['unit']
  readonly min: number
  readonly max: number
}

const groups = {
  charges: 'Service charges',
  rewards: 'Cashback and referral',
  wallet: 'Wallet',
  second: 'Second manager and refunds',
  limits: 'Limits',
} as const

/** The figures of the screen, in its order; naira here, kobo in the setting that ends so. */
const figures = {
  power_service_charge_kobo: {
    group: groups.charges,
    about: 'Service charge, electricity',
    unit: 'naira',
    min: 0,
    max: 10_000,
  },
  cabletv_service_charge_kobo: {
    group: groups.charges,
    about: 'Service charge, cable TV',
    unit: 'naira',
    min: 0,
    max: 10_000,
  },
  data_service_charge_kobo: {
    group: groups.charges,
    about: 'Service charge, data',
    unit: 'naira',
    min: 0,
    max: 10_000,
  },
  waec_service_charge_kobo: {
    group: groups.charges,
    about: 'Service charge, WAEC',
    unit: 'naira',
    min: 0,
    max: 10_000,
  },
  jamb_service_charge_kobo: {
    group: groups.charges,
    about: 'Service charge, JAMB',
    unit: 'naira',
    min: 0,
    max: 10_000,
  },
  cashback_basis_points: {
    group: groups.rewards,
    about: 'Cashback for registered customers',
    unit: 'percent',
    min: 0,
    max: 20,
  },
  referral_bonus_kobo: {
    group: groups.rewards,
    about: 'Bonus for a referral',
    unit: 'naira',
    min: 0,
    max: 100_000,
  },
  referral_order_min_kobo: {
    group: groups.rewards,
    about: 'Least first order that earns a referral bonus',
    unit: 'naira',
    min: 0,
    max: 1_000_000,
  },
  wallet_minimum_deposit: {
    group: groups.rewards,
    about: 'Least bonus redeemed at once',
    unit: 'naira',
    min: 1,
    max: 1_000_000,
  },
  funding_fee_kobo: {
    group: groups.wallet,
    about: 'Fee on a transfer to a reserved account',
    unit: 'naira',
    min: 0,
    max: 10_000,
  },
  wallet_topup_max_kobo: {
    group: groups.wallet,
    about: 'Most of one wallet top-up',
    unit: 'naira',
    min: 1_000,
    max: 10_000_000,
  },
  topup_second_manager_kobo: {
    group: groups.second,
    about: 'Top-ups by managers above this wait for a second manager; empty for never',
    unit: 'naira',
    min: 0,
    max: 100_000_000,
  },
  refund_second_manager_kobo: {
    group: groups.second,
    about: 'Refunds by managers above this wait for a second manager; empty for never',
    unit: 'naira',
    min: 0,
    max: 100_000_000,
  },
  write_off_daily_cap_kobo: {
    group: groups.second,
    about: 'Refunded by itself in a day for unclear deliveries',
    unit: 'naira',
    min: 0,
    max: 100_000_000,
  },
  education_quantity_limit: {
    group: groups.limits,
    about: 'PINs in one education order',
    unit: 'count',
    min: 1,
    max: 50,
  },
  limit_lookup_number: {
    group: groups.limits,
    about: 'Lookups of one number in 10 minutes',
    unit: 'count',
    min: 1,
    max: 100_000_000,
  },
  limit_lookup_client: {
    group: groups.limits,
    about: 'Lookups by one network address in 10 minutes',
    unit: 'count',
    min: 1,
    max: 100_000_000,
  },
  limit_lookup_everybody: {
    group: groups.limits,
    about: 'Lookups by everybody in 10 minutes',
    unit: 'count',
    min: 1,
    max: 100_000_000,
  },
  limit_checkout_client: {
    group: groups.limits,
    about: 'Checkouts by one network address in 10 minutes',
    unit: 'count',
    min: 1,
    max: 100_000_000,
  },
  limit_sign_in_client: {
    group: groups.limits,
    about: 'Wrong passwords by one network address in 15 minutes',
    unit: 'count',
    min: 1,
    max: 100_000_000,
  },
  limit_register_client: {
    group: groups.limits,
    about: 'New accounts by one network address in an hour',
    unit: 'count',
    min: 1,
    max: 100_000_000,
  },
  limit_mail_client: {
    group: groups.limits,
    about: 'Codes and links by one network address in an hour',
    unit: 'count',
    min: 1,
    max: 100_000_000,
  },
} as const satisfies Partial<Record<SettingName, Shown>>
type FigureName = keyof typeof figures

const isFigure = (name: string): name is FigureName => Object.hasOwn(figures, name)
/** Kobo of a naira, hundredths of a percent. */
const perUnit = (name: FigureName): number => (/_(kobo|basis_points)$/.test(name) ? 100 : 1)

export async function figuresNow({ settings }: ManagementParts): Promise<DataOf<typeof siteFigures>> {
  const version = await settings.version()
  const all = await settings.all()
  const shown = settingNames.filter(isFigure).map((name): Figure => {
    const value = all[name]
    return { name, ...figures[name], value: value === null ? null : value / perUnit(name) }
  })
  const order = Object.keys(figures)
  return { version, figures: shown.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)) }
}

/** All of them or none. @throws Refused INVALID, CONFIGS_CHANGED, NO_CHANGES */
export function changeFigures(
  parts: ManagementParts,
  by: By,
  { changes, version }: { changes: Readonly<Record<string, number | null>>; version?: string | undefined },
): Promise<{ version: string }> {
  const wanted = Object.entries(changes).map(([name, value]): [string, number | null] => {
    if (!isFigure(name)) throw new Refused('INVALID', { field: name, says: 'There is no such figure.' })
    const { min, max } = figures[name]
    if (value !== null && (value < min || value > max))
      throw new Refused('INVALID', { field: name, says: `Please enter a number from ${min} to ${max}.` })
    return [name, value === null ? null : Math.round(value * perUnit(name))]
  })
  return changeSettings(parts, by, Object.fromEntries(wanted), version)
}

const pageSize = 50

/** A manager did; otherwise a command, by its name. */
const isId = sql`setting_changes.changed_by ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`

/** Who changed which setting, the newest first. */
export async function changesOf(
  db: Database,
  cursor: string | undefined,
): Promise<DataOf<typeof configHistory>> {
  const rows = await db.q
    .selectFrom('setting_changes')
    .leftJoin('users', (on) =>
      on.on(sql<boolean>`users.id = case when ${isId} then setting_changes.changed_by::uuid end`),
    )
    .select([
      'setting_changes.id',
      'setting_changes.name',
      'old',
      'new',
      'at',
      'changed_by',
      'users.name as who',
    ])
    .$if(cursor !== undefined, (it) => it.where('setting_changes.id', '<', cursor ?? ''))
    .orderBy('setting_changes.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return {
    list: rows.slice(0, pageSize).map((row) => ({
      id: String(row.id),
      name: row.name,
      about: aboutOf(row.name),
      old: shownValue(row.name, row.old),
      new: shownValue(row.name, row.new),
      by: row.who ?? row.changed_by,
      at: row.at.toISOString(),
    })),
    next: rows.length > pageSize ? String(rows[pageSize - 1]?.id) : null,
  }
}

/** A setting for people: as the screen of figures calls it, else its name in words. */
const aboutOf = (name: string): string => (isFigure(name) ? figures[name].about : name.replaceAll('_', ' '))

function shownValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (isSetting(name) && name.endsWith('_kobo') && typeof value === 'number')
    return formatMoney(BigInt(value))
  if (name.endsWith('_basis_points') && typeof value === 'number') return `${value / 100} %`
  if (name.endsWith('_status')) return value === 1 ? 'on' : 'off'
  return String(value)
}
