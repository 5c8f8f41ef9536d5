import { defineTexts } from '../../shared/i18n.ts'

/** Menu of the back office. Pages whose title equals their link use the same text. */
export const menuTexts = defineTexts('managementMenu', {
  label: 'Back office',
  toggle: 'Back office menu',

  work: 'Work',
  overview: 'Overview',
  reviews: 'Reviews',
  approvals: 'Approvals',
  tickets: 'Tickets',
  paymentRequests: 'Payment requests',

  ordersAndMoney: 'Orders and money',
  transactions: 'Transactions',
  topUps: 'Wallet top-ups',
  money: 'Money',
  reconciliation: 'Reconciliation',
  unallocatedFunds: 'Unallocated funds',

  actions: 'Actions',
  buyPower: 'Buy power',
  buyCabletv: 'Buy cable TV',
  creditWallet: 'Credit a wallet',
  sendEmail: 'Send email',
  sendSms: 'Send SMS',

  peopleAndSettings: 'People and settings',
  users: 'Users',
  providers: 'Providers',
  feesAndLimits: 'Fees & limits',
  translations: 'Translations',
  auditLog: 'Audit log',
  signIn: 'Sign-in protection',

  outageCount: '{count, number} <unit>{count, plural, one {outage} other {outages}}</unit>',
  reviewCount: '{count, number} <unit>in review</unit>',
  pendingCount: '{count, number} <unit>awaiting approval</unit>',
  openCount: '{count, number} <unit>open</unit>',
})
