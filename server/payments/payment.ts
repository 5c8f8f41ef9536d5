import type { Selectable } from 'kysely'
import type { GatewayName } from '../../shared/payments.ts'
import type { Moves, PaymentState, RefundState, Tables } from '../database/index.ts'

type Row = Selectable<Tables['payments']>
/** What is paid for an order. */
export type Payment = Row & { readonly purpose: 'order'; readonly order_id: string }
/** What is paid into a wallet: it belongs to no order, and credits what arrives. */
export type TopUp = Row & {
  readonly purpose: 'wallet_topup'
  readonly order_id: null
  readonly user_id: string
  readonly gateway: GatewayName
}
export type Refund = Selectable<Tables['refunds']>

/** A transfer that came to nobody's account, as something that is given back. */
export interface Unmatched {
  readonly purpose: 'inflow'
  readonly id: string
  readonly order_id: null
  readonly user_id: null
  readonly gateway: GatewayName
  /** What its gateway knows it by, and what it asks refunds by. */
  readonly reference: string
  readonly gateway_reference: string
  readonly currency: string
  readonly paid_kobo: bigint
}
/** What a refund gives back. */
export type Source = Payment | TopUp | Unmatched

/** A try at collecting a customer's money. A gateway may find money on a try that it or we gave up. */
export const paymentMoves = Object.freeze({
  created: ['initialised', 'pending', 'succeeded', 'failed', 'expired', 'mismatch'],
  initialised: ['pending', 'succeeded', 'failed', 'expired', 'mismatch'],
  pending: ['succeeded', 'failed', 'expired', 'mismatch'],
  failed: ['succeeded_late', 'mismatch'],
  expired: ['succeeded_late', 'mismatch'],
  succeeded: ['reversed'],
  succeeded_late: ['reversed'],
  mismatch: [],
  reversed: [],
}) satisfies Moves & Record<PaymentState, readonly PaymentState[]>

/** Money going back. Only a proof that the gateway never took the request leads from `unknown` back to `requested`. */
export const refundMoves = Object.freeze({
  requested: ['unknown'],
  unknown: ['requested', 'sent', 'processed', 'failed', 'needs_attention'],
  sent: ['processed', 'failed', 'needs_attention'],
  needs_attention: ['sent', 'processed', 'failed'],
  processed: [],
  failed: [],
}) satisfies Moves & Record<RefundState, readonly RefundState[]>

/** Collected by a gateway, and not our own money moved. */
export const isAtGateway = (gateway: Row['gateway']): gateway is GatewayName =>
  gateway !== 'wallet' && gateway !== 'manager'

export const isOpen = (state: PaymentState): boolean =>
  state === 'created' || state === 'initialised' || state === 'pending'
export const isPaid = (state: PaymentState): boolean => state === 'succeeded' || state === 'succeeded_late'

/** The customer has not begun to pay there: opening another way costs nothing. */
const untouched = new Set(['abandoned', 'not_found'])

/**
 * May still bring money, and nobody can say that it will not: no other way to pay is offered meanwhile.
 * A charge of a saved card that the gateway does not know may be on its way there.
 */
export function isUnclear(payment: Payment | TopUp): boolean {
  if (!isOpen(payment.state)) return false
  if (payment.method === 'SAVED_CARD') return payment.failed_because !== 'abandoned'
  return payment.checkout_url !== null && !untouched.has(payment.failed_because ?? '')
}

/**
 * What came is what was asked for, or more. Exactly a hundred times as much is kobo taken for naira somewhere,
 * and nobody's overpayment.
 */
export const isEnough = (payment: Payment | TopUp, paidKobo: bigint): boolean =>
  paidKobo >= payment.amount_kobo && !isWrongUnit(payment, paidKobo)

export const isWrongUnit = (payment: Payment | TopUp, paidKobo: bigint): boolean =>
  paidKobo === payment.amount_kobo * 100n

const second = 1
const minute = 60 * second
const hour = 60 * minute

/** Seconds after the start at which an open payment is asked about: goals of the reliability page. */
const pollSeconds = [15, 45, 2 * minute, 5 * minute, 15 * minute, 30 * minute]
/** An open payment is given up after this, once the gateway has been asked. */
export const paymentLifeSeconds = 60 * minute
/** A try that failed is asked about as one of this age. */
export const seldomAfterSeconds = 5 * minute
const forgetSeconds = 72 * hour

/** When to ask again about a payment that is `ageSeconds` old; null when it is not asked any more. */
export function nextCheckSeconds(ageSeconds: number): number | null {
  const next = pollSeconds.find((at) => at > ageSeconds)
  if (next !== undefined) return next - ageSeconds
  if (ageSeconds < 24 * hour) return Math.min(hour, Math.max(paymentLifeSeconds - ageSeconds, minute))
  return ageSeconds < forgetSeconds ? 24 * hour : null
}

/** Seconds until the next question about a refund that was asked about `asks` times. */
export const nextRefundSeconds = (asks: number): number => [5, minute, 5 * minute, 30 * minute][asks] ?? hour
