import type { ApprovalId, OrderId, UserId } from '../../shared/ids.ts'
import { account } from './accounts.ts'
import { type Entry, transfer } from './entry.ts'
import { ledgerReasonTexts } from './texts.ts'

/** A goodwill payment to the customer of a delivered order, into the wallet. The order stays delivered. */
export const goodwillPaid = (goodwill: {
  approvalId: ApprovalId
  orderId: OrderId
  userId: UserId
  amountKobo: bigint
  reference: string
}): Entry => ({
  event: `goodwill:${goodwill.approvalId}:goodwill_paid`,
  orderId: goodwill.orderId,
  // The customer sees it in the wallet history; the approval has the manager's reason.
  reason: ledgerReasonTexts.goodwill({ reference: goodwill.reference }),
  postings: transfer(account.adjustment, account.wallet(goodwill.userId), goodwill.amountKobo),
})

/**
 * A delivered order is refunded after all: its goodwill payments are a part of the refund, paid from the order's suspense
 * account instead of our own money.
 */
export const goodwillCountedAsRefund = (order: { orderId: OrderId; amountKobo: bigint }): Entry => ({
  event: `order:${order.orderId}:goodwill_counted_as_refund`,
  orderId: order.orderId,
  postings: transfer(account.order(order.orderId), account.adjustment, order.amountKobo),
})

/**
 * The part of the order's cashback that belongs to the goodwill payment is reversed: from the wallet as far as its
 * balance goes, the rest as a receivable.
 */
export const goodwillCashbackReversed = (reversal: {
  approvalId: ApprovalId
  orderId: OrderId
  userId: UserId
  amountKobo: bigint
  /** The part that the wallet covers. */
  walletKobo: bigint
  reference: string
}): Entry => ({
  event: `goodwill:${reversal.approvalId}:goodwill_cashback_reversed`,
  orderId: reversal.orderId,
  reason: ledgerReasonTexts.goodwillCashback({ reference: reversal.reference }),
  postings: [
    [account.wallet(reversal.userId), reversal.walletKobo],
    [account.receivable(reversal.userId), reversal.amountKobo - reversal.walletKobo],
    [account.cashback, -reversal.amountKobo],
  ],
})
