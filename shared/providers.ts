/**
 * The supported providers, each under its id. Names, types and choices derive from these registries, and
 * every other registry of providers must have exactly the same ids.
 */
interface ProviderDetails {
  /** Display name. */
  readonly label: string
}
interface GatewayDetails extends ProviderDetails {
  /** Query parameters in which the gateway returns our payment reference, in order of preference. */
  readonly referenceParameters: readonly string[]
  /** Whether it has an endpoint that lists its settlements; its adapter must have the calls exactly then. */
  readonly listsSettlements: boolean
}

export const gatewayDetails = {
  paystack: { label: 'Paystack', referenceParameters: ['reference', 'trxref'], listsSettlements: true },
  flutterwave: { label: 'Flutterwave', referenceParameters: ['tx_ref'], listsSettlements: true },
  monnify: { label: 'Monnify', referenceParameters: ['paymentReference'], listsSettlements: false },
} as const satisfies Record<string, GatewayDetails>
export type GatewayName = keyof typeof gatewayDetails
export const gateways = idsOf(gatewayDetails)
export type SettlingGatewayName = {
  [G in GatewayName]: (typeof gatewayDetails)[G]['listsSettlements'] extends true ? G : never
}[GatewayName]
export const isSettlingGateway = (name: GatewayName): name is SettlingGatewayName =>
  gatewayDetails[name].listsSettlements

/** Vendors of the specifications, in the order in which they are tried. */
const vendorDetails = {
  vtpass: { label: 'VTpass' },
  buypower: { label: 'BuyPower' },
  irecharge: { label: 'iRecharge' },
} as const satisfies Record<string, ProviderDetails>
export type VendorName = keyof typeof vendorDetails
export const vendors = idsOf(vendorDetails)

const smsProviderDetails = {
  termii: { label: 'Termii' },
  africastalking: { label: "Africa's Talking" },
} as const satisfies Record<string, ProviderDetails>
export type SmsProvider = keyof typeof smsProviderDetails
export const smsProviders = idsOf(smsProviderDetails)

type ProviderId = GatewayName | VendorName | SmsProvider

/** Display names of providers. */
export const providerNames = Object.fromEntries(
  Object.entries({ ...gatewayDetails, ...vendorDetails, ...smsProviderDetails }).map(([id, { label }]) => [
    id,
    label,
  ]),
) as Readonly<Record<ProviderId, string>>

function idsOf<Id extends string>(details: Readonly<Record<Id, ProviderDetails>>): readonly Id[] {
  return Object.keys(details) as Id[]
}
