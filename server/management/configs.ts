import type { DataOf } from '../../shared/contract.ts'
import type { ConfigName, ProviderState, SiteConfigs, siteConfigs } from '../../shared/management/configs.ts'
import { nairaOf } from '../../shared/money.ts'
import { gateways } from '../../shared/payments.ts'
import type { By } from '../approvals/index.ts'
import { audit } from '../audit/index.ts'
import { Refused } from '../http/index.ts'
import { account, sumOf } from '../ledger/index.ts'
import { type SettingName, SettingsMoved, WrongSetting } from '../settings/index.ts'
import type { ManagementParts } from './parts.ts'

/** The specification's names of settings that have another name here. */
const renamed: Partial<Record<ConfigName, SettingName>> = { cable_gateway: 'cabletv_gateway' }
const settingOf = (name: ConfigName): SettingName => renamed[name] ?? (name as SettingName)

const configNames = [
  'power_gateway',
  'cable_gateway',
  'data_gateway',
  'airtime_gateway',
  'education_gateway',
  'insurance_gateway',
  'ticket_gateway',
  'payment_gateway',
  'util_service_vendor',
  'power_status',
  'cabletv_status',
  'data_status',
  'airtime_status',
  'waec_status',
  'jamb_status',
  'education_status',
  'insurance_status',
  'ticket_status',
] as const satisfies readonly ConfigName[]

const isConfig = (name: string): name is ConfigName => (configNames as readonly string[]).includes(name)

/** The configuration, and beside it how its providers are. */
export async function configsNow(parts: ManagementParts): Promise<DataOf<typeof siteConfigs>> {
  // The version first: a change in between is then refused, not undone.
  const version = await parts.settings.version()
  const all = await parts.settings.all()
  const values = Object.fromEntries(configNames.map((name) => [name, all[settingOf(name)]]))
  return { ...(values as SiteConfigs), _meta: { version, providers: await providersNow(parts) } }
}

async function providersNow(parts: ManagementParts): Promise<ProviderState[]> {
  const paused = await parts.db.q
    .selectFrom('vendor_health')
    .select(['vendor', 'service', 'reason', 'since'])
    .where('state', '=', 'paused')
    .execute()
  const choices = parts.settings.choices()
  const vendors = await Promise.all(
    (choices.util_service_vendor ?? []).map(async ({ value, name, why }): Promise<ProviderState> => {
      const vendor = Object.values(parts.vendors).find((it) => it.name === value)
      const floatKobo = await sumOf(parts.db.q, account.vendorFloat(value))
      return {
        name,
        kind: 'vendor',
        configured: why === null,
        sells: [...(vendor?.can.sells ?? [])],
        health: (vendor?.can.sells ?? []).map((service) => {
          const stop = paused.find((it) => it.vendor === value && it.service === service)
          return {
            service,
            paused: stop !== undefined,
            reason: stop?.reason ?? null,
            since: stop?.since.toISOString() ?? null,
          }
        }),
        float: nairaOf(floatKobo),
      }
    }),
  )
  const payers = gateways.map(
    (value): ProviderState => ({
      name: choices.payment_gateway?.find((it) => it.value === value)?.name ?? value,
      kind: 'gateway',
      configured: value in parts.payments.gateways,
      sells: [],
      health: [],
      float: null,
    }),
  )
  return [...vendors, ...payers]
}

/** Changes what is given; one wrong value changes nothing. @throws Refused INVALID, CONFIGS_CHANGED, NO_CHANGES */
export async function changeConfigs(
  parts: ManagementParts,
  by: By,
  { version, ...given }: Partial<SiteConfigs> & { version?: string | undefined },
): Promise<{ version: string }> {
  const stranger = Object.keys(given).find((name) => !isConfig(name))
  if (stranger !== undefined)
    throw new Refused('INVALID', { field: stranger, says: 'There is no such setting here.' })
  const wanted = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [SettingName, unknown] => [settingOf(name as ConfigName), value])
  return changeSettings(parts, by, Object.fromEntries(wanted), version)
}

/** Writes settings as one. @throws Refused INVALID on the setting, CONFIGS_CHANGED, NO_CHANGES */
export async function changeSettings(
  { settings }: ManagementParts,
  by: By,
  wanted: Readonly<Record<string, unknown>>,
  version: string | undefined,
): Promise<{ version: string }> {
  try {
    const changed = await settings.changeAll(
      wanted,
      { userId: by.actor.userId },
      {
        asOf: version,
        // From what to what stands in the history of the settings.
        writeDown: (tx, names) =>
          audit(tx, {
            by: by.actor,
            action: 'setting.change',
            subject: names.length === 1 ? (names[0] ?? null) : null,
            detail: { settings: names.join(', ') },
            request: by.request,
          }),
      },
    )
    if (changed.length === 0) throw new Refused('NO_CHANGES')
    return { version: await settings.version() }
  } catch (error) {
    if (error instanceof SettingsMoved) throw new Refused('CONFIGS_CHANGED')
    if (!(error instanceof WrongSetting)) throw error
    const field = Object.keys(wanted).find((name) => error.message.startsWith(`${name} `)) ?? 'configs'
    throw new Refused('INVALID', { field, says: error.message })
  }
}
