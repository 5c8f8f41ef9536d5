import { serviceNames, type VendorName } from '../../shared/constants.ts'
import type { GatewayName } from '../../shared/payments.ts'

const vendorNames = {
  irecharge: 'iRecharge',
  buypower: 'BuyPower',
  vtpass: 'VTpass',
} as const satisfies Record<VendorName, string>

const gatewayNames = {
  flutterwave: 'Flutterwave',
  monnify: 'Monnify',
  paystack: 'Paystack',
} as const satisfies Record<GatewayName, string>

const names: Readonly<Record<string, string>> = { ...vendorNames, ...gatewayNames, ...serviceNames }

/** At the beginning of a sentence. */
export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

/** A value of ours for people: a counterparty's or service's own name, else its words: `vend_failed` → "vend failed". */
export const nameOf = (value: string): string => names[value] ?? value.replaceAll('_', ' ')
