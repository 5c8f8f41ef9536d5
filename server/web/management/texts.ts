import { defineTexts } from '../../../shared/i18n.ts'

/** Titles of the pages of the back office. */
export const managementPageTexts = defineTexts('managementPage', {
  overview: 'Overview',
  transactions: 'Transactions',
  order: 'Order',
  reviews: 'Reviews',
  approvals: 'Approvals',
  power: 'Buy power',
  cabletv: 'Buy cable TV',
  topUp: 'Credit a wallet',
  topUps: 'Wallet top-ups',
  users: 'Users',
  user: 'User',
  tickets: 'Support tickets',
  paymentRequests: 'Payment requests',
  email: 'Send email',
  sms: 'Send SMS',
  configs: 'Provider settings',
  feesAndLimits: 'Fees & limits',
  reconciliation: 'Reconciliation',
  money: 'Money',
  signIn: 'Sign-in protection',
  translations: 'Translations',
  auditLogs: 'Audit log',
  error: 'Error',
  errorDescription: 'This page could not be shown.',
})
