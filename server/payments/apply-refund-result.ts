import type { RefundId } from '../../shared/ids.ts'
import { inSeconds, type RefundState, type Tx } from '../database/index.ts'
import {
  isWalletOpen,
  ledgerReasonTexts,
  post,
  refundPaidManually,
  refundProcessed,
} from '../ledger/index.ts'
import type { PaymentDeps } from './deps.ts'
import { hasOpenDispute } from './dispute-status.ts'
import type { RefundStatusResult } from './gateway.ts'
import {
  accountInFlightSeconds,
  disputedReview,
  nextRefundSeconds,
  payingIntoAccount,
  type Refund,
  type RefundSource,
  refundMachine,
  refundRetrySeconds,
} from './payment.ts'
import { refundDestinationOf } from './payment-events.ts'
import { notifyRefundStateChange, saveRefund } from './refund-change.ts'
import { type RefundSubject, refundSubjectOf } from './refund-subject.ts'
import { reduceByLostDispute } from './returned-money.ts'
import { insertRefundRetry, lockRefund, refundsOfSource } from './store.ts'
import { refundDestinationTexts } from './texts.ts'

/** Applies the gateway's result to a refund: updates its state, posts to the ledger and notifies its subject. */
export async function applyRefundResult(
  deps: PaymentDeps,
  tx: Tx,
  refundId: RefundId,
  payment: RefundSource,
  status: RefundStatusResult,
): Promise<void> {
  const subject = refundSubjectOf(deps.paymentEvents, payment)
  await subject.lock(tx)
  const refund = await lockRefund(tx, refundId)
  if (refund.state === 'processed' || refund.state === 'failed') return
  // While the response was in flight, another row claimed this gateway refund from the list.
  const isClaimedByAnother = 'refundId' in status && (await isIdClaimedByAnother(tx, refund, status.refundId))
  const state = isClaimedByAnother ? 'unknown' : stateOf(status)
  if (state === 'unknown') {
    return saveUnknown(tx, refund, isClaimedByAnother ? claimedByAnother : reasonOf(status))
  }
  if (state === 'failed' || state === 'needs_attention')
    return applyUnpaid(deps, tx, subject, payment, { refund, status, state })
  const patch = patchFor(refund, status, state)
  if (state === refund.state) return saveRefund(tx, refundId, patch)
  await refundMachine.transition(tx, refund, state, patch, { event: `gateway.refund_${state}` })
  if (state === 'sent') return
  if (refund.currency === 'NGN') {
    await post(
      tx,
      refundProcessed({
        refundId,
        orderId: refund.order_id,
        gateway: payment.gateway,
        amountKobo: refund.amount_kobo,
      }),
    )
  }
  await notifyRefundStateChange(tx, subject, refund, {
    state,
    destination: () => refundDestinationOf(refund, payment),
  })
}

/**
 * The gateway cannot pay the refund, or not without the customer's bank account. What a lost dispute has returned of it is
 * not paid again.
 */
async function applyUnpaid(
  deps: PaymentDeps,
  tx: Tx,
  subject: RefundSubject,
  payment: RefundSource,
  result: {
    refund: Exclude<Refund, { state: 'processed' | 'failed' }>
    status: RefundStatusResult
    state: 'failed' | 'needs_attention'
  },
): Promise<void> {
  const { status, state } = result
  const refund = await reduceByLostDispute(tx, result.refund, { payment, subject })
  if (!refund) return
  const patch = patchFor(refund, status, state)
  if (state === refund.state) return saveRefund(tx, refund.id, patch)
  await refundMachine.transition(tx, refund, state, patch, { event: `gateway.refund_${state}` })
  if (state === 'failed') return handleFailedRefund(deps, tx, subject, payment, refund)
  // The gateway has the first amount, so a manager pays the rest: the customer is asked for no account.
  if (refund !== result.refund && payment.purpose === 'order')
    return deps.paymentEvents.flagForReview(tx, payment.order_id, disputedReview)
  await notifyRefundStateChange(tx, subject, refund, {
    state,
    destination: () => refundDestinationOf(refund, payment),
  })
}

