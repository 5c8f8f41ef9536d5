import { defineTexts } from '../../shared/i18n.ts'

/** Where a refund goes, as part of a sentence: "We refunded ₦500 to {destination}." */
export const refundDestinationTexts = defineTexts('refundDestination', {
  source: 'your original payment method',
  card: 'the card you paid with',
  bankAccount: 'the bank account you paid from',
  wallet: 'your wallet',
  transfer: 'your bank account by bank transfer',
  addedAccount: 'the bank account you gave us',
  accountEnding: 'the account ending {digits} that you gave us',
  accountAtBank: 'the account ending {digits} at {bank}',
})

/** Notifications about top-ups, and messages of the API about cards, bank accounts and disputes. */
export const paymentServerTexts = defineTexts('paymentServer', {
  toppedUpSubject: 'Wallet topped up',
  toppedUp: '{amount} was added to your wallet.',
  topUpRefundedSubject: 'Your top-up is being refunded',
  topUpRefunded:
    "We received a different amount or currency than your top-up of {amount}, so we're refunding your payment to your original payment method.",
  topUpReversedSubject: 'Your top-up was reversed',
  topUpReversed: 'Your bank reversed your top-up of {amount}, so we removed {removed} from your wallet.',
  topUpPartlyReversedSubject: 'Part of your top-up was reversed',
  topUpPartlyReversed:
    'Your bank reversed {amount} of your top-up, so we removed {removed} from your wallet.',

  cardsDeclined: 'Too many card payments were declined. Please wait a little, or pay another way.',
  accountNotFound: 'We could not find that account. Please check the bank and the number.',
  disputeOpen:
    "The payer's bank disputes the payment and may return the money itself. Wait for the outcome of the dispute.",
  disputeOverdue: 'The deadline of this dispute has passed. A response is no longer possible.',
  accountRejected: 'The money could not be paid into that account. Please try another one.',
})
