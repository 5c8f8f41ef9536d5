import type { SmsProvider } from '../shared/constants.ts'
import type { GatewayName } from '../shared/payments.ts'
import type { Config } from './config.ts'
import { africasTalking, eitherSms, type SmsSender, termii } from './messaging/index.ts'
import { flutterwave } from './payments/gateways/flutterwave/index.ts'
import { monnify } from './payments/gateways/monnify/index.ts'
import { paystack } from './payments/gateways/paystack/index.ts'
import type { Gateway } from './payments/index.ts'
import type { Configured, Settings } from './settings/index.ts'
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

const sendersOf = (config: Config): Partial<Record<SmsProvider, SmsSender>> => ({
  ...(config.termii && { termii: termii(config.termii) }),
  ...(config.africasTalking && { africastalking: africasTalking(config.africasTalking) }),
})

/** Who sends SMS: the one that the settings name, and the other; null when nobody has keys. */
export const smsOf = (config: Config, settings: Settings): SmsSender | null =>
  eitherSms(sendersOf(config), () => settings.get('sms_provider'))

/** What the settings may name. */
export const configuredIn = (config: Config): Configured => ({
  gateways: keysOf(gatewaysOf(config)),
  vendors: Object.fromEntries(
    Object.entries(vendorsOf(config)).map(([name, vendor]) => [name, vendor.can.sells]),
  ),
  sms: keysOf(sendersOf(config)),
})

const keysOf = <K extends string>(of: Partial<Record<K, unknown>>) => Object.keys(of) as K[]
