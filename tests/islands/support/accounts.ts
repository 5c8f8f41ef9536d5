import type { AccountFormPage, AccountPage, MailFormPage, WalletPage } from '../../../islands/pages.ts'
import type { Profile } from '../../../shared/accounts.ts'
import type { SavedCard } from '../../../shared/cards.ts'
import type { Movement, WalletBalance } from '../../../shared/wallet.ts'
import { paymentOptions } from './orders.ts'

export const profile = (over: Partial<Profile> = {}): Profile => ({
  uniqueid: 'u'.repeat(20),
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '+2348012345678',
  address: null,
  picture: null,
  bvn: null,
  bvn_account_name: null,
  save_activity_logs: true,
  is_company: false,
  company_name: null,
  website: null,
  rc_number: null,
  role: 'user',
  email_verified: true,
  has_pin: false,
  referral_code: 'ADA2345',
  ...over,
})

export const balance = (over: Partial<WalletBalance> = {}): WalletBalance => ({
  balance: 12_500,
  held: 0,
  bonus: 0,
  currency: 'NGN',
  top_up: { min: 1_000, max: 500_000 },
  ...over,
})

export const card = (over: Partial<SavedCard> = {}): SavedCard => ({
  uniqueid: 'card-of-ada-visa-01',
  first_digits: '408408',
  last_digits: '4081',
  expiry: '12/30',
  issuer: 'TEST BANK',
  type: 'visa',
  ...over,
})
export const verve = card({ uniqueid: 'card-of-ada-verve-1', last_digits: '0606', type: 'verve' })

export const movement = (over: Partial<Movement> = {}): Movement => ({
  id: '1',
  kind: 'top_up',
  amount: 5_000,
  description: 'Wallet top-up',
  reference: 'TOPUP2345678',
  at: '2026-11-21T10:00:00.000Z',
  ...over,
})

const everyPage = { signedIn: false, simulated: false, brandName: 'Sanwo', note: null }

export const accountForm = (over: Partial<MailFormPage> = {}): AccountFormPage & MailFormPage => ({
  ...everyPage,
  values: {},
  errors: {},
  message: null,
  done: null,
  csrf: '',
  ...over,
})

export const accountPage = (over: Partial<AccountPage> = {}): AccountPage => ({
  ...everyPage,
  signedIn: true,
  profile: profile(),
  balance: balance(),
  movements: { list: [movement()], next: null },
  message: null,
  ...over,
})

export const walletPage = (over: Partial<WalletPage> = {}): WalletPage => ({
  ...accountPage(over),
  cards: [card()],
  options: paymentOptions,
  ...over,
})

export const walletResultPage = (reference = 'TOPUP2345678') => ({
  ...everyPage,
  signedIn: true,
  reference,
  transactionReference: null,
})
