import { defineTexts } from '../../shared/i18n.ts'

/** One order: its status, its money, its timeline and help, wherever an order is shown. */
export const orderCardTexts = defineTexts('order-card', {
  moneyTitle: 'Your money',
  paid: 'Paid',
  held: 'On hold',
  outcome: 'Delivered or refunded',
  delivered: 'Delivered',
  refunding: 'Refund',
  refunded: 'Refunded',
  heldHint:
    'Your money is on hold until the order is delivered. If it cannot be delivered, you are refunded.',

  timelineTitle: 'Timeline',
  quotedStep: 'Order created',
  awaitingPaymentStep: 'Payment started',
  paidStep: 'Payment received',
  vendingStep: 'Order sent to {biller}',
  vendingAgainStep: 'Order sent again',
  vendFailedStep: 'Not delivered',
  deliveredStep: 'Delivered',
  refundingStep: 'Refund started',
  refundedStep: 'Refunded',
  expiredStep: 'Not paid in time',

  checkingNow: 'Checking your payment',
  sendingNow: 'Sending your order to {biller}…',
  deliveringNow: 'Waiting for {biller} to deliver',
  failedNow: 'Trying again, or starting your refund',
  refundingNow: 'Your refund is on its way',
  refundHeldNow: 'Waiting for the decision of your bank',
  payerFailedNow: 'Trying again, or starting the refund to the person who paid',
  payerRefundingNow: 'The refund to the person who paid is on its way',
  payerRefundHeldNow: 'Waiting for the decision of the bank of the person who paid',
  deliveredNext: 'Delivery',
  refundedNext: 'Refund completed',
  unnamedBiller: 'the company',
  since: 'since <time></time>',

  schedule: 'Schedule this purchase',
  review: 'A person is checking this order. You do not need to do anything.',
})
