/** The screens of the back office, in the order of the menu. */
export const screens = [
  ['/management', 'Overview'],
  ['/management/transactions', 'Transactions'],
  ['/management/reviews', 'Reviews'],
  ['/management/power', 'Buy power'],
  ['/management/cabletv', 'Buy cable TV'],
  ['/management/wallet/top-up', 'Top up a wallet'],
  ['/management/users', 'Users'],
  ['/management/tickets', 'Reports'],
  ['/management/messages/email', 'Send email'],
  ['/management/messages/sms', 'Send SMS'],
  ['/management/configs', 'Providers'],
  ['/management/figures', 'Figures'],
  ['/management/reconciliation', 'Reconciliation'],
  ['/management/audit-logs', 'Audit log'],
] as const
export type ScreenPath = (typeof screens)[number][0]
