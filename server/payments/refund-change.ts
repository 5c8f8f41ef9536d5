import type { Patch, Tx } from '../database/index.ts'
import type { Refund } from './payment.ts'
import type { RefundStateChange } from './payment-events.ts'
import type { RefundSubject } from './refund-subject.ts'
import { findRefundById } from './store.ts'

/** Updates a refund without changing its state; the transaction holds the lock of the refund or its order. */
export async function saveRefund(tx: Tx, id: string, values: Patch<'refunds'>): Promise<void> {
  await tx.updateTable('refunds').set(values).where('id', '=', id).execute()
}

/** Notifies the refund's subject of its state change. */
export async function notifyRefundStateChange(
  tx: Tx,
  subject: RefundSubject,
  refund: Refund,
  change: Pick<RefundStateChange, 'state' | 'destination' | 'accountVersion'>,
): Promise<void> {
  // A retried refund has the cause of the first one.
  const first =
    refund.retry_of_refund_id === null ? refund : await findRefundById(tx, refund.retry_of_refund_id)
  if (first?.cause === 'unmatched') return
  if (!first || first.cause === 'retry') throw new Error(`Refund ${refund.id} has no cause`)
  await subject.onRefundStateChanged(tx, {
    ...change,
    refundId: refund.id,
    cause: first.cause,
    amountKobo: refund.amount_kobo,
  })
}
