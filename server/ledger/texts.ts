import { defineTexts } from '../../shared/i18n.ts'

/** Reasons of entries that the wallet history shows. */
export const ledgerReasonTexts = defineTexts('ledgerReason', {
  paymentReversed: 'the bank reversed the payment',
  paymentPartlyReversed: 'the bank took a part of the payment back',
  goodwill: 'Goodwill for order {reference}',
  goodwillCashback: 'Cashback of order {reference}, in proportion to the goodwill',
})
