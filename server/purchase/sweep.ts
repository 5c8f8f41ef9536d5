import { sql } from 'kysely'
import { claimDue, inSeconds } from '../database/index.ts'
import { isPaid, listPayments, verifyPaymentCached } from '../payments/index.ts'
import { type Attempt, reviewSeconds } from '../vending/index.ts'
import { requeryWrittenOffAttempt } from './deliver.ts'
import type { PurchaseDeps } from './deps.ts'
import type { Order } from './order.ts'

const batchSize = 50

/** Wakes every due order and flags overdue ones. @returns the number of due orders and attempts */
export async function processDueOrders(
  deps: PurchaseDeps,
  scheduleOrder: (orderId: string) => void,
): Promise<number> {
  const orders = await claimDue(deps.db, 'orders')
  for (const { id } of orders) scheduleOrder(id)
  const attempts = await writtenOffAttempts(deps)
  for (const attempt of attempts)
    deps.background('late answer', () => requeryWrittenOffAttempt(deps, attempt))
  await flagOverdue(deps)
  return orders.length + attempts.length
}

/** Written-off attempts that are due for a requery, which claims them. */
const writtenOffAttempts = (deps: PurchaseDeps): Promise<Attempt[]> =>
  deps.db.q
    .selectFrom('attempts')
    .selectAll()
    .where('state', '=', 'written_off')
    .where('due_at', '<=', sql<Date>`app_now()`)
    .orderBy('due_at')
    .limit(batchSize)
    .execute()

/** Puts orders in review that were paid half an hour ago and are neither delivered nor refunded. */
async function flagOverdue(deps: PurchaseDeps): Promise<void> {
  await deps.db.q
    .updateTable('orders')
    .set({
      review_reason: 'overdue',
      review_since: sql<Date>`app_now()`,
      review_due: inSeconds(24 * 60 * 60),
    })
    .where('state', 'in', ['paid', 'vending', 'vend_failed', 'refunding'])
    .where('review_since', 'is', null)
    .where((order) =>
      order.or([
        order('review_closed_at', 'is', null),
        order('review_closed_at', '<', order.ref('state_since')),
      ]),
    )
    .where('paid_at', '<', sql<Date>`app_now() - make_interval(secs => ${reviewSeconds})`)
    .execute()
}

/** Verifies an order's open payments at the gateway, so that a return page does not wait for the webhook. */
export async function checkPayments(deps: PurchaseDeps, order: Order): Promise<void> {
  const payments = await listPayments(deps.db.q, order.id)
  if (payments.some((payment) => isPaid(payment.state))) return
  await Promise.all(
    payments
      .filter(
        (payment) => payment.checkout_url || payment.state === 'created' || payment.method === 'SAVED_CARD',
      )
      .map((payment) => verifyPaymentCached(deps.payments, payment)),
  )
}
