import type { OrderId } from '../../shared/ids.ts'
import type { Patch, Tx } from '../database/index.ts'
import { entryInserts, paymentCaptured, paymentChargedBack, post } from '../ledger/index.ts'
import { continueTrace } from '../telemetry/index.ts'
import { recordDecline } from './card-testing.ts'
import { cardSignatureHash, cardSignatureOf } from './cards.ts'
import { gatewayOf, type PaymentDeps } from './deps.ts'
import { hasLostDispute } from './dispute-status.ts'
import type { PaymentStatusResult } from './gateway.ts'
import {
  coversAmount,
  isAtGateway,
  isOpen,
  isPaid,
  isWrongUnit,
  type Payment,
  paymentLifetimeSeconds,
  paymentMachine,
  type TopUp,
} from './payment.ts'
import type { NewlyPaidOrder } from './payment-events.ts'
import { savePendingPayment } from './pending-payment.ts'
import { createRefund, processRefund } from './refund.ts'
import { saveCardOfPayment } from './save-card.ts'
import { ageSeconds, lockPaymentWithOrder, parseDate } from './store.ts'
import { applyTopUpStatus } from './top-up.ts'

type PaymentSuccess = Extract<PaymentStatusResult, { type: 'succeeded' }>

/** The result of one verification, for the work after the commit. */
interface VerificationResult {
  readonly payment: Payment
  readonly paidOrder: NewlyPaidOrder | null
  readonly refunds: readonly string[]
}

/** Verifications in flight, per module instance: concurrent callers share one call. */
const inFlight = new WeakMap<PaymentDeps, Map<string, Promise<Payment | TopUp>>>()

/**
 * Fetches the payment's status from the gateway and persists it. Called by the return page, the webhook, the poll
 * and a new payment attempt; only the first caller that sees the success posts money.
 * @param payment may be stale: its purpose and gateway never change
 */
export function verifyPayment(deps: PaymentDeps, payment: Payment | TopUp): Promise<Payment | TopUp> {
  const calls = inFlight.get(deps) ?? new Map<string, Promise<Payment | TopUp>>()
  inFlight.set(deps, calls)
  const call =
    calls.get(payment.id) ?? fetchAndApplyStatus(deps, payment).finally(() => calls.delete(payment.id))
  calls.set(payment.id, call)
  return call
}

/** Cache time of a verification for the return page, while the payment is open and after it is final. */
const cacheTtlMs = { open: 1_000, final: 30_000 }
/** The last verification per payment for the return page, oldest first. */
const recentVerifications = new WeakMap<
  PaymentDeps,
  Map<string, { at: number; verification: Promise<unknown> }>
>()

/** `verifyPayment` for requests that customers repeat: limits how often they reach the gateway. */
export async function verifyPaymentCached(deps: PaymentDeps, payment: Payment | TopUp): Promise<void> {
  const recent =
    recentVerifications.get(deps) ?? new Map<string, { at: number; verification: Promise<unknown> }>()
  recentVerifications.set(deps, recent)
  const now = performance.now()
  for (const [id, { at }] of recent) {
    if (now - at < cacheTtlMs.final) break
    recent.delete(id)
  }
  const previous = recent.get(payment.id)
  if (previous && now - previous.at < (isOpen(payment.state) ? cacheTtlMs.open : cacheTtlMs.final)) {
    await previous.verification
    return
  }
  const verification = verifyPayment(deps, payment)
  recent.delete(payment.id)
  recent.set(payment.id, { at: now, verification })
  await verification
}

const fetchAndApplyStatus = (deps: PaymentDeps, payment: Payment | TopUp): Promise<Payment | TopUp> =>
  continueTrace(payment.traceparent, 'payment.verify', {}, () => fetchAndApply(deps, payment))

