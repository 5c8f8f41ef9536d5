import { defineTexts } from '../../../shared/i18n.ts'

/** Messages of the actions on one order. */
export const orderActionTexts = defineTexts('orderActionServer', {
  notDelivered: 'This order was not delivered.',
  noCodes: 'This order has no token or PIN.',
  noEmail: 'This order has no e-mail address.',
  phoneForSmsOnly: 'Another phone number is for an SMS only.',
  smsSent: 'The SMS is on its way to {phone}.',
  emailSent: 'The e-mail is on its way to {email}.',
  noteAdded: 'Note added.',
  goodwillPaid: 'The wallet was credited.',
  goodwillRefundStarted: 'The refund was started. The order page shows when the gateway has paid it.',
  goodwillPending: 'A goodwill payment for this order is already awaiting approval.',
  noGoodwill:
    'Goodwill is paid into the wallet of a customer with an account, for a delivered order that the customer paid for.',
  noGatewayGoodwill:
    'The gateway returns a part of a payment once: for a delivered order that the customer paid for through it, without an open dispute.',
  topUpDisputed:
    'The payer’s bank disputes a top-up of the wallet that paid for this order. Wait for the outcome of the dispute.',
  goodwillAboveCap: 'At most {amount} can be paid: what was captured, less refunds and earlier goodwill.',
  goodwillSubject: 'Goodwill for order {reference}',
  goodwillBody: '{amount} was added to your wallet.',
})
