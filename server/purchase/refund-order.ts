import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'
import { account, accountSum, chargedBackOrderClosed, lostRefundReturned, post } from '../ledger/index.ts'
import {
  createRefund,
  disputedReview,
  findAppliedPayment,
  hasOpenDispute,
  latestLostDisputeOf,
  listPayments,
  type Payment,
  postedRefundOf,
} from '../payments/index.ts'
import type { PurchaseDeps } from './deps.ts'
import { type Order, orderMachine } from './order.ts'
import { endReview, flagForReview, saveOrder } from './store.ts'
import { unreturnedTotalKobo } from './unreturned-total.ts'

type ChargedBackEvent = 'manager.charged_back_order_closed' | 'gateway.payment_reversed'

/** Ends an undelivered order whose payment was charged back: nothing is left to refund. */
export async function closeChargedBack(
  tx: Tx,
  order: Order,
  event: ChargedBackEvent = 'manager.charged_back_order_closed',
): Promise<void> {
  const refunding = await orderMachine.transition(tx, order, 'refunding', { due_at: null }, { event })
  await endChargedBack(tx, refunding, event)
}

const endChargedBack = (tx: Tx, order: Order, event: ChargedBackEvent) =>
  orderMachine.transition(tx, order, 'refunded', { refunded_at: sql`app_now()`, due_at: null }, { event })

/**
 * Creates the refund that an order in `refunding` lacks, less what the payer's bank has returned. An order of which the
 * bank has returned everything ends as refunded.
 * @param order locked by the transaction
 * @returns ids of the refunds to process after the commit; undefined when no payment of the order was received
 */
export async function createMissingRefund(
  deps: PurchaseDeps,
  tx: Tx,
  order: Order,
): Promise<string[] | undefined> {
  const payment = await findAppliedPayment(tx, order.id)
  if (!payment && !(await findReversedPayment(tx, order))) return undefined
  const amountKobo = payment ? await unreturnedTotalKobo(tx, order, payment) : 0n
  // The postings of an earlier refund are not repeated.
  const isPosted = (await accountSum(tx, account.order(order.id))) === 0n
  if (isPosted) await postReturnedRefund(tx, order, amountKobo)
  else await postReturnedPart(tx, order, amountKobo)
  if (!payment || amountKobo === 0n) {
    await endReview(tx, order.id)
    await endChargedBack(tx, order, 'gateway.payment_reversed')
    return []
  }
  return createRefund(deps.payments.paymentEvents, tx, payment, {
    cause: 'not_delivered',
    amountKobo,
    from: isPosted ? 'nowhere' : 'order',
  })
}

/** Posts that the payer's bank has returned all of the order's refund, whose row was lost, but this amount. */
async function postReturnedRefund(tx: Tx, order: Order, amountKobo: bigint): Promise<void> {
  for (const payment of await listPayments(tx, order.id)) {
    const refund = await postedRefundOf(tx, payment, 'not_delivered')
    if (refund.payableKobo > amountKobo)
      await post(
        tx,
        lostRefundReturned({
          refundId: refund.id,
          disputeId: await latestLostDisputeOf(tx, payment),
          orderId: order.id,
          amountKobo: refund.payableKobo - amountKobo,
        }),
      )
  }
}

const findReversedPayment = async (tx: Tx, order: Order): Promise<Payment | undefined> =>
  (await listPayments(tx, order.id)).find(({ state }) => state === 'reversed')

/** Posts that the payer's bank has returned all of the total but this amount. */
async function postReturnedPart(tx: Tx, order: Order, amountKobo: bigint): Promise<void> {
  if (amountKobo < order.total_kobo)
    await post(tx, chargedBackOrderClosed({ orderId: order.id, totalKobo: order.total_kobo - amountKobo }))
}

/**
 * Refunds an undelivered order to the source of its payment: in full, less what the payer's bank has returned. While the
 * bank disputes the payment it may return the money itself, so the order waits in review for the outcome.
 * @param order in `vend_failed`, and locked by the transaction
 * @returns ids of the refunds to process after the commit
 */
export async function createOrderRefund(deps: PurchaseDeps, tx: Tx, order: Order): Promise<string[]> {
  const payment = await findAppliedPayment(tx, order.id)
  if (!payment) {
    // The payment was charged back: nothing is left to refund, and a manager closes the order.
    if (await findReversedPayment(tx, order))
      await post(tx, chargedBackOrderClosed({ orderId: order.id, totalKobo: order.total_kobo }))
    await waitInReview(tx, order, 'nothing_to_refund')
    return []
  }
  if (await hasOpenDispute(tx, payment.id)) {
    deps.log.error({ order: order.id }, 'refund waits for the outcome of a dispute')
    await waitInReview(tx, order, disputedReview)
    // Customer and manager read that the refund waits, also when the order was in review for another reason.
    await saveOrder(tx, order, { review_reason: disputedReview })
    return []
  }
  const amountKobo = await unreturnedTotalKobo(tx, order, payment)
  await postReturnedPart(tx, order, amountKobo)
  if (amountKobo === 0n) {
    await closeChargedBack(tx, order, 'gateway.payment_reversed')
    return []
  }
  await orderMachine.transition(tx, order, 'refunding', { due_at: null }, { event: 'refund.requested' })
  return createRefund(deps.payments.paymentEvents, tx, payment, {
    cause: 'not_delivered',
    amountKobo,
    from: 'order',
  })
}

/** The order is not processed again before the next event. */
async function waitInReview(tx: Tx, order: Order, reason: string): Promise<void> {
  await flagForReview(tx, order.id, reason)
  await saveOrder(tx, order, { due_at: null })
}
