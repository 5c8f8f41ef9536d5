import { inSeconds, type RefundCause, type Tx } from '../database/index.ts'
import { managerPurchasePaid, managerPurchaseRefunded, post } from '../ledger/index.ts'
import type { PaymentEvents } from './payable.ts'
import type { Payment } from './payment.ts'
import { insertProcessedRefund, newNonce, newPaymentReference, sha256 } from './store.ts'

/** Pays for an order that a manager buys for a user, at the company's cost. The payment is created as succeeded. */
export async function createManagerPayment(
  tx: Tx,
  payment: { orderId: string; managerId: string; amountKobo: bigint; email: string },
): Promise<void> {
  const { id } = await tx
    .insertInto('payments')
    .values({
      order_id: payment.orderId,
      user_id: payment.managerId,
      reference: newPaymentReference(),
      gateway: 'manager',
      method: 'MANAGER',
      state: 'succeeded',
      amount_kobo: payment.amountKobo,
      paid_kobo: payment.amountKobo,
      paid_currency: 'NGN',
      fee_kobo: 0n,
      paid_at: new Date(),
      email: payment.email,
      // There is no checkout, so nothing returns with this nonce.
      return_nonce_hash: sha256(newNonce()),
      expires_at: inSeconds(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(
    tx,
    managerPurchasePaid({ paymentId: id, orderId: payment.orderId, amountKobo: payment.amountKobo }),
  )
}

/** Refunds a manager's purchase that was not delivered. The refund is created as processed. */
export async function refundManagerPayment(
  paymentEvents: PaymentEvents,
  tx: Tx,
  payment: Payment,
  refund: { cause: RefundCause; amountKobo: bigint },
): Promise<void> {
  const refundId = await insertProcessedRefund(tx, payment, refund)
  if (!refundId) return
  await post(
    tx,
    managerPurchaseRefunded({ refundId, orderId: payment.order_id, amountKobo: refund.amountKobo }),
  )
  await paymentEvents.onRefundStateChanged(tx, payment.order_id, {
    ...refund,
    refundId,
    state: 'processed',
    route: null,
  })
}
