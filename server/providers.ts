import { type GatewayName, gateways, smsProviders, vendors } from '../shared/providers.ts'
import type { Config } from './config.ts'
import { gatewayDescriptors } from './config-providers.ts'
import { failoverSms, type SmsSender, type SmsSenders } from './messaging/index.ts'
import { africasTalking } from './messaging/sms/africastalking/index.ts'
import { termii } from './messaging/sms/termii/index.ts'
import { flutterwave } from './payments/gateways/flutterwave/index.ts'
import { monnify } from './payments/gateways/monnify/index.ts'
import { paystack } from './payments/gateways/paystack/index.ts'
import type { GatewayAdapter } from './payments/index.ts'
import type { ConfiguredProviders, Settings } from './settings/index.ts'
import type { Vendors } from './vending/index.ts'
import { buypower } from './vending/vendors/buypower/index.ts'
import { irecharge } from './vending/vendors/irecharge/index.ts'
import { vtpass } from './vending/vendors/vtpass/index.ts'

/** The adapter of each gateway; null without keys. */
export const gatewaysOf = ({
  gateways: configs,
}: Config): { readonly [G in GatewayName]: GatewayAdapter<G> | null } => ({
  paystack: configs.paystack && paystack(configs.paystack),
  flutterwave: configs.flutterwave && flutterwave(configs.flutterwave),
  monnify: configs.monnify && monnify(configs.monnify),
})

/** The adapter of each vendor; null without keys. */
export const vendorsOf = ({ vendors: configs, guestEmail }: Config): Vendors => ({
  vtpass: configs.vtpass && vtpass(configs.vtpass),
  buypower: configs.buypower && buypower(configs.buypower),
  irecharge: configs.irecharge && irecharge(configs.irecharge, { fallbackEmail: guestEmail }),
})

const smsSendersOf = ({ sms: configs }: Config): SmsSenders => ({
  termii: configs.termii && termii(configs.termii),
  africastalking: configs.africastalking && africasTalking(configs.africastalking),
})

/**
 * The SMS sender: it uses the provider chosen in the settings and fails over to the other one. `observe` wraps each
 * provider's sender. Null if no provider is configured.
 */
export const smsOf = (
  config: Config,
  settings: Settings,
  observe: (senders: SmsSenders) => SmsSenders,
): SmsSender | null => failoverSms(observe(smsSendersOf(config)), () => settings.get('sms_provider'))

/** The configured providers, which are the allowed values of the settings. */
export function configuredProvidersOf(config: Config): ConfiguredProviders {
  const vendorAdapters = vendorsOf(config)
  const servicesOf = vendors.map((id) => [id, vendorAdapters[id]?.capabilities.services ?? null] as const)
  return {
    gateways: gateways.filter((id) => config.gateways[id]),
    bvnGateways: gateways.filter((id) => gatewayDescriptors[id].matchesBvn),
    vendors: Object.fromEntries(servicesOf) as ConfiguredProviders['vendors'],
    sms: smsProviders.filter((id) => config.sms[id]),
  }
}
