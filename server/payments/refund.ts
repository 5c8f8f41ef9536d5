import type { RefundId } from '../../shared/ids.ts'
import { existedAtRecovery, inSeconds, type RefundCause, type Tx } from '../database/index.ts'
import { startTimer } from '../elapsed-time.ts'
import { post, refundRequested } from '../ledger/index.ts'
import { continueTrace } from '../telemetry/index.ts'
import { applyRefundResult } from './apply-refund-result.ts'
import { deferRefundIfDisputed } from './defer-disputed-refund.ts'
import { gatewayOf, type PaymentDeps } from './deps.ts'
import type { RefundStatusResult } from './gateway.ts'
import { refundManagerPayment } from './manager-payment.ts'
import { matchGatewayRefund } from './match-refund.ts'
import {
  accountApproved,
  isAtGateway,
  nextRefundSeconds,
  type Payment,
  payingIntoAccount,
  type Refund,
  type RefundableDeposit,
  type RefundSource,
  refundInFlightSeconds,
  refundMachine,
  type TopUp,
} from './payment.ts'
import { type PaymentEvents, paymentInstrumentOf } from './payment-events.ts'
import { saveRefund } from './refund-change.ts'
import { refundSubjectOf } from './refund-subject.ts'
import { refundToApprovedAccount, requestAnotherAccount } from './refund-to-account.ts'
import {
  ageSeconds,
  findRefundById,
  findRefundSource,
  insertDepositRefund,
  insertRefund,
  lockRefund,
  refundIdOf,
  refundsOfSource,
} from './store.ts'
import { refundToWallet } from './wallet-payment.ts'

/**
 * Minimum age before a refund that the gateway does not list is sent again: the first request may still arrive.
 * Gateways reject a second full refund but not a second partial one, so partial refunds wait longer in case a
 * process was suspended while sending.
 */
const resendAfterSeconds = 60
const resendPartialAfterSeconds = 15 * 60
/** The gateway call starts within this time after the commit, or not at all. */
const maxDispatchDelayMs = 10_000
/** Reason of a refund that is sent again: the gateway does not list it. */
const neverReceived = 'never_received'
/** The second request was rejected, possibly because the first one arrived: the gateway's list decides. */
const rejectedOnResend = 'refused_again'

/**
 * Creates a refund, once per payment and cause. The gateway call follows the commit.
 * @returns the ids of refunds to process
 */
export async function createRefund(
  paymentEvents: PaymentEvents,
  tx: Tx,
  payment: Payment | TopUp,
  options: { cause: RefundCause; amountKobo: bigint; from: 'order' | 'unapplied' | 'goodwill' | 'nowhere' },
): Promise<string[]> {
  if (payment.purpose === 'order' && !isAtGateway(payment.gateway)) {
    await (payment.gateway === 'wallet' ? refundToWallet : refundManagerPayment)(
      paymentEvents,
      tx,
      payment,
      options,
    )
    return []
  }
  const refund = await insertRefund(tx, {
    orderId: payment.order_id,
    paymentId: payment.id,
    paymentReference: payment.reference,
    cause: options.cause,
    amountKobo: options.amountKobo,
    currency: payment.paid_currency ?? payment.currency,
  })
  if (!refund) return []
  if (options.from !== 'nowhere') {
    await post(
      tx,
      refundRequested({
        refundId: refund.id,
        orderId: refund.order_id,
        amountKobo: options.amountKobo,
        from: options.from,
      }),
    )
  }
  await refundSubjectOf(paymentEvents, payment).onRefundStateChanged(tx, {
    refundId: refund.id,
    cause: options.cause,
    state: 'requested',
    amountKobo: options.amountKobo,
    destination: () => paymentInstrumentOf(payment),
  })
  return [refund.id]
}

/**
 * Creates the refund of an unmatched deposit, once. The gateway call follows the commit.
 * @returns the id of the refund to process; undefined when it already exists
 */
export async function createDepositRefund(tx: Tx, deposit: RefundableDeposit): Promise<string | undefined> {
  const refund = await insertDepositRefund(tx, deposit)
  if (!refund) return undefined
  // Amounts in other currencies are not in the ledger.
  if (deposit.currency === 'NGN')
    await post(
      tx,
      refundRequested({
        refundId: refund.id,
        orderId: null,
        amountKobo: refund.amount_kobo,
        from: 'unapplied',
      }),
    )
  return refund.id
}

/**
 * Whether the gateway lists a refund of a payment that this database does not have: it was sent before a restore.
 * @returns null when the list could not be fetched
 */