async function fetchAndApply(deps: PaymentDeps, payment: Payment | TopUp): Promise<Payment | TopUp> {
  // Wallet and manager payments are final on creation; there is no gateway.
  if (!isAtGateway(payment.gateway)) return payment
  const status = await gatewayOf(deps, payment.gateway).verify(payment.reference)
  // Already applied; only a reversal would change it.
  if (status.type === 'succeeded' && isPaid(payment.state)) return payment
  if (payment.purpose === 'wallet_topup') {
    const result = await deps.db.inTransaction((tx) => applyTopUpStatus(deps, tx, payment.id, status))
    startRefunds(deps, result.refunds)
    return result.payment
  }
  const result = await deps.db.inTransaction((tx) => applyStatus(deps, tx, payment, status))
  startRefunds(deps, result.refunds)
  if (result.paidOrder) deps.scheduleOrder(result.paidOrder)
  return result.payment
}

function startRefunds(deps: PaymentDeps, refunds: readonly string[]): void {
  for (const refundId of refunds) deps.runInBackground('refund', () => processRefund(deps, refundId))
}

async function applyStatus(
  deps: PaymentDeps,
  tx: Tx,
  snapshot: Payment,
  status: PaymentStatusResult,
): Promise<VerificationResult> {
  const { payment, orderTotalKobo } = await lockPaymentWithOrder(tx, snapshot.id)
  if (isPaid(payment.state)) {
    // A partial chargeback is recorded by the dispute and is already in the ledger.
    const isNewReversal = status.type === 'reversed' && !(await hasLostDispute(tx, payment.id))
    return isNewReversal ? reversePayment(deps, tx, payment) : unpaidResult(payment)
  }
  if (payment.state === 'mismatch' || payment.state === 'reversed') return unpaidResult(payment)
  if (status.type !== 'succeeded') return scheduleNextCheck(deps, tx, payment, status)
  // A response about another payment proves nothing about this one.
  if (status.reference !== payment.reference)
    return scheduleNextCheck(deps, tx, payment, { type: 'pending', reason: 'unreadable' })
  return applySuccess(deps, tx, payment, status, orderTotalKobo)
}

const unpaidResult = (payment: Payment): VerificationResult => ({ payment, paidOrder: null, refunds: [] })

/** Applies a succeeded payment: exact, overpaid, or for an order that cannot accept it. */
async function applySuccess(
  deps: PaymentDeps,
  tx: Tx,
  payment: Payment,
  status: PaymentSuccess,
  totalKobo: bigint,
): Promise<VerificationResult> {
  const fields = {
    gateway_reference: status.gatewayReference,
    paid_kobo: status.paidKobo,
    paid_currency: status.currency,
    fee_kobo: status.feeKobo,
    channel: status.channel,
    payer_name: status.payerName ?? null,
    // Compared for referrals of users only.
    card_signature:
      payment.user_id && status.card
        ? cardSignatureHash(deps.secrets, payment.gateway, cardSignatureOf(status.card))
        : null,
    paid_at: parseDate(status.paidAt),
    due_at: null,
  }
  if (status.currency !== payment.currency || !coversAmount(payment, status.paidKobo))
    return applyMismatch(deps, tx, payment, status, fields)

  const isLate = !isOpen(payment.state)
  const acceptance = await deps.paymentEvents.onPaid(tx, payment.order_id)
  const appliedKobo = acceptance.type === 'accepted' ? totalKobo : 0n
  const captured = paymentCaptured({
    ...paymentIds(payment),
    paidKobo: status.paidKobo,
    feeKobo: status.feeKobo,
    appliedKobo,
  })
  const state = isLate ? 'succeeded_late' : 'succeeded'
  const saved = await paymentMachine.transition(tx, payment, state, fields, {
    event: 'gateway.payment_succeeded',
    inserts: entryInserts(tx, captured),
  })
  await saveCardOfPayment(deps, tx, saved, status)
  const excessKobo = status.paidKobo - appliedKobo
  const refunds =
    excessKobo > 0n
      ? await createRefund(deps.paymentEvents, tx, saved, {
          cause: acceptance.type === 'accepted' ? 'overpaid' : acceptance.reason,
          amountKobo: excessKobo,
          from: 'unapplied',
        })
      : []
  return { payment: saved, paidOrder: acceptance.type === 'accepted' ? acceptance.order : null, refunds }
}

