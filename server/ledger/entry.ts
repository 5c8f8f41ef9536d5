import type { DisputeId, OrderId, PaymentId, RefundId } from '../../shared/ids.ts'
import { account } from './accounts.ts'
import { ledgerReasonTexts } from './texts.ts'

export type Posting = readonly [account: string, amountKobo: bigint]

/** One balanced, immutable ledger entry. `event` is unique: the same event is never posted twice. */
export interface Entry {
  readonly event: string
  readonly orderId: OrderId | null
  readonly postings: readonly Posting[]
  readonly reverses?: bigint
  readonly reason?: string
  /** Default: now. A time in the past is for demo data. */
  readonly postedAt?: Date | undefined
}

/** The postings that debit one account and credit another one. */
export const transfer = (debit: string, credit: string, amountKobo: bigint): readonly Posting[] => [
  [debit, amountKobo],
  [credit, -amountKobo],
]

/** Sums the postings per account, drops zero sums and sorts by account. */
export function normalisePostings(lines: readonly Posting[]): Posting[] {
  const sums = new Map<string, bigint>()
  for (const [name, amountKobo] of lines) sums.set(name, (sums.get(name) ?? 0n) + amountKobo)
  return [...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** A customer's payment arrived: credits the order's suspense account and, for the excess, `unapplied`. */
export function paymentCaptured(payment: {
  paymentId: PaymentId
  /** Null when no part of it is applied to an order. */
  orderId: OrderId | null
  gateway: string
  paidKobo: bigint
  feeKobo: bigint
  appliedKobo: bigint
}): Entry {
  return {
    event: `payment:${payment.paymentId}:captured`,
    orderId: payment.orderId,
    postings: [
      [account.gateway(payment.gateway), payment.paidKobo - payment.feeKobo],
      [account.gatewayFee, payment.feeKobo],
      ...(payment.orderId === null
        ? []
        : ([[account.order(payment.orderId), -payment.appliedKobo]] as const)),
      [account.unapplied, payment.appliedKobo - payment.paidKobo],
    ],
  }
}

/** The vendor delivered: the order's money becomes vendor cost and our income. */
export function orderDelivered(order: {
  orderId: OrderId
  vendor: string
  totalKobo: bigint
  amountKobo: bigint
  serviceChargeKobo: bigint
  costKobo: bigint
}): Entry {
  return {
    event: `order:${order.orderId}:delivered`,
    orderId: order.orderId,
    postings: [
      [account.order(order.orderId), order.totalKobo],
      [account.vendorFloat(order.vendor), -order.costKobo],
      [account.serviceCharge, -order.serviceChargeKobo],
      [account.commission, order.costKobo - order.amountKobo],
    ],
  }
}

/** Account that each source of a refund is taken from. */
const refundSources = {
  order: (orderId: OrderId | null) => (orderId ? account.order(orderId) : account.unapplied),
  unapplied: () => account.unapplied,
  /** Our own money: the order keeps what it earned. */
  goodwill: () => account.adjustment,
} as const

/** A refund becomes payable, from the order's suspense account, from `unapplied`, or as goodwill from our own money. */
export function refundRequested(refund: {
  refundId: RefundId
  orderId: OrderId | null
  amountKobo: bigint
  from: keyof typeof refundSources
}): Entry {
  return {
    event: `refund:${refund.refundId}:requested`,
    orderId: refund.orderId,
    postings: [
      [refundSources[refund.from](refund.orderId), refund.amountKobo],
      [account.refundPayable, -refund.amountKobo],
    ],
  }
}

/** The gateway refunded the money. */
export function refundProcessed(refund: {
  refundId: RefundId
  orderId: OrderId | null
  gateway: string
  amountKobo: bigint
}): Entry {
  return {
    event: `refund:${refund.refundId}:processed`,
    orderId: refund.orderId,
    postings: transfer(account.refundPayable, account.gateway(refund.gateway), refund.amountKobo),
  }
}

/**
 * A bank charged a payment back: it becomes a receivable. `owner` is the user of the top-up, whose wallet balance is
 * debited first, or the order that was paid.
 */
export function paymentChargedBack(payment: {
  paymentId: PaymentId
  orderId: OrderId | null
  gateway: string
  owner: string
  paidKobo: bigint
  walletKobo: bigint
}): Entry {
  return {
    event: `payment:${payment.paymentId}:reversed`,
    orderId: payment.orderId,
    reason: ledgerReasonTexts.paymentReversed(),
    postings: [
      [account.gateway(payment.gateway), -payment.paidKobo],
      [account.receivable(payment.owner), payment.paidKobo - payment.walletKobo],
      ...(payment.walletKobo > 0n ? ([[account.wallet(payment.owner), payment.walletKobo]] as const) : []),
    ],
  }
}

/** A dispute was lost for part of a payment. The receivable is posted as in `chargedBack`. */
export function disputeLost(dispute: {
  disputeId: DisputeId
  orderId: OrderId | null
  gateway: string
  owner: string
  amountKobo: bigint
  walletKobo: bigint
}): Entry {
  return {
    event: `dispute:${dispute.disputeId}:lost`,
    orderId: dispute.orderId,
    reason: ledgerReasonTexts.paymentPartlyReversed(),
    postings: [
      [account.gateway(dispute.gateway), -dispute.amountKobo],
      [account.receivable(dispute.owner), dispute.amountKobo - dispute.walletKobo],
      ...(dispute.walletKobo > 0n ? ([[account.wallet(dispute.owner), dispute.walletKobo]] as const) : []),
    ],
  }
}

export const returnedByDisputeEvent = (
  refundId: RefundId,
  disputeId: DisputeId | 'payment_reversed' | '',
): string => `refund:${refundId}:returned_by_dispute:${disputeId}`

/** The bank returned a part of a refund that was not sent: the refund is reduced by it. */
export function refundReturnedByDispute(refund: {
  refundId: RefundId
  disputeId: DisputeId
  orderId: OrderId | null
  gateway: string
  amountKobo: bigint
}): Entry {
  return {
    event: returnedByDisputeEvent(refund.refundId, refund.disputeId),
    orderId: refund.orderId,
    reason: ledgerReasonTexts.paymentPartlyReversed(),
    postings: transfer(account.refundPayable, account.gateway(refund.gateway), refund.amountKobo),
  }
}

/**
 * The bank returned a part of a refund whose row was lost. Its loss is posted: clears payable and receivable.
 * `disputeId` is the dispute whose loss was posted last; null when the gateway reversed the whole payment.
 */
export function lostRefundReturned(refund: {
  refundId: RefundId
  disputeId: DisputeId | null
  orderId: OrderId
  amountKobo: bigint
}): Entry {
  return {
    event: returnedByDisputeEvent(refund.refundId, refund.disputeId ?? 'payment_reversed'),
    orderId: refund.orderId,
    reason: ledgerReasonTexts.paymentPartlyReversed(),
    postings: transfer(account.refundPayable, account.receivable(refund.orderId), refund.amountKobo),
  }
}

/** An order was not delivered and its payment was charged back: clears suspense account and receivable. */
export function chargedBackOrderClosed(order: { orderId: OrderId; totalKobo: bigint }): Entry {
  return {
    event: `order:${order.orderId}:nothing_to_refund`,
    orderId: order.orderId,
    postings: transfer(account.order(order.orderId), account.receivable(order.orderId), order.totalKobo),
  }
}

/** A late delivery: the vendor delivered an attempt that was written off and refunded. The cost is our loss. */
export function lateDeliveryAfterWriteOff(order: {
  orderId: OrderId
  vendor: string
  costKobo: bigint
}): Entry {
  return {
    event: `order:${order.orderId}:late_delivered`,
    orderId: order.orderId,
    postings: transfer(account.vendLoss, account.vendorFloat(order.vendor), order.costKobo),
  }
}
