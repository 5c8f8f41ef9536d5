import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the API about payment requests. */
export const paymentRequestTexts = defineTexts('paymentRequest', {
  created: 'Your payment request is ready. Send the link to the person who pays.',
  cancelled: 'Your payment request is cancelled. It cannot be paid any more.',
  reported: 'Thank you. We will look at this request.',
  blocked: 'The payment request is blocked.',
  tooManyOpen: 'You have {max} open payment requests. Cancel one first.',
  amountMissing: 'Please enter the amount that you want to pay.',
  amountFixedOnly: 'Only electricity and airtime requests can leave the amount open.',
  priceChanged: 'The price has changed since you were asked. No money was taken. Ask for a new request.',
  paidNoMoney: 'This request is already paid. No money was taken from you.',
  cancelledNoMoney: 'This request was cancelled. No money was taken.',
  expiredNoMoney: 'This request has expired. No money was taken. Ask for a new one.',
  blockedNoMoney: 'This request is not available. No money was taken.',
  paidSubject: 'Your payment request was paid',
  paidBody: 'Your request was paid for {title}. We are delivering it now.',
  payerDelivered: 'You paid {total}. It was delivered to {requester}.',
})
