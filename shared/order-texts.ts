import { defineTexts } from './i18n.ts'

/** Pages about one order: its refund, and how a customer proves that it is theirs. */
export const orderTexts = defineTexts('order', {
  addRefundAccount: 'Add bank account for refund',
  signInForRefund: 'Sign in to add a bank account for your refund',
  confirmForRefund: 'Confirm that you paid, then add a bank account',
  howToGetRefund: 'How to get your refund',

  notFound:
    "We couldn't find this order on this device. Open the link in your SMS or e-mail, or enter the details of the order here.",
  referenceLabel: 'Order reference',
  referenceHint: '12 letters and digits, on your receipt or SMS.',
  phoneLabel: 'Phone number of the order',
  phoneHint: 'The number that gets the SMS about it.',
  lastFourLabel: 'Last four digits of the number you paid for',
  lastFourHint: 'Of the meter, smartcard, phone or profile ID.',
})
