import { defineTexts } from '../../shared/i18n.ts'

/** Review reasons, by code. */
export const reviewReasonTexts = defineTexts('reviewReason', {
  overdue: 'Paid over 30 minutes ago, not delivered or refunded.',
  stuck: 'No update for 10 minutes.',
  mismatch: 'Vendor delivered something different from the order.',
  for_a_person: 'Only the vendor’s support can confirm whether this order was delivered.',
  vendor_review: 'Vendor asks you to contact support about this order.',
  requery_rejected: 'Vendor rejects our requeries of this order. Check its keys and our account there.',
  no_vendor: 'This vendor’s API keys were removed, so the order can’t be requeried.',
  underpaid: 'Underpaid. Refunding in full.',
  wrong_unit: 'Gateway reported 100× the order amount. Refunding in full.',
  wrong_currency: 'Paid in another currency. Refunding in full.',
  payment_disputed: 'The payer’s bank disputes the payment. The refund waits for the outcome of the dispute.',
  payment_reversed: 'Chargeback.',
  payment_partly_reversed:
    'Partial chargeback. Collect the amount from the customer, or close the review when the order has ended.',
  vendor_reversed: 'Vendor reversed the delivery. Customer has paid and received nothing.',
  delivered_after_failure: 'Vendor first reported a failure and now reports a delivery.',
  refund_failed: 'Refund failed at the gateway.',
  refund_needs_attention: 'Refund needs the customer’s bank account.',
  refund_account_stored:
    'The customer has given a bank account. The refund is sent there; during a dispute, after its outcome.',
  refund_account_review:
    'Check the bank account given for the refund: compare the names. “Refund” pays into it.',
  refund_missing: 'Refund due but not started.',
  restored:
    'Paid before a restart or restore, so a vendor may already have it. Nothing is sent until a requery is conclusive.',
  restored_unpaid:
    'A vendor delivered it, and a restored database lost its payment. Charge the user or close it.',
  nothing_to_refund: 'Not delivered, and no payment left to refund.',
})

/** Messages of the API about a manager's actions on orders and breaks. */
export const reviewServerTexts = defineTexts('reviewServer', {
  requerySent: 'Requery sent.',
  delivered: 'Marked as delivered. The customer was notified.',
  refundStarted: 'Refund started.',
  walletCredited: 'The wallet was credited.',
  accountRejected: 'The customer was asked for another account.',
  closed: 'Removed from review.',
  breakResolved: 'Difference resolved.',

  tokenInvalid: 'A token has 20 digits.',
  deliveredOnRequery: 'The vendor confirmed the delivery on requery. Nothing was refunded.',
  refundNotNamed:
    'This request does not name the refund that has to be paid. Reject it, and request the refund again.',
  accountReplaced:
    'The customer has given another bank account since. Reject this request, and request the refund again.',
  bankReferenceMissing: 'Enter the reference of the bank transfer: this customer has no wallet.',
  accountClosed: 'This account is closed. Nothing was credited.',
})
