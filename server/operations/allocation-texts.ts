import { defineTexts } from '../../shared/i18n.ts'

/** Unallocated funds: rejections for managers, and what the customer reads about the money. */
export const allocationTexts = defineTexts('allocationServer', {
  alreadyAllocated: 'This item has changed. Refresh and try again.',
  alreadyRequested: 'A request for this is already awaiting approval.',
  nairaOnly: 'Wallets hold naira only.',
  gatewayOnly: 'This can only be refunded through its gateway.',
  bankReferenceMissing: 'Enter the reference of the bank transfer: the gateway could not refund this.',

  creditedTo: 'Credited to {name}',
  returnedByTransfer: 'Returned by bank transfer {reference}',
  returnedThroughGateway: 'Returned through the gateway',

  receivedSubject: 'Money received',
  received: 'We traced a payment of {amount} to you and added it to your wallet.',
  topUp: 'a top-up',
  transfer: 'a transfer for you',
  topUpRefundedSubject: 'Your top-up was refunded',
  topUpRefunded: '{amount} was refunded to you by bank transfer. Its reference is {reference}.',
})
