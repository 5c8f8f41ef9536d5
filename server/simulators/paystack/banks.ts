import { nameFor } from '../people.ts'

const codes: readonly (readonly [name: string, code: string])[] = [
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

/** Their list of banks, in their shape. */
export const banks = codes.map(([name, code], i) => ({
  id: i + 1,
  name,
  slug: name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/-$/, ''),
  code,
  longcode: '',
  gateway: null,
  pay_with_bank: code === '057',
  supports_transfer: true,
  active: true,
  country: 'Nigeria',
  currency: 'NGN',
  type: 'nuban',
  is_deleted: false,
}))

/** The same account number has the same owner in every bank. */
export const nameOfAccount = (accountNumber: string) => nameFor(accountNumber).toUpperCase()
