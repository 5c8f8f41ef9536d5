import type { SmsProvider, VendorName } from './constants.ts'
import type { GatewayName } from './payments.ts'

/** Display names of providers. */
export const providerNames: Readonly<Record<GatewayName | VendorName | SmsProvider, string>> = {
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  monnify: 'Monnify',
  vtpass: 'VTpass',
  buypower: 'BuyPower',
  irecharge: 'iRecharge',
  termii: 'Termii',
  africastalking: "Africa's Talking",
}