export async function hasUnrecordedRefund(
  deps: PaymentDeps,
  payment: Payment,
  { cause, amountKobo }: { cause: RefundCause; amountKobo: bigint },
): Promise<boolean | null> {
  if (!isAtGateway(payment.gateway)) return false
  const gatewayRefunds = await gatewayOf(deps, payment.gateway).listRefunds({
    paymentReference: payment.reference,
    gatewayReference: payment.gateway_reference ?? '',
    refundReference: refundIdOf(payment.reference, cause),
  })
  if (!gatewayRefunds) return null
  const stored = await refundsOfSource(deps.db.q, { payment_id: payment.id, deposit_id: null })
  const storedIds = new Set(stored.map((refund) => refund.gateway_refund_id))
  return gatewayRefunds.some(
    (refund) =>
      refund.state !== 'failed' && refund.amountKobo >= amountKobo && !storedIds.has(refund.refundId),
  )
}

/**
 * Advances a due refund by one step. Not every gateway stores our refund reference, so a refund that may have been sent
 * is matched against the gateway's list before it is sent again.
 */
export async function processDueRefund(deps: PaymentDeps, refundId: RefundId): Promise<void> {
  const refund = await findRefundById(deps.db.q, refundId)
  if (refund && !isEnded(refund)) await processOpenRefund(deps, refund)
}

/**
 * The same before the refund is due, after a webhook for example. Does nothing while a process may still send the
 * account: the gateway's list is not final until then.
 */
export async function processRefund(deps: PaymentDeps, refundId: RefundId): Promise<void> {
  const refund = await findRefundById(deps.db.q, refundId)
  if (refund && !isEnded(refund) && refund.failure_reason !== payingIntoAccount)
    await processOpenRefund(deps, refund)
}

const processOpenRefund = (deps: PaymentDeps, refund: Refund): Promise<void> =>
  continueTrace(refund.traceparent, 'refund.process', {}, () => runNextStep(deps, refund))

async function runNextStep(deps: PaymentDeps, refund: Refund): Promise<void> {
  if (refund.state === 'requested')
    return (await isPossiblySent(deps, refund)) ? matchBeforeSending(deps, refund) : send(deps, refund)
  if (refund.failure_reason === accountApproved) return refundToApprovedAccount(deps, refund)
  return reconcileRefund(deps, refund)
}

/**
 * Whether the refund may have been sent before a restore, because the money was received before the last recovery.
 * Once the gateway does not list it, it was not sent.
 */
async function isPossiblySent(deps: PaymentDeps, refund: Refund): Promise<boolean> {
  if (refund.failure_reason !== null) return false
  return existedAtRecovery(deps.restoreDetector, await findRefundSource(deps.db.q, refund))
}

/** Matches a refund to the gateway's list before it is sent for the first time, as after a lost response. */
async function matchBeforeSending(
  deps: PaymentDeps,
  refund: Refund & { readonly state: 'requested' },
): Promise<void> {
  const claimed = await refundMachine.tryTransition(
    deps.db.q,
    refund,
    'unknown',
    { failure_reason: 'possibly_sent', due_at: inSeconds(0) },
    { event: 'engine.refund_sending' },
  )
  if (claimed) await reconcileRefund(deps, claimed)
}

async function send(deps: PaymentDeps, refund: Refund & { readonly state: 'requested' }): Promise<void> {
  const payment = await findRefundSource(deps.db.q, refund)
  const elapsedMs = startTimer()
  const claim = await deps.db.inTransaction(async (tx) => {
    await refundSubjectOf(deps.paymentEvents, payment).lock(tx)
    if (await deferRefundIfDisputed(deps, tx, refund, payment)) return null
    // A lost dispute may have reduced the refund since it was read.
    const locked = await lockRefund(tx, refund.id)
    if (locked.state !== 'requested') return null
    const patch = {
      failure_reason: 'sending',
      due_at: inSeconds(refundInFlightSeconds),
      first_sent_at: locked.first_sent_at ?? inSeconds(0),
    }
    await refundMachine.transition(tx, locked, 'unknown', patch, { event: 'engine.refund_sending' })
    return { amountKobo: locked.amount_kobo, isResent: locked.failure_reason === neverReceived }
  })
  if (!claim) return
  // A process suspended since the claim does not send: another process may have reconciled and resent the refund.
  if (elapsedMs() > maxDispatchDelayMs) return
  const status = await gatewayOf(deps, payment.gateway).refund({
    paymentReference: payment.reference,
    gatewayReference: payment.gateway_reference ?? '',
    refundReference: refund.id,
    amountKobo: claim.amountKobo,
    currency: refund.currency,
    reason: refund.cause,
  })
  const isAmbiguous = status.type === 'failed' && status.refundId === null && claim.isResent
  const result: RefundStatusResult = isAmbiguous ? { type: 'unknown', reason: rejectedOnResend } : status
  await deps.db.inTransaction((tx) => applyRefundResult(deps, tx, refund.id, payment, result))
}

