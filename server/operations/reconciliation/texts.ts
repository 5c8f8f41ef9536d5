import { defineTexts } from '../../../shared/i18n.ts'

/** How our record differs from the counterparty's, in the list of reconciliation breaks. */
export const breakTexts = defineTexts('reconciliationBreak', {
  attempt: 'Order {order} at {vendor}, request {request}: {difference}',
  reversedByVendor: 'reversed by vendor.',
  failedAtVendor: 'vendor reports it as failed ({code}).',
  deliveredAtVendor: 'marked failed here, but delivered by the vendor.',
  costDiffers: 'cost differs from our record.',
  attemptWithWebhook:
    'Request {request} at {vendor} is {state} here, and the vendor has since sent a webhook about it, which is not yet compared.',

  payment: 'Payment {reference} at {gateway}: {difference}',
  paymentReversed: 'gateway shows a reversal or chargeback.',
  reportedByGateway: 'the gateway reports {report}.',
  amountDiffers: 'gateway shows a different amount.',

  deposit: 'Transfer {reference} at {gateway}: the gateway reports {report}.',
  noDeposit: 'no such transfer',

  refund: 'Refund of payment {reference} at {gateway}: the gateway reports {report}.',
  noRefund: 'no such refund',
  foreignRefund: 'Refund at {gateway} for payment {reference} that we did not initiate.',

  floatDiffers: 'Float balance at {vendor} does not match our ledger.',
  floatNotOpened: 'No opening balance recorded for the float at {vendor}. Record one.',
})

/** Results of recording an opening balance or a payment to a vendor. */
export const floatTexts = defineTexts('floatServer', {
  noBalance: '{vendor} did not report a balance. Nothing was posted.',
  alreadyMatches: 'The ledger already matches the balance that {vendor} reports.',
  alreadyOpened: 'The opening balance of the float at {vendor} is already recorded.',
  opened: 'The opening balance of the float at {vendor} is {amount}.',
  openedAtFirstStart: 'Opening balance at the first start',
  paymentReason: 'paid to {vendor}, transfer {reference}',
  funded: '{amount} posted to the float at {vendor}.',
  alreadyFunded: 'Transfer {reference} to {vendor} is already posted.',
})
