import { defineTexts } from './i18n.ts'

/** Kinds of wallet transactions, on the page and in the CSV. */
export const walletKindTexts = defineTexts('walletKind', {
  top_up: 'Top-ups',
  payment: 'Payments',
  returned: 'Refunds',
  cashback: 'Cashback',
  cashback_taken_back: 'Cashback reversed',
  bonus: 'Bonus',
  manager: 'Adjustment',
  other: 'Other',
})
