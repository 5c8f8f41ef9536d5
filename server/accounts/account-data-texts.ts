import { defineTexts } from '../../shared/i18n.ts'

/** Headings of the data that a user downloads. */
export const accountDataTexts = defineTexts('accountData', {
  profile: 'Profile',
  orders: 'Orders',
  payments: 'Payments',
  refunds: 'Refunds',
  walletTransactions: 'Wallet transactions',
  cards: 'Saved cards',
  beneficiaries: 'Beneficiaries',
  virtualAccounts: 'Bank accounts for deposits',
  bvnChecks: 'BVN checks',
  tickets: 'Support tickets',
  notifications: 'Notifications',
  bulkPurchases: 'Bulk purchases',
  schedules: 'Schedules',
  lowUnitsAlerts: 'Alerts about low units',
  sessions: 'Sessions',
  activity: 'Account activity',
})
