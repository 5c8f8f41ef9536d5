/**
 * The providers that the product knows, each under its id. Names, types and choices derive from these registries, and
 * every other registry of providers must have exactly the same ids.
 */
interface ProviderFacts {
  /** Display name. */
  readonly label: string
}
interface GatewayFacts extends ProviderFacts {
  /** Query parameters in which the gateway returns our payment reference, in order of preference. */
  readonly referenceParameters: readonly string[]
}

export const gatewayFacts = {
  paystack: { label: 'Paystack', referenceParameters: ['reference', 'trxref'] },
  flutterwave: { label: 'Flutterwave', referenceParameters: ['tx_ref'] },
  monnify: { label: 'Monnify', referenceParameters: ['paymentReference'] },
} as const satisfies Record<string, GatewayFacts>
export type GatewayName = keyof typeof gatewayFacts
export const gateways = idsOf(gatewayFacts)

/** Vendors of the specifications, in the order in which they are tried. */
const vendorFacts = {
  vtpass: { label: 'VTpass' },
  buypower: { label: 'BuyPower' },
  irecharge: { label: 'iRecharge' },
} as const satisfies Record<string, ProviderFacts>
export type VendorName = keyof typeof vendorFacts
export const vendors = idsOf(vendorFacts)

const smsProviderFacts = {
  termii: { label: 'Termii' },
  africastalking: { label: "Africa's Talking" },
} as const satisfies Record<string, ProviderFacts>
export type SmsProvider = keyof typeof smsProviderFacts
export const smsProviders = idsOf(smsProviderFacts)

type ProviderId = GatewayName | VendorName | SmsProvider

/** Display names of providers. */
export const providerNames = Object.fromEntries(
  Object.entries({ ...gatewayFacts, ...vendorFacts, ...smsProviderFacts }).map(([id, { label }]) => [
    id,
    label,
  ]),
) as Readonly<Record<ProviderId, string>>

function idsOf<Id extends string>(facts: Readonly<Record<Id, ProviderFacts>>): readonly Id[] {
  return Object.keys(facts) as Id[]
}
