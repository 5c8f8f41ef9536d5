import { defineTexts } from '../../shared/i18n.ts'

/** Reasons of ledger entries, some of which the wallet history shows. */
export const ledgerReasonTexts = defineTexts('ledgerReason', {
  refundFailed: 'the gateway could not give it back',
  orderRefunded: 'the order was paid back',
  bonusRedeemed: 'referral bonus redeemed',
  accountClosed: 'the account was closed',
  vendorReversed: 'the vendor reversed its delivery',
  deliveredAfterFailure: 'delivered after the vendor had reported a failure',
  paymentReversed: 'the bank reversed the payment',
  paymentPartlyReversed: 'the bank took a part of the payment back',
  goodwill: 'Goodwill for order {reference}',
  goodwillCashback: 'Cashback of order {reference}, in proportion to the goodwill',
})
