import type { ApprovalId, OrderId, PaymentId, RefundId, UserId } from '../../shared/ids.ts'
import { account } from './accounts.ts'
import { type Entry, transfer } from './entry.ts'
import { captureEvent } from './wallet-entry.ts'

/** A manager buys for a user: the amount collected outside the application becomes a receivable. */
export const managerPurchasePaid = (purchase: {
  paymentId: PaymentId
  orderId: OrderId
  amountKobo: bigint
}): Entry => ({
  event: captureEvent(purchase.paymentId),
  orderId: purchase.orderId,
  postings: transfer(account.receivableManager, account.order(purchase.orderId), purchase.amountKobo),
})

/** The purchase failed: clears the receivable. */
export const managerPurchaseRefunded = (refund: {
  refundId: RefundId
  orderId: OrderId
  amountKobo: bigint
}): Entry => ({
  event: `refund:${refund.refundId}:processed`,
  orderId: refund.orderId,
  postings: transfer(account.order(refund.orderId), account.receivableManager, refund.amountKobo),
})

/** A manager credits money collected outside the application to a wallet. `reason` names manager and purpose. */
export const managerTopUpPosted = (topUp: {
  approvalId: ApprovalId
  userId: UserId
  amountKobo: bigint
  reason: string
}): Entry => ({
  event: `manager:${topUp.approvalId}:topped_up`,
  orderId: null,
  reason: topUp.reason,
  postings: transfer(account.receivableManager, account.wallet(topUp.userId), topUp.amountKobo),
})
