import { createHash, randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { referenceAlphabet, referenceLength } from '../../shared/constants.ts'
import type { AttemptId, PaymentId, PaymentReference, RefundId } from '../../shared/ids.ts'
import type { OrderCustomer, Tables } from '../database/index.ts'
import { newAccessTokens } from '../purchase/index.ts'
import { addressOf, type PlannedOrder } from './month.ts'
import { demoVendor } from './products.ts'
import { codeOf, gatewayIdOf, hashDigits, upperHexOf, uuidAt } from './random.ts'

const second = 1_000
const minute = 60 * second
/** Naira for a kilowatt-hour, with VAT. */
const nairaPerUnit = 225
/** Commission of the vendor, of 1,000. */
const commissionPerMille = 15n

/** A customer of the demo month with an account. */
export interface DemoBuyer {
  readonly id: string
  readonly name: string
  readonly email: string
}

export interface OrderPrices {
  readonly serviceChargeKobo: bigint
  readonly cashbackBasisPoints: number
}

/** A planned order with the ids, times and amounts from which its rows are made. */
export interface DemoOrder {
  readonly plan: PlannedOrder
  readonly buyer: DemoBuyer | null
  readonly email: string
  readonly id: string
  readonly reference: string
  readonly paymentId: PaymentId
  readonly paymentReference: PaymentReference
  readonly attemptId: AttemptId
  readonly refundId: RefundId
  readonly requestId: string
  readonly gateway: 'paystack' | 'wallet'
  readonly isPaid: boolean
  readonly paidAt: Date
  readonly endedAt: Date
  readonly serviceChargeKobo: bigint
  readonly totalKobo: bigint
  readonly costKobo: bigint
  readonly cashbackKobo: bigint
  readonly feeKobo: bigint
}

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms)
/** A checkout that is not paid ends after an hour. */
const checkoutEndOf = ({ at }: PlannedOrder) => addMs(at, 60 * minute)
const unpaidEnds: readonly PlannedOrder['end'][] = ['quoted', 'awaiting_payment', 'expired']

/** Paystack's fee: 1.5 %, rounded to the nearest kobo, and ₦100 from ₦2,500; at most ₦2,000. */
export function gatewayFee(paidKobo: bigint): bigint {
  const fee = (paidKobo * 15n + 500n) / 1_000n + (paidKobo < 250_000n ? 0n : 10_000n)
  return fee < 200_000n ? fee : 200_000n
}

export function demoOrderOf(
  plan: PlannedOrder,
  buyer: DemoBuyer | null,
  { serviceChargeKobo, cashbackBasisPoints }: OrderPrices,
  guestEmail: string,
): DemoOrder {
  const { key, at, amountKobo } = plan
  const isPaid = !unpaidEnds.includes(plan.end)
  const gateway = plan.isWalletPayment && isPaid && buyer ? 'wallet' : 'paystack'
  const totalKobo = amountKobo + serviceChargeKobo
  const paidAt = addMs(at, 55 * second)
  return {
    plan,
    buyer,
    email: buyer?.email ?? guestEmail,
    id: uuidAt(`${key} order`, at),
    reference: codeOf(`${key} order`, referenceAlphabet, referenceLength),
    paymentId: uuidAt(`${key} payment`, addMs(at, 20 * second)),
    paymentReference: `SW-${upperHexOf(`${key} payment`, 30)}`,
    attemptId: uuidAt(`${key} attempt`, paidAt),
    refundId: uuidAt(`${key} refund`, paidAt),
    requestId: `${lagosStamp(paidAt)}${upperHexOf(`${key} request`, 20)}`,
    gateway,
    isPaid,
    paidAt,
    endedAt: plan.end === 'expired' ? checkoutEndOf(plan) : addMs(paidAt, plan.secondsToEnd * second),
    serviceChargeKobo,
    totalKobo,
    costKobo: amountKobo - BigInt(Math.round(Number(amountKobo * commissionPerMille) / 1_000)),
    cashbackKobo: buyer ? (amountKobo * BigInt(cashbackBasisPoints)) / 10_000n : 0n,
    feeKobo: gateway === 'wallet' ? 0n : gatewayFee(totalKobo),
  }
}

/** YYYYMMDDHHmm in Lagos, with which VTpass's request ids begin. */
const lagosStamp = (at: Date) =>
  addMs(at, 60 * minute)
    .toISOString()
    .replaceAll(/\D/g, '')
    .slice(0, 12)

const orderStates = {
  delivered: 'delivered',
  refunded: 'refunded',
  expired: 'expired',
  awaiting_payment: 'awaiting_payment',
  quoted: 'quoted',
  in_review: 'vending',
  refund_stuck: 'refunding',
} as const satisfies Record<PlannedOrder['end'], string>

export function orderRow(order: DemoOrder, now: Date): Insertable<Tables['orders']> {
  const { plan, buyer, isPaid, paidAt, endedAt } = order
  const { product, end } = plan
  return {
    id: order.id,
    reference: order.reference,
    ...newAccessTokens(),
    service: product.service,
    code: product.code,
    variation: product.variation,
    variation_name: product.variationName,
    state: orderStates[end],
    state_since: isPaid || end === 'expired' ? endedAt : plan.at,
    user_id: buyer?.id ?? null,
    session_hash: null,
    dedupe_hash: `demo ${order.id}`,
    beneficiary: plan.beneficiary,
    phone: plan.phone,
    email: buyer?.email ?? null,
    amount_kobo: plan.amountKobo,
    service_charge_kobo: order.serviceChargeKobo,
    total_kobo: order.totalKobo,
    cashback_kobo: order.cashbackKobo,
    vendor: demoVendor,
    customer_snapshot: JSON.stringify(customerOf(order)),
    customer_lookup_id: null,
    ...reviewOf(order),
    due_at: end === 'in_review' || end === 'awaiting_payment' ? addMs(now, 10 * minute) : null,
    created_at: plan.at,
    paid_at: isPaid ? paidAt : null,
    delivered_at: end === 'delivered' ? endedAt : null,
    refunded_at: end === 'refunded' ? endedAt : null,
  }
}

