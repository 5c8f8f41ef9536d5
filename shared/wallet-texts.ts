import { defineTexts } from './i18n.ts'

/** Kinds of wallet transactions, on the page and in the CSV. */
export const walletKindTexts = defineTexts('walletKind', {
  topUps: 'Top-ups',
  payments: 'Payments',
  refunds: 'Refunds',
  cashback: 'Cashback',
  cashbackReversed: 'Cashback reversed',
  bonus: 'Bonus',
  adjustment: 'Adjustment',
  other: 'Other',
})
