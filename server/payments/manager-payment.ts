import type { OrderId, UserId } from '../../shared/ids.ts'
import type { RefundCause, Tx } from '../database/index.ts'
import { managerPurchasePaid, managerPurchaseRefunded, post } from '../ledger/index.ts'
import { createInternalPayment } from './internal-payment.ts'
import type { Payment } from './payment.ts'
import type { PaymentEvents } from './payment-events.ts'
import { insertSettledRefund } from './store.ts'

/**
 * Pays for an order that a manager buys for a user: the amount that the manager collects outside the application
 * becomes a receivable. The payment is created as succeeded.
 */
export async function createManagerPayment(
  tx: Tx,
  payment: { orderId: OrderId; managerId: UserId; amountKobo: bigint; email: string },
): Promise<void> {
  const { orderId, managerId: userId, amountKobo, email } = payment
  const paymentId = await createInternalPayment(tx, 'manager', { orderId, userId, amountKobo, email })
  await post(tx, managerPurchasePaid({ paymentId, orderId, amountKobo }))
}

/** Refunds a manager's purchase that was not delivered. The refund is created as processed. */
export async function refundManagerPayment(
  paymentEvents: PaymentEvents,
  tx: Tx,
  payment: Payment,
  refund: { cause: RefundCause; amountKobo: bigint },
): Promise<void> {
  const refundId = await insertSettledRefund(tx, payment, { ...refund, state: 'processed' })
  if (!refundId) return
  await post(
    tx,
    managerPurchaseRefunded({ refundId, orderId: payment.order_id, amountKobo: refund.amountKobo }),
  )
  await paymentEvents.onRefundStateChanged(tx, payment.order_id, {
    ...refund,
    refundId,
    state: 'processed',
    destination: null,
  })
}
