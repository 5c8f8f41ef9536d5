import { sql } from 'kysely'
import { type Database, inSeconds, type Tx } from '../database/index.ts'
import { returnedByDisputeEvent } from '../ledger/index.ts'
import type { PaymentDeps } from './deps.ts'
import { hasLostDispute, hasOpenDispute } from './dispute-status.ts'
import { disputedReview, nextRefundSeconds, type Refund, type RefundSource } from './payment.ts'
import { saveRefund } from './refund-change.ts'
import { unreturnedKobo } from './returned-money.ts'

/**
 * Keeps a refund unsent while the payer's bank disputes the payment, or when it has returned too much of it. The order
 * goes to review. The transaction holds the lock that a new dispute takes too.
 * @returns true when the refund must not be sent
 */
export async function holdIfDisputed(
  deps: PaymentDeps,
  tx: Tx,
  refund: Refund,
  payment: RefundSource,
): Promise<boolean> {
  if (payment.purpose === 'deposit') return false
  const isDisputed = await hasOpenDispute(tx, payment.id)
  const isHeld =
    isDisputed ||
    ((await hasLostDispute(tx, payment.id)) && refund.amount_kobo > (await unreturnedKobo(tx, payment))) ||
    (await isReducedAtGateway(tx, refund))
  if (!isHeld) return false
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
