import type { DataOf } from '../../shared/contract.ts'
import {
  type ConfigName,
  type getSiteConfigs,
  type ProviderState,
  SiteConfigs,
} from '../../shared/management/configs.ts'
import { nairaOf } from '../../shared/money.ts'
import { gateways } from '../../shared/payments.ts'
import type { ApprovalCaller } from '../approvals/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { ApiError } from '../http/index.ts'
import { account, accountSum } from '../ledger/index.ts'
import { InvalidSettingError, type SettingName, SettingsConflictError } from '../settings/index.ts'
import { configuredVendors } from '../vending/index.ts'
import { configTexts } from './config-texts.ts'
import type { ManagementDeps } from './deps.ts'
import { providerActivity } from './provider-activity.ts'

/** Settings whose name in the specification differs from the setting key. */
const settingAliases: Partial<Record<ConfigName, SettingName>> = { cable_gateway: 'cabletv_gateway' }
const settingOf = (name: ConfigName): SettingName => settingAliases[name] ?? (name as SettingName)

const configNames = Object.keys(SiteConfigs.shape) as ConfigName[]

/** The name of a setting in the specification. */
const nameOf = (setting: string): string => configNames.find((name) => settingOf(name) === setting) ?? setting

const isConfig = (name: string): name is ConfigName => (configNames as readonly string[]).includes(name)

/** The configuration and the health of its providers. */
export async function currentConfigs(deps: ManagementDeps): Promise<DataOf<typeof getSiteConfigs>> {
  // Read the version first: a concurrent change is then rejected, not overwritten.
  const version = await deps.settings.version()
  const all = await deps.settings.all()
  const values = Object.fromEntries(configNames.map((name) => [name, all[settingOf(name)]]))
  return { ...(values as SiteConfigs), _meta: { version, providers: await currentProviders(deps) } }
}

async function currentProviders(deps: ManagementDeps): Promise<ProviderState[]> {
  const openBreakers = await deps.db.q
    .selectFrom('circuit_breakers')
    .select(['vendor', 'service', 'reason', 'state_since'])
    .where('state', '=', 'open')
    .execute()
  const activityOf = await deps.reports.read(providerActivity)
  const choices = deps.settings.choices()
  const vendors = await Promise.all(
    (choices.util_service_vendor ?? []).map(
      async ({ value, name, unavailableReason }): Promise<ProviderState> => {
        const vendor = configuredVendors(deps.vendors).find((candidate) => candidate.name === value)
        const floatKobo = await accountSum(deps.db.q, account.vendorFloat(value))
        return {
          name,
          kind: 'vendor',
          configured: unavailableReason === null,
          services: [...(vendor?.capabilities.services ?? [])],
          health: (vendor?.capabilities.services ?? []).map((service) => {
            const breaker = openBreakers.find(
              (candidate) => candidate.vendor === value && candidate.service === service,
            )
            return {
              service,
              paused: breaker !== undefined,
              reason: breaker?.reason ?? null,
              since: breaker?.state_since.toISOString() ?? null,
            }
          }),
          ...activityOf(value),
          float: nairaOf(floatKobo),
        }
      },
    ),
  )
  const gatewayStates = gateways.map(
    (value): ProviderState => ({
      name: choices.payment_gateway?.find((candidate) => candidate.value === value)?.name ?? value,
      kind: 'gateway',
      configured: deps.payments.gateways[value] !== null,
      services: [],
      health: [],
      ...activityOf(value),
      float: null,
    }),
  )
  return [...vendors, ...gatewayStates]
}

/** Applies all changes or none. @throws ApiError INVALID, CONFIGS_CHANGED, NO_CHANGES */
export async function changeConfigs(
  deps: ManagementDeps,
  caller: ApprovalCaller,
  changes: Partial<SiteConfigs>,
  version: string | undefined,
): Promise<{ version: string }> {
  const unknownName = Object.keys(changes).find((name) => !isConfig(name))
  if (unknownName !== undefined)
    throw new ApiError('INVALID', { field: unknownName, message: configTexts.unknown() })
  const values = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [SettingName, unknown] => [settingOf(name as ConfigName), value])
  return changeSettings(deps, caller, Object.fromEntries(values), version, nameOf)
}

/**
 * Stores the settings in one transaction.
 * @param fieldOf the request's field for a setting
 * @throws ApiError INVALID on the setting's field, CONFIGS_CHANGED, NO_CHANGES
 */
export async function changeSettings(
  { settings }: ManagementDeps,
  caller: ApprovalCaller,
  values: Readonly<Record<string, unknown>>,
  version: string | undefined,
  fieldOf: (setting: string) => string = (setting) => setting,
): Promise<{ version: string }> {
  try {
    const changedNames = await settings.changeAll(
      values,
      { userId: caller.actor.userId },
      {
        asOf: version,
        // The settings history has the old and new values.
        audit: (tx, names) =>
          recordAuditEvent(tx, {
            actor: caller.actor,
            action: 'setting.change',
            subject: names.length === 1 ? (names[0] ?? null) : null,
            detail: { settings: names.join(', ') },
            requestId: caller.requestId,
          }),
      },
    )
    if (changedNames.length === 0) throw new ApiError('NO_CHANGES')
    return { version: await settings.version() }
  } catch (error) {
    if (error instanceof SettingsConflictError) throw new ApiError('CONFIGS_CHANGED')
    if (!(error instanceof InvalidSettingError)) throw error
    const setting = Object.keys(values).find((name) => error.message.startsWith(`${name} `))
    if (setting === undefined) throw new ApiError('INVALID', { field: 'configs', message: error.message })
    const field = fieldOf(setting)
    throw new ApiError('INVALID', { field, message: error.message.replace(setting, field) })
  }
}
