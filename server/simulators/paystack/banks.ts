import { nigerianBanks } from '../banks.ts'

/** Paystack's list of banks. */
export const banks = nigerianBanks.map(([name, code], i) => ({
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
