import { defineTexts } from '../../shared/i18n.ts'

/** Orders in manual review, and the actions of a review. */
export const reviewsTexts = defineTexts('managementReviews', {
  empty: 'No orders need review',
  approvals: 'Approvals of refunds',
  order: 'Order',
  actions: 'Actions',
  attempt: '{vendor}: {state}, {reason}.',
  refundState: 'Refund at {gateway}: {state}.',
  account: 'Account ending {last4} at {bank} of {holder}.',
  unknownBank: 'an unknown bank',
  unknownHolder: 'an unknown holder',
  payer: 'Paid by {payer}.',
  accountChanged: 'Changed within 24 hours.',

  requery: 'Requery',
  requeryDescription: 'Checks the gateway and vendor now. Does not buy or refund.',
  deliver: 'Mark delivered',
  deliverDescription: 'Needs proof from the vendor: its reference and, for prepaid meters, the token.',
  refund: 'Refund',
  refundDescription: 'If the vendor delivers later, we bear the loss.',
  refundByGateway: 'Refunds {amount} to {customer} through {gateway}.',
  originalMethod: 'the original payment method',
  refundToWallet: 'Refunds {amount} to {customer}, into the wallet.',
  refundToAccount: 'Refunds {amount} to {customer}, into the account ending {last4} at {bank}.',
  refundByTransfer: 'Records that you refunded {amount} to {customer} by bank transfer.',
  refundOfManagerPurchase: 'Cancels a purchase of {amount} for {customer}, who paid nothing here.',
  rejectAccount: 'Reject account',
  rejectAccountDescription: 'Keeps the money and asks the customer for another bank account.',
  close: 'Close',
  closeDescription: 'Removes a finished order from the queue.',
  deliveryRisk:
    'The vendor has not confirmed whether it delivered this order. We ask it again first. If it delivers after the refund, we lose {amount}. A second manager must approve.',
  doubleRefundRisk:
    'The gateway has not confirmed whether it made this refund. If it did, paying it again costs us {amount}. A second manager must approve.',
  actionTitle: '{action}: {reference}',
  actionDone: 'Done.',

  vendorReference: 'Vendor reference',
  pins: 'PINs',
  pinsHint: 'One PIN per line. Put the serial number first: serial, PIN',
  tokenHint: '20 digits. Leave empty for postpaid.',
  units: 'Units (kWh)',
  namedAccountHint: 'Leave empty to approve the customer’s account and pay into it.',
  transferOnlyHint: 'This customer has no wallet. Transfer the money first, then enter the reference here.',
  refundReferenceHint: 'Only if you refunded by bank transfer. Leave empty to refund to the wallet.',
})
