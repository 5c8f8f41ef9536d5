import type {
  BulkPurchasesPage,
  CardsPage,
  NotificationsPage,
  ReferralPage,
  SchedulesPage,
  SettingsPage,
  TicketsPage,
  TransactionsPage,
} from '../../../islands/pages.ts'
import type { BulkPurchaseWithRows } from '../../../shared/bulk.ts'
import type { Forecast } from '../../../shared/forecasts.ts'
import type { Referral } from '../../../shared/referral.ts'
import type { Schedule } from '../../../shared/schedules.ts'
import type { Ticket } from '../../../shared/tickets.ts'
import { card, profile, transaction } from './accounts.ts'
import { notification } from './notifications.ts'

/** Props of every page of a signed-in user. */
export const person = {
  signedIn: true,
  simulated: false,
  brandName: 'Sanwo',
  note: null,
  profile: profile(),
  message: null,
}
export const noFilters = { search: '', service: '', state: '', from: '', to: '' }

export const notificationsPage = (overrides: Partial<NotificationsPage> = {}): NotificationsPage => ({
  ...person,
  notifications: [notification()],
  ...overrides,
})
export const transactionsPage = (overrides: Partial<TransactionsPage> = {}): TransactionsPage => ({
  ...person,
  filters: noFilters,
  transactions: { list: [transaction()], next: null },
  ...overrides,
})
export const ticket = (overrides: Partial<Ticket> = {}): Ticket => ({
  number: 'T-7K4M2QXA',
  state: 'open',
  order_reference: 'ABCDEFGH2345',
  service: 'power',
  message: 'The meter rejects the token.',
  answer: null,
  answered_at: null,
  created_at: '2026-11-21T10:00:00.000Z',
  ...overrides,
})
export const ticketsPage = (overrides: Partial<TicketsPage> = {}): TicketsPage => ({
  ...person,
  tickets: [ticket()],
  ...overrides,
})
export const cardsPage = (overrides: Partial<CardsPage> = {}): CardsPage => ({
  ...person,
  cards: [card()],
  csrf: '',
  ...overrides,
})

export const referral = (overrides: Partial<Referral> = {}): Referral => ({
  code: 'ADA2345',
  share_url: 'https://sanwo.example/register?referrer=ADA2345',
  balance: 800,
  earned: 1_200,
  bonus: 100,
  bonus_min_amount: 500,
  wallet_minimum_deposit: 500,
  list: [{ name: 'Bola A.', joined_at: '2026-11-20T10:00:00.000Z', bonus: 100 }],
  ...overrides,
})
export const referralPage = (overrides: Partial<ReferralPage> = {}): ReferralPage => ({
  ...person,
  referral: referral(),
  ...overrides,
})

export const settingsPage = (overrides: Partial<SettingsPage> = {}): SettingsPage => ({
  ...person,
  sessions: [
    {
      id: 'a0000000-0000-4000-8000-000000000001',
      device: 'Chrome on Android',
      current: true,
      created_at: '2026-11-20T10:00:00.000Z',
      last_seen_at: '2026-11-21T10:00:00.000Z',
    },
    {
      id: 'a0000000-0000-4000-8000-000000000002',
      device: 'Firefox on Windows',
      current: false,
      created_at: '2026-11-20T10:00:00.000Z',
      last_seen_at: '2026-11-21T09:00:00.000Z',
    },
  ],
  activity: {
    list: [
      { id: '9', description: 'Signed in', device: 'Chrome on Android', at: '2026-11-21T10:00:00.000Z' },
    ],
    next: '9',
  },
  picture: null,
  ...overrides,
})

const noCounts = {
  checking: 0,
  invalid: 0,
  ready: 0,
  queued: 0,
  pending: 0,
  delivered: 0,
  refunded: 0,
  rejected: 0,
  all: 0,
}
export const bulkPurchase = (overrides: Partial<BulkPurchaseWithRows> = {}): BulkPurchaseWithRows => ({
  id: 'b0000000-0000-4000-8000-000000000001',
  file_name: 'staff.csv',
  state: 'ready',
  created_at: '2026-11-21T10:00:00.000Z',
  started_at: null,
  finished_at: null,
  counts: { ...noCounts, ready: 1, invalid: 1, all: 2 },
  total_amount: 5_100,
  refunded_amount: 0,
  rows: [
    {
      line: 2,
      service: 'power',
      number: '11000000000',
      provider: 'Ikeja Electric',
      plan: '',
      customer_name: 'ADA OBI',
      amount: 5_000,
      total_amount: 5_100,
      state: 'ready',
      error: null,
      reference: null,
    },
    {
      line: 3,
      service: 'airtime',
      number: '12',
      provider: 'MTN',
      plan: '',
      customer_name: null,
      amount: null,
      total_amount: null,
      state: 'invalid',
      error: 'This is not a phone number.',
      reference: null,
    },
  ],
  next: null,
  ...overrides,
})
export const schedule = (overrides: Partial<Schedule> = {}): Schedule => ({
  id: 'schedule-1',
  state: 'active',
  service: 'airtime',
  title: 'MTN airtime',
  number: '08031234567',
  amount: 500,
  service_charge: 0,
  frequency: 'weekly',
  start_on: '2026-12-01',
  next_on: '2026-12-01',
  payment_method: 'WALLET',
  card: null,
  max_per_run: 500,
  max_per_month: 2_500,
  remind_by: 'email',
  pause_reason: null,
  open_run: null,
  created_at: '2026-11-21T10:00:00.000Z',
  ...overrides,
})
export const forecast = (overrides: Partial<Forecast> = {}): Forecast => ({
  number: '11000000099',
  company: 'Ikeja Electric',
  daily_use: 5.1,
  unit: 'kWh',
  low_at: '2026-12-01T09:00:00.000Z',
  earliest: '2026-11-29T09:00:00.000Z',
  latest: '2026-12-03T09:00:00.000Z',
  last_purchase_at: '2026-11-21T09:00:00.000Z',
  last_amount: 10_000,
  alert: null,
  ...overrides,
})
export const schedulesPage = (overrides: Partial<SchedulesPage> = {}): SchedulesPage => ({
  ...person,
  profile: profile({ has_pin: true }),
  schedules: [schedule()],
  forecasts: [forecast()],
  order: null,
  balance: 500,
  ...overrides,
})

export const bulkPurchasesPage = (overrides: Partial<BulkPurchasesPage> = {}): BulkPurchasesPage => ({
  ...person,
  profile: profile({ is_company: true }),
  files: [],
  ...overrides,
})
