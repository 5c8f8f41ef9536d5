import { inSeconds, type RefundCause, type Tx } from '../database/index.ts'
import { boughtByManager, post, returnedToManager } from '../ledger/index.ts'
import type { OnPaid } from './paid-for.ts'
import type { Payment } from './payment.ts'
import { hashOf, insertProcessed, newNonce, newPaymentReference } from './store.ts'

/** Pays for an order at our own cost: a manager buys it for a user. A payment that is whole at once. */
export async function payByManager(
  tx: Tx,
  it: { orderId: string; managerId: string; amountKobo: bigint; email: string },
): Promise<void> {
  const { id } = await tx
    .insertInto('payments')
    .values({
      order_id: it.orderId,
      user_id: it.managerId,
      reference: newPaymentReference(),
      gateway: 'manager',
      method: 'MANAGER',
      state: 'succeeded',
      amount_kobo: it.amountKobo,
      paid_kobo: it.amountKobo,
      paid_currency: 'NGN',
      fee_kobo: 0n,
      email: it.email,
      // Nobody comes back from a checkout with it.
      nonce_hash: hashOf(newNonce()),
      expires_at: inSeconds(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(tx, boughtByManager({ paymentId: id, orderId: it.orderId, amountKobo: it.amountKobo }))
}

/** Nothing was bought: what the manager's purchase cost us is taken back at once. */
export async function returnToManager(
  onPaid: OnPaid,
  tx: Tx,
  payment: Payment,
  it: { cause: RefundCause; amountKobo: bigint },
): Promise<void> {
  const refundId = await insertProcessed(tx, payment, it)
  if (!refundId) return
  await post(tx, returnedToManager({ refundId, orderId: payment.order_id, amountKobo: it.amountKobo }))
  await onPaid.refundMoved(tx, payment.order_id, { ...it, refundId, state: 'processed', route: null })
}
