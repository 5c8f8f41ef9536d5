import type {
  AccountPage,
  DashboardPage,
  EmailFormPage,
  RegisterPage,
  WalletPage,
} from '../../../islands/pages.ts'
import type { Profile } from '../../../shared/accounts.ts'
import type { SavedCard } from '../../../shared/cards.ts'
import type { Transaction } from '../../../shared/history.ts'
import type { WalletBalance, WalletTransaction } from '../../../shared/wallet.ts'
import { paymentOptions } from './orders.ts'

export const profile = (overrides: Partial<Profile> = {}): Profile => ({
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
  ...overrides,
})

export const balance = (overrides: Partial<WalletBalance> = {}): WalletBalance => ({
  balance: 12_500,
  held: 0,
  bonus: 0,
  currency: 'NGN',
  top_up: { min: 1_000, max: 500_000 },
  ...overrides,
})

export const card = (overrides: Partial<SavedCard> = {}): SavedCard => ({
  uniqueid: 'card-of-ada-visa-01',
  first_digits: '408408',
  last_digits: '4081',
  expiry: '12/30',
  issuer: 'TEST BANK',
  type: 'visa',
  ...overrides,
})
export const verve = card({ uniqueid: 'card-of-ada-verve-1', last_digits: '0606', type: 'verve' })

export const walletTransaction = (overrides: Partial<WalletTransaction> = {}): WalletTransaction => ({
  id: '1',
  kind: 'top_up',
  amount: 5_000,
  description: 'Wallet top-up',
  reference: 'TOPUP2345678',
  at: '2026-11-21T10:00:00.000Z',
  balance: 12_500,
  ...overrides,
})

const everyPage = { signedIn: false, simulated: false, brandName: 'Sanwo', note: null }

export const accountForm = (
  overrides: Partial<EmailFormPage & RegisterPage> = {},
): EmailFormPage & RegisterPage => ({
  ...everyPage,
  cashback: 1,
  values: {},
  errors: {},
  message: null,
  done: null,
  csrf: '',
  ...overrides,
})

export const accountPage = (overrides: Partial<AccountPage> = {}): AccountPage => ({
  ...everyPage,
  signedIn: true,
  profile: profile(),
  balance: balance(),
  walletTransactions: { list: [walletTransaction()], next: null },
  message: null,
  ...overrides,
})

export const transaction = (overrides: Partial<Transaction> = {}): Transaction => ({
  reference: 'ABCDEFGH2345',
  service: 'power',
  state: 'delivered',
  page: 'success',
  money: { status: 'spent', message: 'Your money was spent on this order.', amount: 5_100 },
  extra_refunds: [],
  since: '2026-11-21T10:00:00.000Z',
  review: false,
  can_pay: false,
  title: 'Electricity',
  number: '11000000000',
  customer_name: 'Ada Obi',
  network: { name: 'Ikeja Electric', logo: '/logos/ikeja.svg' },
  bundle: null,
  phone_number: '08012345678',
  amount: 5_000,
  service_charge: 100,
  total_amount: 5_100,
  units: '35.2',
  payment_method: 'WALLET',
  paid_with: 'Wallet',
  created_at: '2026-11-21T10:00:00.000Z',
  delivered_at: '2026-11-21T10:00:20.000Z',
  link: '/electricity/transactions/successful?reference=ABCDEFGH2345',
  has_receipt: true,
  can_buy_again: false,
  recorded: false,
  ...overrides,
})

export const dashboardPage = (overrides: Partial<DashboardPage> = {}): DashboardPage => ({
  ...accountPage(overrides),
  due: [],
  orders: [transaction()],
  summary: {
    months: [
      { month: '2026-10', orders: 0, spent: 0, units: 0 },
      { month: '2026-11', orders: 1, spent: 5_100, units: 35.2 },
    ],
    services: [{ service: 'power', orders: 1, spent: 5_100, units: 35.2 }],
  },
  forecasts: [],
  saved: [],
  unsaved: [],
  options: paymentOptions,
  ...overrides,
})

export const walletPage = (overrides: Partial<WalletPage> = {}): WalletPage => ({
  ...accountPage(overrides),
  filters: { kind: '', from: '', to: '' },
  topUpAmount: '',
  virtualAccounts: [],
  cards: [card()],
  options: paymentOptions,
  csrf: '',
  ...overrides,
})

export const walletResultPage = (reference = 'TOPUP2345678') => ({
  ...everyPage,
  signedIn: true,
  reference,
  transactionReference: null,
})
