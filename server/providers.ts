import type { SmsProvider } from '../shared/constants.ts'
import type { GatewayName } from '../shared/payments.ts'
import type { Config } from './config.ts'
import { africasTalking, failoverSms, type SmsSender, termii } from './messaging/index.ts'
import { flutterwave } from './payments/gateways/flutterwave/index.ts'
import { monnify } from './payments/gateways/monnify/index.ts'
import { paystack } from './payments/gateways/paystack/index.ts'
import type { Gateway } from './payments/index.ts'
import type { ConfiguredProviders, Settings } from './settings/index.ts'
import type { Vendors } from './vending/index.ts'
import { buypower } from './vending/vendors/buypower/index.ts'
import { irecharge } from './vending/vendors/irecharge/index.ts'
import { vtpass } from './vending/vendors/vtpass/index.ts'

/** The adapters of the gateways that have keys. */
export const gatewaysOf = (config: Config): Partial<Record<GatewayName, Gateway>> => ({
  ...(config.paystack && { paystack: paystack(config.paystack) }),
  ...(config.flutterwave && { flutterwave: flutterwave(config.flutterwave) }),
  ...(config.monnify && { monnify: monnify(config.monnify) }),
})

/** The adapters of the vendors that have keys. */
export const vendorsOf = (config: Config): Vendors => ({
  ...(config.vtpass && { vtpass: vtpass(config.vtpass) }),
  ...(config.buypower && { buypower: buypower(config.buypower) }),
  ...(config.irecharge && {
    irecharge: irecharge(config.irecharge, { standInEmail: config.guestEmail }),
  }),
})

const smsSendersOf = (config: Config): Partial<Record<SmsProvider, SmsSender>> => ({
  ...(config.termii && { termii: termii(config.termii) }),
  ...(config.africasTalking && { africastalking: africasTalking(config.africasTalking) }),
})

/** SMS sender: the provider named in the settings, with failover to the other one; null if none is configured. */
export const smsOf = (config: Config, settings: Settings): SmsSender | null =>
  failoverSms(smsSendersOf(config), () => settings.get('sms_provider'))

/** The configured providers, which are the allowed values of the settings. */
export const configuredIn = (config: Config): ConfiguredProviders => ({
  gateways: keysOf(gatewaysOf(config)),
  vendors: Object.fromEntries(
    Object.entries(vendorsOf(config)).map(([name, vendor]) => [name, vendor.capabilities.services]),
  ),
  sms: keysOf(smsSendersOf(config)),
})

const keysOf = <K extends string>(entries: Partial<Record<K, unknown>>) => Object.keys(entries) as K[]
