import { defineTexts } from '../../../shared/i18n.ts'

/** The payment pages for browsers without JavaScript. */
export const paymentPageTexts = defineTexts('paymentPage', {
  transferNext: "You'll get an account number to transfer to. Return here after payment.",
  cardNext: 'We never see your card number.',
  ussdNext: 'You get a code to dial on your phone.',
  phoneNumberNext: 'You approve the payment on your phone.',
  walletNext: 'The amount is deducted from your wallet.',
  savedCardNext: 'Your saved card is charged. Your bank may ask you to approve it.',
  savedCardTitle: '{type} ending in {digits}',
  savedCardDescription: 'Your saved card, expires {expiry}',

  continueTitle: 'Continue to payment',
  checkoutUnavailable: 'The payment page cannot be opened right now. No money was taken.',
})
