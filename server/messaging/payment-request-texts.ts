import { defineTexts } from '../../shared/i18n.ts'

/** Messages to the payer of a payment request. */
export const paymentRequestMessageTexts = defineTexts('paymentRequestMessage', {
  sms: '{brand}: you paid {amount}. {description} was delivered to the person who asked you. Reference {reference}',
  subject: 'Receipt: you paid {amount}',
  delivered: 'You paid {amount}. {description} was delivered to the person who asked you.',
  reference: 'Reference',
  amount: 'Amount paid',
  paidFor: 'For',
  receipt: 'Open your receipt',
})
