/** Back office pages in menu order. */
export const managementPages = [
  ['/management', 'Overview'],
  ['/management/transactions', 'Transactions'],
  ['/management/reviews', 'Reviews'],
  ['/management/power', 'Buy power'],
  ['/management/cabletv', 'Buy cable TV'],
  ['/management/wallet/top-up', 'Credit a wallet'],
  ['/management/top-ups', 'Wallet top-ups'],
  ['/management/users', 'Users'],
  ['/management/tickets', 'Tickets'],
  ['/management/messages/email', 'Send email'],
  ['/management/messages/sms', 'Send SMS'],
  ['/management/configs', 'Providers'],
  ['/management/figures', 'Fees & limits'],
  ['/management/reconciliation', 'Reconciliation'],
  ['/management/audit-logs', 'Audit log'],
] as const
export type ManagementPath = (typeof managementPages)[number][0]