/** The customer as a lookup of the vendor returned it. */
const customerOf = ({ plan, buyer }: DemoOrder): OrderCustomer => ({
  name: (buyer?.name ?? 'Adaeze Okonkwo').toUpperCase(),
  address: plan.product.service === 'power' ? addressOf(plan.key) : null,
  minKobo: null,
  maxKobo: null,
  arrearsKobo: null,
  tariff: null,
  nairaPerKwh: null,
  canVend: true,
  handle: null,
  firstTime: false,
})

const reviewReasons: Partial<Record<PlannedOrder['end'], string>> = {
  in_review: 'overdue',
  refund_stuck: 'refund_needs_attention',
}

function reviewOf({ plan, paidAt }: DemoOrder) {
  const reason = reviewReasons[plan.end]
  if (!reason) return { review_reason: null, review_since: null, review_due: null }
  return {
    review_reason: reason,
    review_since: addMs(paidAt, 30 * minute),
    review_due: addMs(paidAt, 24 * 60 * minute),
  }
}

/** Columns that a successful payment sets. */
function paidColumns({ isPaid, totalKobo, feeKobo, gateway, paidAt }: DemoOrder) {
  if (!isPaid) return { paid_kobo: null, paid_currency: null, fee_kobo: null, channel: null, paid_at: null }
  return {
    paid_kobo: totalKobo,
    paid_currency: 'NGN',
    fee_kobo: feeKobo,
    channel: gateway === 'wallet' ? 'wallet' : 'card',
    paid_at: paidAt,
  }
}

export function paymentRow(order: DemoOrder, now: Date): Insertable<Tables['payments']> | null {
  const { plan, isPaid, gateway } = order
  if (plan.end === 'quoted') return null
  const isOpen = plan.end === 'awaiting_payment'
  return {
    id: order.paymentId,
    order_id: order.id,
    user_id: order.buyer?.id ?? null,
    card_id: null,
    reference: order.paymentReference,
    gateway,
    method: gateway === 'wallet' ? 'WALLET' : 'CARD',
    state: isPaid ? 'succeeded' : isOpen ? 'initialised' : 'expired',
    state_since: isPaid ? order.paidAt : isOpen ? plan.at : order.endedAt,
    amount_kobo: order.totalKobo,
    email: order.email,
    checkout_url: null,
    return_nonce_hash: createHash('sha256').update(randomBytes(32)).digest(),
    gateway_reference: gateway === 'wallet' ? null : gatewayIdOf(`${plan.key} payment`),
    ...paidColumns(order),
    failure_reason: null,
    due_at: isOpen ? addMs(now, 10 * minute) : null,
    expires_at: checkoutEndOf(plan),
    created_at: addMs(plan.at, 20 * second),
  }
}

export function attemptRow(order: DemoOrder, now: Date): Insertable<Tables['attempts']> | null {
  const { plan, isPaid, endedAt, paidAt } = order
  if (!isPaid) return null
  const isDelivered = plan.end === 'delivered'
  const isOpen = plan.end === 'in_review'
  return {
    id: order.attemptId,
    order_id: order.id,
    vendor: demoVendor,
    service: plan.product.service,
    request_id: order.requestId,
    beneficiary: plan.beneficiary,
    state: isDelivered ? 'delivered' : isOpen ? 'unknown' : 'failed',
    state_since: endedAt,
    amount_kobo: plan.amountKobo,
    sent_at: addMs(paidAt, second),
    due_at: isOpen ? addMs(now, 10 * minute) : null,
    not_found_since: null,
    vendor_reference: hashDigits(`${plan.key} vend`, 20),
    cost_kobo: isDelivered ? order.costKobo : null,
    failure_reason: isDelivered ? null : isOpen ? 'processing' : 'rejected',
    vendor_code: isDelivered ? '000' : isOpen ? '099' : '016',
    created_at: addMs(paidAt, second),
    vendor_token: null,
  }
}

export function deliveryRow({
  plan,
  id,
  attemptId,
  endedAt,
}: DemoOrder): Insertable<Tables['deliveries']> | null {
  if (plan.end !== 'delivered') return null
  const { service } = plan.product
  const units = service === 'power' ? (Number(plan.amountKobo) / 100 / nairaPerUnit).toFixed(1) : null
  const tokens = units === null ? [] : [{ kind: 'main', digits: hashDigits(`${plan.key} token`, 20), units }]
  const pins =
    service === 'education'
      ? [{ serial: `WRN${hashDigits(`${plan.key} serial`, 9)}`, pin: hashDigits(`${plan.key} pin`, 12) }]
      : []
  return {
    order_id: id,
    attempt_id: attemptId,
    tokens: JSON.stringify(tokens),
    units,
    pins: JSON.stringify(pins),
    tariff: null,
    tariff_class: null,
    vat_kobo: null,
    arrears_kobo: null,
    customer_name: null,
    customer_address: null,
    receipt_number: null,
    created_at: endedAt,
  }
}
