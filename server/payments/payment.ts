import type { Selectable } from 'kysely'
import type { OrderId, UserId } from '../../shared/ids.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { defineStateMachine, type PaymentState, type RefundState, type Tables } from '../database/index.ts'

/** A payment row; checking its `state` narrows the transitions that compile. */
type Row = { [S in PaymentState]: Selectable<Tables['payments']> & { readonly state: S } }[PaymentState]
/** A payment for an order. */
export type Payment = Row & { readonly purpose: 'order'; readonly order_id: OrderId }
/** A wallet top-up: a payment without an order; the received amount is credited. */
export type TopUp = Row & {
  readonly purpose: 'wallet_topup'
  readonly order_id: null
  readonly user_id: UserId
  readonly gateway: GatewayName
}
/** A refund; checking its `state` narrows the transitions that compile. */
export type Refund = {
  [S in RefundState]: Selectable<Tables['refunds']> & { readonly state: S }
}[RefundState]

/** A deposit as the source of a refund. Only unmatched deposits are refunded. */
export interface RefundableDeposit {
  readonly purpose: 'deposit'
  readonly id: string
  readonly order_id: null
  readonly user_id: null
  readonly gateway: GatewayName
  /** The gateway's reference of the deposit; refunds use `gateway_reference`. */
  readonly reference: string
  readonly gateway_reference: string
  readonly currency: string
  readonly paid_kobo: bigint
  readonly created_at: Date
}
/** The money that a refund returns. */
export type RefundSource = Payment | TopUp | RefundableDeposit

/** Final states of a payment that received no money; `clock.never_received`: the gateway never received the charge. */
const unpaidEnds = {
  failed: ['gateway.payment_failed', 'clock.never_received'],
  expired: ['clock.expired'],
} as const
const mismatch = ['gateway.payment_mismatched'] as const
const latePaymentTransitions = { succeeded_late: ['gateway.payment_succeeded'], mismatch } as const
const paidTransitions = { reversed: ['gateway.payment_reversed'] } as const

/** State machine of a payment attempt. A failed or expired attempt may still be paid at the gateway. */
export const paymentMachine = defineStateMachine('payments', {
  created: {
    initialised: ['gateway.checkout_opened'],
    pending: ['gateway.charge_accepted', 'gateway.charge_unknown'],
    succeeded: ['gateway.payment_succeeded'],
    failed: [...unpaidEnds.failed, 'gateway.checkout_refused', 'gateway.checkout_unopened'],
    expired: unpaidEnds.expired,
    mismatch,
  },
  // The database accepts `pending`, and no event leads to it.
  initialised: { pending: [], succeeded: ['gateway.payment_succeeded'], ...unpaidEnds, mismatch },
  pending: { succeeded: ['gateway.payment_succeeded'], ...unpaidEnds, mismatch },
  failed: latePaymentTransitions,
  expired: latePaymentTransitions,
  succeeded: paidTransitions,
  succeeded_late: paidTransitions,
  mismatch: {},
  reversed: {},
})

/**
 * `manager.refund_paid`: a manager paid it from elsewhere; the gateway's refund counts as failed.
 * `gateway.dispute_lost`: the payer's bank returned the money before the refund was sent, or after it failed.
 */
const refundEnds = {
  processed: ['gateway.refund_processed', 'gateway.dispute_lost'],
  failed: ['gateway.refund_failed', 'manager.refund_paid'],
} as const

/** State machine of a refund. `unknown` → `requested` needs proof that the gateway did not receive the request. */
export const refundMachine = defineStateMachine('refunds', {
  requested: { unknown: ['engine.refund_sending', 'manager.refund_paid', 'gateway.dispute_lost'] },
  unknown: {
    requested: ['gateway.refund_never_received'],
    sent: ['gateway.refund_sent'],
    needs_attention: ['gateway.refund_needs_attention'],
    ...refundEnds,
  },
  sent: { needs_attention: ['gateway.refund_needs_attention'], ...refundEnds },
  needs_attention: { sent: ['gateway.refund_sent'], ...refundEnds },
  processed: {},
  failed: { processed: ['gateway.dispute_lost'] },
})

/** True when a gateway collected the payment; false for wallet and manager payments. */
export const isAtGateway = (gateway: Row['gateway']): gateway is GatewayName =>
  gateway !== 'wallet' && gateway !== 'manager'

export const isOpen = (state: PaymentState): boolean =>
  state === 'created' || state === 'initialised' || state === 'pending'
export const isPaid = (state: PaymentState): boolean => state === 'succeeded' || state === 'succeeded_late'

/**
 * The payment that the order was paid with, excluding payments refunded as surplus. The first of the list while no
 * payment has succeeded.
 */
