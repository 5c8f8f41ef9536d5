import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'
import { account, accountSum, chargedBackOrderClosed, post } from '../ledger/index.ts'
import { createRefund, findAppliedPayment, listPayments } from '../payments/index.ts'
import type { PurchaseDeps } from './deps.ts'
import { type Order, orderMachine } from './order.ts'
import { flagForReview, saveOrder } from './store.ts'

/** Ends an undelivered order whose payment was charged back: nothing is left to refund. */
export async function closeChargedBack(tx: Tx, order: Order): Promise<void> {
  const options = { event: 'manager.charged_back_order_closed' } as const
  const refunding = await orderMachine.transition(tx, order, 'refunding', { due_at: null }, options)
  await orderMachine.transition(tx, refunding, 'refunded', { refunded_at: sql`app_now()` }, options)
}

/** Creates the refund that an order in `refunding` lacks. @param order locked by the transaction */
export async function createMissingRefund(deps: PurchaseDeps, tx: Tx, order: Order): Promise<string[]> {
  const payment = await findAppliedPayment(tx, order.id)
  if (!payment) return []
  return createRefund(deps.payments.paymentEvents, tx, payment, {
    cause: 'not_delivered',
    amountKobo: order.total_kobo,
    // The postings of an earlier refund are not repeated.
    from: (await accountSum(tx, account.order(order.id))) === 0n ? 'nowhere' : 'order',
  })
}

/**
 * Refunds an undelivered order in full to the source of its payment.
 * @param order in `vend_failed`, and locked by the transaction
 * @returns ids of the refunds to process after the commit
 */
export async function createOrderRefund(deps: PurchaseDeps, tx: Tx, order: Order): Promise<string[]> {
  const payment = await findAppliedPayment(tx, order.id)
  if (!payment) {
    // The payment was charged back: nothing is left to refund, and a manager closes the order.
    const reversedPayment = (await listPayments(tx, order.id)).find((payment) => payment.state === 'reversed')
    if (reversedPayment)
      await post(tx, chargedBackOrderClosed({ orderId: order.id, totalKobo: order.total_kobo }))
    await flagForReview(tx, order.id, 'nothing_to_refund')
    await saveOrder(tx, order, { due_at: null })
    return []
  }
  await orderMachine.transition(tx, order, 'refunding', { due_at: null }, { event: 'refund.requested' })
  return createRefund(deps.payments.paymentEvents, tx, payment, {
    cause: 'not_delivered',
    amountKobo: order.total_kobo,
    from: 'order',
  })
}