/** A refund that the gateway does not list counts as never received only after a delay, longer for a partial refund. */
const unreceivedAfterSeconds = (refund: Refund, payment: RefundSource): number =>
  refund.amount_kobo === payment.paid_kobo ? resendAfterSeconds : resendPartialAfterSeconds

const isEnded = ({ state }: Refund): boolean => state === 'processed' || state === 'failed'

async function reconcileRefund(deps: PaymentDeps, refund: Refund): Promise<void> {
  const stateAgeSeconds = await ageSeconds(deps.db.q, refund.state_since)
  if (refund.failure_reason === 'sending' && stateAgeSeconds < refundInFlightSeconds) return
  const payment = await findRefundSource(deps.db.q, refund)
  const gatewayRefunds = await gatewayOf(deps, payment.gateway).listRefunds({
    paymentReference: payment.reference,
    gatewayReference: payment.gateway_reference ?? '',
    refundReference: refund.id,
  })
  const resend = await deps.db.inTransaction(async (tx) => {
    await refundSubjectOf(deps.paymentEvents, payment).lock(tx)
    const locked = await lockRefund(tx, refund.id)
    if (isEnded(locked) || isAccountSentSince(locked, refund)) return false
    const match = await matchGatewayRefund(tx, locked, gatewayRefunds)
    if (match.type === 'found') {
      await applyListedStatus(deps, tx, payment, { refund, locked, status: match.status })
      return false
    }
    const secondsUntilUnreceived = unreceivedAfterSeconds(refund, payment) - stateAgeSeconds
    // A list fetched before the refund was resent does not include that request.
    const isUnchanged = locked.state_since.getTime() === refund.state_since.getTime()
    const isMissing = match.type === 'not_there' && locked.state === 'unknown' && isUnchanged
    if (isMissing && secondsUntilUnreceived <= 0) {
      return resolveUnreceivedRefund(deps, tx, payment, locked)
    }
    const next = nextRefundSeconds(locked.poll_count)
    await saveRefund(tx, refund.id, {
      poll_count: locked.poll_count + 1,
      due_at: inSeconds(isMissing ? Math.min(next, secondsUntilUnreceived) : next),
    })
    return false
  })
  if (resend) await processRefund(deps, refund.id)
}

const isAccountSentSince = (locked: Refund, { version }: Refund): boolean =>
  locked.failure_reason === payingIntoAccount && locked.version !== version

/**
 * Applies the status of a refund in the gateway's list. A list that was fetched before the refund changed does not
 * request an account: one may have been approved or accepted since. An account that was sent and is still required was
 * never received.
 */
async function applyListedStatus(
  deps: PaymentDeps,
  tx: Tx,
  payment: RefundSource,
  { refund, locked, status }: { refund: Refund; locked: Refund; status: RefundStatusResult },
): Promise<void> {
  const needsAccount = status.type === 'needs_attention'
  if (needsAccount && locked.version !== refund.version) return
  await applyRefundResult(deps, tx, refund.id, payment, status)
  if (needsAccount && locked.failure_reason === payingIntoAccount)
    await requestAnotherAccount(deps, tx, locked)
}

/**
 * Requests a refund again that the gateway never received; fails one that the gateway rejected when it was resent.
 * @returns true when the refund must be sent after the commit
 */
async function resolveUnreceivedRefund(
  deps: PaymentDeps,
  tx: Tx,
  payment: RefundSource,
  locked: Refund,
): Promise<boolean> {
  if (locked.failure_reason === rejectedOnResend) {
    const failed: RefundStatusResult = { type: 'failed', reason: rejectedOnResend, refundId: null }
    await applyRefundResult(deps, tx, locked.id, payment, failed)
    return false
  }
  const patch = { failure_reason: neverReceived, due_at: inSeconds(0) }
  await refundMachine.transition(tx, locked, 'requested', patch, { event: 'gateway.refund_never_received' })
  return true
}