/**
 * Underpaid, another currency or another unit: never vended, the full amount is refunded. Amounts in other
 * currencies are not in the kobo ledger; the refund and the review record them.
 */
async function applyMismatch(
  deps: PaymentDeps,
  tx: Tx,
  payment: Payment,
  status: PaymentSuccess,
  fields: Patch<'payments'>,
): Promise<VerificationResult> {
  const isNaira = status.currency === 'NGN'
  if (isNaira && status.paidKobo > 0n) {
    await post(
      tx,
      paymentCaptured({
        ...paymentIds(payment),
        paidKobo: status.paidKobo,
        feeKobo: status.feeKobo,
        appliedKobo: 0n,
      }),
    )
  }
  const saved = await paymentMachine.transition(tx, payment, 'mismatch', fields, {
    event: 'gateway.payment_mismatched',
  })
  const reviewReason = isWrongUnit(payment, status.paidKobo) ? 'wrong_unit' : 'underpaid'
  await deps.paymentEvents.flagForReview(tx, payment.order_id, isNaira ? reviewReason : 'wrong_currency')
  if (status.paidKobo <= 0n) return unpaidResult(saved)
  const refunds = await createRefund(deps.paymentEvents, tx, saved, {
    cause: 'mismatch',
    amountKobo: status.paidKobo,
    from: isNaira ? 'unapplied' : 'nowhere',
  })
  return { payment: saved, paidOrder: null, refunds }
}

/** Applies an unpaid status: schedules the next poll, or fails or expires the payment. */
async function scheduleNextCheck(
  deps: PaymentDeps,
  tx: Tx,
  payment: Payment,
  status: Exclude<PaymentStatusResult, PaymentSuccess>,
): Promise<VerificationResult> {
  const ageInSeconds = await ageSeconds(tx, payment.created_at)
  if (status.type === 'failed') await recordDecline(tx, payment)
  const saved = await savePendingPayment(tx, payment, status, ageInSeconds)
  const isFinal =
    saved.state === 'expired' || (saved.state === 'failed' && ageInSeconds >= paymentLifetimeSeconds)
  if (isOpen(payment.state) && isFinal) await expireOrderUnlessPaymentOpen(deps, tx, payment.order_id)
  return unpaidResult(saved)
}

/** An order can be paid again after a failed attempt; it expires after its lifetime when no payment is open. */
async function expireOrderUnlessPaymentOpen(deps: PaymentDeps, tx: Tx, orderId: OrderId): Promise<void> {
  const openPayment = await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['created', 'initialised', 'pending'])
    .executeTakeFirst()
  if (!openPayment) await deps.paymentEvents.onExpired(tx, orderId)
}

/** Records a chargeback or an external refund of a full payment; a manager decides about the order. */
export async function reversePayment(
  deps: PaymentDeps,
  tx: Tx,
  payment: Payment,
): Promise<VerificationResult> {
  const existingRefund = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .executeTakeFirst()
  if (existingRefund) return unpaidResult(payment)
  const saved = await paymentMachine.transition(
    tx,
    payment,
    'reversed',
    { due_at: null },
    {
      event: 'gateway.payment_reversed',
    },
  )
  await post(
    tx,
    paymentChargedBack({
      ...paymentIds(payment),
      owner: payment.order_id,
      paidKobo: payment.paid_kobo ?? payment.amount_kobo,
      walletKobo: 0n,
    }),
  )
  await deps.paymentEvents.onChargeback(tx, payment.order_id)
  return unpaidResult(saved)
}

const paymentIds = (payment: Payment) => ({
  paymentId: payment.id,
  orderId: payment.order_id,
  gateway: payment.gateway,
})
