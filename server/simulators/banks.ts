import { nameFor } from './people.ts'

/** Nigerian banks by NIBSS code. Gateways use different codes for fintechs: see each provider. */
export const nigerianBanks: readonly (readonly [name: string, code: string])[] = [
  ['Access Bank', '044'],
  ['Access Bank (Diamond)', '063'],
  ['ALAT by WEMA', '035A'],
  ['Citibank Nigeria', '023'],
  ['Ecobank Nigeria', '050'],
  ['Fidelity Bank', '070'],
  ['First Bank of Nigeria', '011'],
  ['First City Monument Bank', '214'],
  ['Guaranty Trust Bank', '058'],
  ['Jaiz Bank', '301'],
  ['Keystone Bank', '082'],
  ['Kuda Bank', '50211'],
  ['Moniepoint MFB', '50515'],
  ['OPay', '999992'],
  ['PalmPay', '999991'],
  ['Polaris Bank', '076'],
  ['Providus Bank', '101'],
  ['Stanbic IBTC Bank', '221'],
  ['Standard Chartered Bank', '068'],
  ['Sterling Bank', '232'],
  ['Suntrust Bank', '100'],
  ['TAJ Bank', '302'],
  ['Titan Bank', '102'],
  ['Union Bank of Nigeria', '032'],
  ['United Bank For Africa', '033'],
  ['Unity Bank', '215'],
  ['VFD Microfinance Bank', '566'],
  ['Wema Bank', '035'],
  ['Zenith Bank', '057'],
]

/** Result of an account lookup; numbers ending in 0003 and 0004 are simulator test values. */
export type AccountLookup = { type: 'found'; name: string } | { type: 'not_found' } | { type: 'no_response' }

/** An account number has the same owner at every bank. */
export function ownerOf(accountNumber: string): AccountLookup {
  if (!/^\d{10}$/.test(accountNumber) || accountNumber.endsWith('0003')) return { type: 'not_found' }
  if (accountNumber.endsWith('0004')) return { type: 'no_response' }
  return { type: 'found', name: nameFor(accountNumber).toUpperCase() }
}
