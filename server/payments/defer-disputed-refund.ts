import { sql } from 'kysely'
import { type Database, inSeconds, type Tx } from '../database/index.ts'
import { returnedByDisputeEvent } from '../ledger/index.ts'
import type { PaymentDeps } from './deps.ts'
import { hasOpenDispute } from './dispute-status.ts'
import { disputedReview, isUnsent, nextRefundSeconds, type Refund, type RefundSource } from './payment.ts'
import { saveRefund } from './refund-change.ts'
import { refundSubjectOf } from './refund-subject.ts'
import { reduceByLostDispute } from './returned-money.ts'
import { lockRefund } from './store.ts'

/**
 * Defers a refund while the payer's bank disputes the payment: the order goes to review. Reduces a refund whose
 * money a lost dispute has returned, and completes one that was returned in full. The transaction holds the lock that a
 * new dispute takes too.
 * @returns true when the refund must not be sent now
 */
export async function deferRefundIfDisputed(
  deps: PaymentDeps,
  tx: Tx,
  { id }: Pick<Refund, 'id'>,
  payment: RefundSource,
): Promise<boolean> {
  if (payment.purpose === 'deposit') return false
  const refund = await lockRefund(tx, id)
  // Another process has sent or completed it.
  if (!isUnsent(refund)) return true
  const isDisputed = await hasOpenDispute(tx, payment.id)
  if (!isDisputed) {
    const subject = refundSubjectOf(deps.paymentEvents, payment)
    const rest = await reduceByLostDispute(tx, refund, { payment, subject })
    if (!rest) return true
    if (!(await isReducedAtGateway(tx, refund))) {
      if (rest === refund) return false
      // The rest is sent when the refund is processed next.
      await saveRefund(tx, refund.id, { due_at: inSeconds(0) })
      return true
    }
  }
  deps.log.error({ refund: refund.id, payment: payment.id }, 'refund waits for the outcome of a dispute')
  await saveRefund(tx, refund.id, {
    poll_count: refund.poll_count + 1,
    due_at: inSeconds(nextRefundSeconds(refund.poll_count)),
    // The outcome is known: a manager pays the rest instead of the gateway.
    ...(!isDisputed && refund.state === 'needs_attention' && { failure_reason: null }),
  })
  if (payment.purpose === 'order')
    await deps.paymentEvents.flagForReview(tx, payment.order_id, disputedReview)
  return true
}

/** True when the gateway has the refund with its first amount, and a lost dispute has reduced ours since. */
export async function isReducedAtGateway(db: Database['q'] | Tx, refund: Refund): Promise<boolean> {
  if (refund.gateway_refund_id === null) return false
  const { rows } = await sql`select from ledger_entries
    where order_id = ${refund.order_id} and starts_with(event, ${returnedByDisputeEvent(refund.id, '')}) limit 1`.execute(
    db,
  )
  return rows.length > 0
}
