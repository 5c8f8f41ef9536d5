import {
  cashbackEarned,
  disputeLost,
  type Entry,
  holdCaptured,
  orderDelivered,
  paymentCaptured,
  refundedToWallet,
  refundProcessed,
  refundRequested,
  walletHeld,
} from '../ledger/index.ts'
import type { PastPayment, PastVend } from './history.ts'
import type { DemoOrder } from './order-rows.ts'
import { demoVendor } from './products.ts'
import { gatewayIdOf, hashDigits, uuidAt } from './random.ts'

const day = 24 * 60 * 60_000

/** A ledger entry with the time at which it was posted. */
export interface DatedEntry {
  readonly at: Date
  readonly entry: Entry
}

/** The ledger entries of an order, as the product's code posts them. */
export function orderEntries(order: DemoOrder): DatedEntry[] {
  if (!order.isPaid) return []
  return [...paymentEntries(order), ...endEntries(order), ...disputeEntries(order)]
}

function paymentEntries(order: DemoOrder): DatedEntry[] {
  const { paymentId, id: orderId, buyer, paidAt: at, totalKobo } = order
  if (order.gateway === 'wallet' && buyer) {
    const payment = { paymentId, orderId, userId: buyer.id, amountKobo: totalKobo }
    return [
      { at, entry: walletHeld(payment) },
      { at, entry: holdCaptured(payment) },
    ]
  }
  const { gateway, feeKobo } = order
  const amounts = { paidKobo: totalKobo, feeKobo, appliedKobo: totalKobo }
  return [{ at, entry: paymentCaptured({ paymentId, orderId, gateway, ...amounts }) }]
}

function endEntries(order: DemoOrder): DatedEntry[] {
  const { plan, id: orderId, buyer, endedAt: at, totalKobo, refundId, cashbackKobo } = order
  const { amountKobo } = plan
  switch (plan.end) {
    case 'delivered': {
      const { serviceChargeKobo, costKobo } = order
      const amounts = { totalKobo, amountKobo, serviceChargeKobo, costKobo }
      const deliveryEntry = { at, entry: orderDelivered({ orderId, vendor: demoVendor, ...amounts }) }
      if (!buyer || cashbackKobo === 0n) return [deliveryEntry]
      const cashback = { orderId, userId: buyer.id, amountKobo: cashbackKobo, owedKobo: 0n }
      return [deliveryEntry, { at, entry: cashbackEarned(cashback) }]
    }
    case 'refunded': {
      if (order.gateway === 'wallet' && buyer) {
        const refund = { refundId, orderId, userId: buyer.id, amountKobo: totalKobo, from: 'order' } as const
        return [{ at, entry: refundedToWallet(refund) }]
      }
      const refund = { refundId, orderId, amountKobo: totalKobo }
      return [
        { at, entry: refundRequested({ ...refund, from: 'order' }) },
        { at, entry: refundProcessed({ ...refund, gateway: order.gateway }) },
      ]
    }
    case 'refund_stuck':
      return [{ at, entry: refundRequested({ refundId, orderId, amountKobo: totalKobo, from: 'order' }) }]
    default:
      return []
  }
}

/** A lost dispute costs half of the payment. */
const lostKoboOf = ({ totalKobo }: DemoOrder) => totalKobo / 2n

export const disputeOf = (order: DemoOrder) => {
  const { dispute, key } = order.plan
  if (dispute === null) return null
  const openedAt = new Date(order.endedAt.getTime() + day / 2)
  return {
    state: dispute,
    id: uuidAt(`${key} dispute`, openedAt),
    gatewayId: gatewayIdOf(`${key} dispute`),
    openedAt,
    dueAt: new Date(openedAt.getTime() + day),
    decidedAt: new Date(openedAt.getTime() + day / 2),
    lostKobo: dispute === 'lost' ? lostKoboOf(order) : null,
  }
}

function disputeEntries(order: DemoOrder): DatedEntry[] {
  const dispute = disputeOf(order)
  if (!dispute || dispute.lostKobo === null) return []
  const { id: orderId, gateway } = order
  const loss = { disputeId: dispute.id, orderId, gateway, owner: orderId, walletKobo: 0n }
  return [{ at: dispute.decidedAt, entry: disputeLost({ ...loss, amountKobo: dispute.lostKobo }) }]
}

/** The payment in the gateway's records; null for an order that never reached it. */
export function pastPaymentOf(order: DemoOrder): PastPayment | null {
  const { plan, gateway, totalKobo } = order
  if (gateway === 'wallet' || plan.end === 'quoted') return null
  const amount = Number(totalKobo)
  const dispute = disputeOf(order)
  const isRefunded = plan.end === 'refunded' || plan.end === 'refund_stuck'
  const refund = {
    id: gatewayRefundId(order),
    amount_kobo: amount,
    at: order.endedAt.toISOString(),
    status: plan.end === 'refunded' ? ('processed' as const) : ('needs-attention' as const),
  }
  return {
    gateway,
    id: gatewayIdOf(`${plan.key} payment`),
    reference: order.paymentReference,
    order_reference: order.reference,
    amount_kobo: amount,
    email: order.email,
    opened_at: plan.at.toISOString(),
    paid_at: order.isPaid ? order.paidAt.toISOString() : null,
    refunds: isRefunded ? [refund] : [],
    disputes: dispute
      ? [
          {
            id: dispute.gatewayId,
            opened_at: dispute.openedAt.toISOString(),
            due_at: dispute.dueAt.toISOString(),
            decision:
              dispute.state === 'open'
                ? null
                : { at: dispute.decidedAt.toISOString(), refund_kobo: Number(dispute.lostKobo ?? 0n) },
          },
        ]
      : [],
  }
}

export const gatewayRefundId = ({ plan }: DemoOrder): string => gatewayIdOf(`${plan.key} refund`)

const vendResults = {
  delivered: 'delivered',
  refunded: 'failed',
  refund_stuck: 'failed',
  in_review: 'pending',
} as const

/** The vend in the vendor's records; null for an order that was never paid. */
export function pastVendOf(order: DemoOrder): PastVend | null {
  const { plan } = order
  const { end, product } = plan
  if (end === 'quoted' || end === 'awaiting_payment' || end === 'expired') return null
  return {
    vendor: demoVendor,
    request_id: order.requestId,
    transaction_id: hashDigits(`${plan.key} vend`, 20),
    product: product.vendorProduct,
    variation: product.vendorVariation,
    beneficiary: plan.beneficiary.replace(/^\+234/, '0'),
    phone: plan.phone.replace(/^\+234/, '0'),
    quantity: 1,
    amount_kobo: Number(plan.amountKobo),
    at: order.endedAt.toISOString(),
    result: vendResults[end],
  }
}
