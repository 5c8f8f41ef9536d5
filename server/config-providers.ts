import { type GatewayName, providerNames, type SmsProvider, type VendorName } from '../shared/providers.ts'
import { africasTalkingDescriptor } from './messaging/sms/africastalking/descriptor.ts'
import { termiiDescriptor } from './messaging/sms/termii/descriptor.ts'
import type { GatewayDescriptor } from './payments/gateways/descriptor.ts'
import { flutterwaveDescriptor } from './payments/gateways/flutterwave/descriptor.ts'
import { monnifyDescriptor } from './payments/gateways/monnify/descriptor.ts'
import { paystackDescriptor } from './payments/gateways/paystack/descriptor.ts'
import {
  liveConfig,
  type ProviderConfig,
  type ProviderDescriptor,
  type ProviderValues,
  simulatedConfig,
  variablesOf,
} from './provider-environment.ts'
import { buypowerDescriptor } from './vending/vendors/buypower/descriptor.ts'
import type { VendorDescriptor } from './vending/vendors/descriptor.ts'
import { irechargeDescriptor } from './vending/vendors/irecharge/descriptor.ts'
import { vtpassDescriptor } from './vending/vendors/vtpass/descriptor.ts'

export const gatewayDescriptors = {
  paystack: paystackDescriptor,
  flutterwave: flutterwaveDescriptor,
  monnify: monnifyDescriptor,
} satisfies Record<GatewayName, GatewayDescriptor>

export const vendorDescriptors = {
  vtpass: vtpassDescriptor,
  buypower: buypowerDescriptor,
  irecharge: irechargeDescriptor,
} satisfies Record<VendorName, VendorDescriptor>

const smsDescriptors = {
  termii: termiiDescriptor,
  africastalking: africasTalkingDescriptor,
} satisfies Record<SmsProvider, ProviderDescriptor>

type ProviderId = GatewayName | VendorName | SmsProvider
const descriptors: Readonly<Record<ProviderId, ProviderDescriptor>> = {
  ...gatewayDescriptors,
  ...vendorDescriptors,
  ...smsDescriptors,
}

/** The settings of each provider by id; null for a provider that is not configured and cannot be selected. */
type Configs<Registry extends Record<string, ProviderDescriptor>> = {
  readonly [id in keyof Registry]: ProviderConfig<Registry[id]> | null
}
export interface Providers {
  smtpUrl: string | null
  gateways: Configs<typeof gatewayDescriptors>
  vendors: Configs<typeof vendorDescriptors>
  sms: Configs<typeof smsDescriptors>
}

/** The environment variables of all gateways, vendors and SMS providers. */
export const providerVariables = Object.entries(descriptors).flatMap(([id, descriptor]) =>
  variablesOf(providerNames[id as ProviderId], descriptor),
)

/** The variables that hold a provider's address. */
export const providerAddresses = Object.values(descriptors).map(({ url }) => url.variable)

const secretNames = Object.values(descriptors).flatMap(({ keys }) =>
  Object.values(keys)
    .filter(({ secret }) => secret)
    .map(({ variable }) => variable),
)

/** Invalid environment. The message is the one sentence printed at startup. */
export class ConfigError extends Error {}

/** All providers at the simulators' addresses. @throws ConfigError for a real key */
export function simulatedProviders(env: ProviderValues, simulatorsOrigin: string): Providers {
  const realKeyName = secretNames.find((name) => env[name] && !/simulated/i.test(env[name]))
  if (realKeyName)
    throw new ConfigError(
      `${realKeyName} looks like a real key, and MODE is simulated: unset it or set MODE=live.`,
    )
  const { hostname, port } = new URL(simulatorsOrigin)
  return {
    smtpUrl: `smtp://${hostname}:${Number(port || 80) + 1}`,
    ...readAll((descriptor, id) =>
      simulatedConfig(descriptor, { simulator: `${simulatorsOrigin}/${id}`, env }),
    ),
  }
}

/** The providers that have keys. @throws ConfigError if no gateway or no vendor has keys */
export function liveProviders(env: ProviderValues, smtpUrl: string | null): Providers {
  const providers = readAll((descriptor) => liveConfig(descriptor, env))
  assertAnyConfigured('gateway', providers.gateways, gatewayDescriptors)
  assertAnyConfigured('vendor', providers.vendors, vendorDescriptors)
  return { smtpUrl, ...providers }
}

type ReadConfig = (descriptor: ProviderDescriptor, id: string) => Record<string, string | null> | null

const readAll = (readConfig: ReadConfig): Omit<Providers, 'smtpUrl'> => ({
  gateways: readRegistry(gatewayDescriptors, readConfig),
  vendors: readRegistry(vendorDescriptors, readConfig),
  sms: readRegistry(smsDescriptors, readConfig),
})

const readRegistry = <Registry extends Record<string, ProviderDescriptor>>(
  registry: Registry,
  read: ReadConfig,
) =>
  Object.fromEntries(
    Object.entries(registry).map(([id, descriptor]) => [id, read(descriptor, id)]),
  ) as Configs<Registry>

/** @throws ConfigError that names the keys of the first provider, and the other providers */
function assertAnyConfigured<Id extends ProviderId>(
  kind: string,
  configs: Readonly<Record<Id, unknown>>,
  registry: Readonly<Record<Id, ProviderDescriptor>>,
): void {
  if (Object.values(configs).some((config) => config !== null)) return
  const [first, ...others] = Object.keys(registry) as Id[]
  const keys = first ? Object.values(registry[first].keys).map(({ variable }) => variable) : []
  const otherLabels = others.map((id) => providerNames[id])
  throw new ConfigError(
    `${joinWithOr(keys)}, or the keys of ${joinWithOr(otherLabels)}, are missing: MODE=live needs at least one ${kind}.`,
  )
}

const joinWithOr = (items: readonly string[]): string =>
  [items.slice(0, -1).join(', '), ...items.slice(-1)].filter((text) => text !== '').join(' or ')