export function effectivePayment<P extends { readonly id: string; readonly state: PaymentState }>(
  payments: readonly P[],
  refunds: readonly Pick<Refund, 'payment_id' | 'cause'>[],
): P | undefined {
  const surplus = new Set(
    refunds.filter(({ cause }) => surplusCauses.includes(cause)).map(({ payment_id }) => payment_id),
  )
  const paidPayments = payments.filter(({ state }) => isPaid(state))
  return paidPayments.find(({ id }) => !surplus.has(id)) ?? paidPayments[0] ?? payments[0]
}

/** Reason of a refund that was not sent because the payer's bank returned the money: the gateway lists none. */
export const returnedByBank = 'returned_by_bank'
/**
 * Two steps of a payout, stored in `failure_reason` of a refund in `needs_attention`; neither is a failure. Approved:
 * the account needs no approval any more and is not sent to the gateway yet. Paying into: it is being sent, or was sent.
 */
export const accountApproved = 'account_approved'
export const payingIntoAccount = 'paying_into'

/** True for a refund in `needs_attention` whose account is sent or waits to be sent: it needs no other one. */
export const hasStoredAccount = ({ failure_reason: reason }: Pick<Refund, 'failure_reason'>): boolean =>
  reason === payingIntoAccount || reason === accountApproved
/** True for a refund that the gateway cannot pay now: it was not requested, or needs a bank account that was not sent. */
export const isUnsent = ({ state, failure_reason: reason }: Refund): boolean =>
  state === 'requested' || (state === 'needs_attention' && reason !== payingIntoAccount)
/** Review reason of an order whose refund waits for the outcome of a dispute. */
export const disputedReview = 'payment_disputed'
/** Review reasons of an order or top-up whose payment the payer's bank has returned, in full or in part. */
export const reversedReview = 'payment_reversed'
export const partlyReversedReview = 'payment_partly_reversed'

/** Refund causes of a full payment that the order did not need. */
export const surplusCauses: readonly Refund['cause'][] = ['second_payment', 'too_late']

/** Reasons that mean the customer has not started to pay: another method can be offered. */
const notStartedReasons = new Set(['abandoned', 'not_found'])

/**
 * True while the payment may still succeed: no other payment method is offered.
 * A saved-card charge that the gateway has not received yet may still reach it.
 */
export function isPaymentOutcomeUnknown(payment: Payment | TopUp): boolean {
  if (!isOpen(payment.state)) return false
  if (payment.method === 'SAVED_CARD') return payment.failure_reason !== 'abandoned'
  return payment.checkout_url !== null && !notStartedReasons.has(payment.failure_reason ?? '')
}

/**
 * True when the paid amount covers the payment. Exactly 100 times the amount is a kobo/naira unit error, not an
 * overpayment.
 */
export const coversAmount = (payment: Payment | TopUp, paidKobo: bigint): boolean =>
  paidKobo >= payment.amount_kobo && !isWrongUnit(payment, paidKobo)

export const isWrongUnit = (payment: Payment | TopUp, paidKobo: bigint): boolean =>
  paidKobo === payment.amount_kobo * 100n

const second = 1
const minute = 60 * second
const hour = 60 * minute

/** An open payment expires after this age, after a last verification. */
export const paymentLifetimeSeconds = 60 * minute
/**
 * Payment ages in seconds at which the gateway is polled: every 25 s during the first minutes, so that a payment
 * whose return and webhook are both lost is found within 30 s, then less and less often, up to 72 h.
 * Failed payments follow the same schedule: the customer may still pay at the same checkout.
 */
const checkAgesSeconds: readonly number[] = [
  ...Array.from({ length: 13 }, (_, n) => 15 + 25 * n),
  ...[10, 15, 30].map((minutes) => minutes * minute),
  paymentLifetimeSeconds,
  ...[1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 24, 48, 72].map((hours) => hours * hour),
]

/** Seconds until the next poll of a payment that is `ageSeconds` old; null after the last poll. */
export function nextCheckSeconds(ageSeconds: number): number | null {
  const nextAge = checkAgesSeconds.find((age) => age > ageSeconds)
  return nextAge === undefined ? null : nextAge - ageSeconds
}

/** A refund request counts as lost only after this time, which is longer than the call's time limit. */
export const refundInFlightSeconds = 45
/** The same for the account of a refund, whose bank the gateway may have to look up first. */
export const accountInFlightSeconds = 60
/** A refund whose outcome is unknown after this age violates an invariant. */
export const unknownRefundSeconds = hour
/** A failed refund is retried once after this delay when the payer has no wallet. */
export const refundRetrySeconds = hour

/** Seconds until the next poll of a refund that was polled `pollCount` times. */
export const nextRefundSeconds = (pollCount: number): number =>
  [5, minute, 5 * minute, 30 * minute][pollCount] ?? hour
