import { sql } from 'kysely'
import { claimDue, inSeconds } from '../database/index.ts'
import { isPaid, paymentsOf, settleOnReturn } from '../payments/index.ts'
import { type Attempt, reviewSeconds } from '../vending/index.ts'
import { followLate } from './deliver.ts'
import type { Order } from './order.ts'
import type { PurchaseParts } from './parts.ts'

const atOnce = 50

/** Wakes every order whose time has come, and flags what takes too long. @returns how many were due */
export async function sweepOrders(parts: PurchaseParts, wake: (orderId: string) => void): Promise<number> {
  const orders = await claimDue(parts.db, 'orders')
  for (const { id } of orders) wake(id)
  const late = await lateTries(parts)
  for (const attempt of late) parts.background('late answer', () => followLate(parts, attempt))
  await flagOverdue(parts)
  return orders.length + late.length
}

/** Tries that were given up and whose turn it is to be asked about; asking claims them. */
const lateTries = (parts: PurchaseParts): Promise<Attempt[]> =>
  parts.db.q
    .selectFrom('attempts')
    .selectAll()
    .where('state', '=', 'written_off')
    .where('due_at', '<=', sql<Date>`business_now()`)
    .orderBy('due_at')
    .limit(atOnce)
    .execute()

/** Paid half an hour ago, and neither delivered nor given back: a person must see it. */
async function flagOverdue(parts: PurchaseParts): Promise<void> {
  await parts.db.q
    .updateTable('orders')
    .set({
      review_reason: 'overdue',
      review_since: sql<Date>`business_now()`,
      review_due: inSeconds(24 * 60 * 60),
    })
    .where('state', 'in', ['paid', 'vending', 'vend_failed', 'refunding'])
    .where('review_since', 'is', null)
    .where('paid_at', '<', sql<Date>`business_now() - make_interval(secs => ${reviewSeconds})`)
    .execute()
}

/** Asks the gateway about an order's open payments, so that a return page need not wait for the webhook. */
export async function checkPayments(parts: PurchaseParts, order: Order): Promise<void> {
  const payments = await paymentsOf(parts.db.q, order.id)
  if (payments.some((it) => isPaid(it.state))) return
  await Promise.all(
    payments
      .filter((it) => it.checkout_url || it.state === 'created' || it.method === 'SAVED_CARD')
      .map((it) => settleOnReturn(parts.payments, it)),
  )
}
