import type { RefundId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import { refundMachine } from './payment.ts'
import type { PaymentEvents } from './payment-events.ts'
import { saveRefund } from './refund-change.ts'
import { refundSubjectOf } from './refund-subject.ts'
import { reduceByLostDispute } from './returned-money.ts'
import { findRefundSource, lockRefund } from './store.ts'

/**
 * Reduces a refund of unknown outcome, which a manager pays, by what a lost dispute has returned of it: no result of the
 * gateway has done so. The transaction holds the order's lock.
 * @returns kobo that are left to pay
 */
export async function reduceUnknownRefund(
  paymentEvents: PaymentEvents,
  tx: Tx,
  refundId: RefundId,
): Promise<bigint> {
  const refund = await lockRefund(tx, refundId)
  const payment = await findRefundSource(tx, refund)
  const subject = refundSubjectOf(paymentEvents, payment)
  return (await reduceByLostDispute(tx, refund, { payment, subject }))?.amount_kobo ?? 0n
}

/**
 * Closes a refund that a manager paid out manually. The transaction holds the order's lock. A concurrent poll of the
 * gateway finds the refund closed.
 */
export async function closeManuallyPaidRefund(
  tx: Tx,
  id: string,
  payoutMethod: 'wallet' | 'bank',
): Promise<void> {
  const refund = await lockRefund(tx, id)
  const options = { event: 'manager.refund_paid' } as const
  const sentRefund =
    refund.state === 'requested' ? await refundMachine.transition(tx, refund, 'unknown', {}, options) : refund
  if (sentRefund.state !== 'failed')
    await refundMachine.transition(
      tx,
      sentRefund,
      'failed',
      { failure_reason: 'paid_manually', due_at: null },
      options,
    )
  await saveRefund(tx, id, { manual_payout: payoutMethod })
}
