import {
  type Service,
  type SmsProvider,
  services,
  smsProviders,
  type VendorName,
  vendors,
} from '../../shared/constants.ts'
import { counterpartyNames } from '../../shared/counterparties.ts'
import { type GatewayName, gateways } from '../../shared/payments.ts'
import type { SettingName } from './known.ts'

/** The counterparties that have keys, and what each vendor of them sells. */
export interface Configured {
  readonly gateways: readonly GatewayName[]
  readonly vendors: Readonly<Partial<Record<VendorName, readonly Service[]>>>
  readonly sms: readonly SmsProvider[]
}

/** A counterparty that a setting may name. */
export interface Choice {
  readonly value: string
  /** For people. */
  readonly name: string
  /** Why it cannot be chosen now, as a sentence; null when it can. */
  readonly why: string | null
}
/** The settings that name a counterparty, each with all that there are. */
export type Choices = Readonly<Partial<Record<SettingName, readonly Choice[]>>>

/** Gateways that match a BVN and a bank account in one answer. */
const checksBvn: ReadonlySet<GatewayName> = new Set(['monnify'])

const goods: Readonly<Record<Service, string>> = {
  power: 'electricity',
  cabletv: 'cable TV',
  airtime: 'airtime',
  data: 'data plans',
  education: 'exam PINs',
}

/**
 * What each of those settings can be: a counterparty without keys is not configured, and one that does not
 * sell a service cannot be its vendor. Who serves insurance and tickets has no effect yet.
 */
export function choicesFrom(there: Configured): Choices {
  const unless = (is: boolean, value: keyof typeof counterpartyNames): string | null =>
    is ? null : `${counterpartyNames[value]} is not configured: its keys are missing.`
  const choice = <N extends keyof typeof counterpartyNames>(value: N, why: string | null): Choice => ({
    value,
    name: counterpartyNames[value],
    why,
  })
  const anyVendor = vendors.map((value) => choice(value, unless(value in there.vendors, value)))
  const sellersOf = (service: Service) =>
    vendors.map((value) => {
      const sells = there.vendors[value]
      const lacks = sells && !sells.includes(service)
      return choice(
        value,
        lacks ? `${counterpartyNames[value]} does not sell ${goods[service]}.` : unless(!!sells, value),
      )
    })
  const payers = gateways.map((value) => choice(value, unless(there.gateways.includes(value), value)))
  const sellers = Object.fromEntries(services.map((service) => [`${service}_gateway`, sellersOf(service)]))
  return {
    ...sellers,
    insurance_gateway: anyVendor,
    ticket_gateway: anyVendor,
    util_service_vendor: anyVendor,
    identity_gateway: gateways.map((value) =>
      choice(
        value,
        checksBvn.has(value)
          ? unless(there.gateways.includes(value), value)
          : `${counterpartyNames[value]} cannot check a BVN on the spot.`,
      ),
    ),
    payment_gateway: payers,
    sms_provider: smsProviders.map((value) => choice(value, unless(there.sms.includes(value), value))),
  }
}