const saveUnknown = (tx: Tx, refund: Refund, reason: string | null): Promise<void> =>
  saveRefund(
    tx,
    refund.id,
    // The gateway may have received the account: it counts as being sent until a list of refunds shows its state.
    refund.failure_reason === payingIntoAccount
      ? { due_at: inSeconds(accountInFlightSeconds) }
      : { failure_reason: reason, due_at: inSeconds(nextRefundSeconds(refund.poll_count)) },
  )

const reasonOf = (status: RefundStatusResult): string | null => ('reason' in status ? status.reason : null)

/** The columns that a known result changes besides the state. A final state is not polled again. */
const patchFor = (refund: Refund, status: RefundStatusResult, state: RefundState) => ({
  gateway_refund_id: ('refundId' in status ? status.refundId : null) ?? refund.gateway_refund_id,
  failure_reason: reasonOf(status),
  poll_count: refund.poll_count + 1,
  due_at:
    state === 'processed' || state === 'failed' ? null : inSeconds(nextRefundSeconds(refund.poll_count)),
})

/** Reason of an unknown refund: another refund of the same payment and amount has its gateway id. */
const claimedByAnother = 'held_by_another'

const isIdClaimedByAnother = async (tx: Tx, refund: Refund, gatewayId: string | null): Promise<boolean> =>
  gatewayId !== null &&
  gatewayId !== refund.gateway_refund_id &&
  (await refundsOfSource(tx, refund)).some(
    (sibling) => sibling.id !== refund.id && sibling.gateway_refund_id === gatewayId,
  )

/**
 * The gateway cannot refund the payment. A user with a verified e-mail gets a wallet refund immediately; a guest's
 * refund, and that of a disputed payment, is retried once after a delay and flagged for review.
 */
async function handleFailedRefund(
  deps: PaymentDeps,
  tx: Tx,
  subject: RefundSubject,
  payment: RefundSource,
  refund: Refund,
): Promise<void> {
  deps.log.error({ refund: refund.id, payment: payment.id, gateway: payment.gateway }, 'refund failed')
  // A gateway rejects the refund of a disputed payment, because the bank may return the money itself.
  const isPayable = refund.currency === 'NGN' && !(await hasOpenDispute(tx, payment.id))
  const walletUserId = isPayable ? await findPayerWallet(tx, payment) : null
  if (walletUserId !== null && refund.order_id !== null) {
    const reason = ledgerReasonTexts.refundFailed()
    await post(
      tx,
      refundPaidManually({
        refundId: refund.id,
        orderId: refund.order_id,
        amountKobo: refund.amount_kobo,
        walletUserId,
        reason,
      }),
    )
    await saveRefund(tx, refund.id, { manual_payout: 'wallet' })
    await notifyRefundStateChange(tx, subject, refund, {
      state: 'processed',
      destination: refundDestinationTexts.wallet,
    })
    return
  }
  await notifyRefundStateChange(tx, subject, refund, {
    state: 'failed',
    destination: () => refundDestinationOf(refund, payment),
  })
  await insertRefundRetry(tx, refund, refundRetrySeconds)
}

/** Users with an unverified e-mail count as guests; a closed account has none. */
async function findPayerWallet(tx: Tx, payment: RefundSource): Promise<string | null> {
  if (payment.purpose !== 'order' || !payment.user_id) return null
  const user = await tx
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', payment.user_id)
    .executeTakeFirst()
  return user?.email_verified_at && (await isWalletOpen(tx, payment.user_id)) ? payment.user_id : null
}

function stateOf(status: RefundStatusResult): Exclude<RefundState, 'requested'> {
  if (status.type !== 'accepted') return status.type
  return status.state === 'processed' ? 'processed' : 'sent'
}
