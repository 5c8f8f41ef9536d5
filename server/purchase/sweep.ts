import { sql } from 'kysely'
import { isPaid, type Payment, paymentsOf, settle } from '../payments/index.ts'
import { reviewSeconds } from '../vending/index.ts'
import { followLate } from './advance.ts'
import type { Order } from './order.ts'
import type { PurchaseParts } from './parts.ts'
import { inSeconds } from './store.ts'

const atOnce = 50
/** A claimed order comes back after this if its worker died. */
const leaseSeconds = 30

/** Wakes every order whose time has come, and flags what takes too long. @returns how many were due */
export async function sweepOrders(parts: PurchaseParts, wake: (orderId: string) => void): Promise<number> {
  const orders = await claimOrders(parts)
  for (const id of orders) wake(id)
  const late = await claimLate(parts)
  for (const id of late) parts.background('late answer', () => followLate(parts, id))
  await flagOverdue(parts)
  return orders.length + late.length
}

async function claimOrders(parts: PurchaseParts): Promise<string[]> {
  const taken = await parts.db.q
    .updateTable('orders')
    .set({ due_at: inSeconds(leaseSeconds) })
    .where('id', 'in', (it) =>
      it
        .selectFrom('orders')
        .select('id')
        .where('due_at', '<=', sql<Date>`business_now()`)
        .orderBy('due_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}

async function claimLate(parts: PurchaseParts): Promise<string[]> {
  const rows = await parts.db.q
    .selectFrom('attempts')
    .select('id')
    .where('state', '=', 'written_off')
    .where('due_at', '<=', sql<Date>`business_now()`)
    .limit(atOnce)
    .execute()
  return rows.map(({ id }) => id)
}

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

/** Lookups that nobody paid for are forgotten after two days. @returns how many */
export async function forgetUnpaid(parts: PurchaseParts): Promise<bigint> {
  const gone = await parts.db.q
    .deleteFrom('orders')
    .where('state', '=', 'quoted')
    .where('created_at', '<', sql<Date>`business_now() - interval '48 hours'`)
    .executeTakeFirst()
  return gone.numDeletedRows
}

/** Asks the gateway about an order's open payments, so that a return page need not wait for the webhook. */
export async function checkPayments(parts: PurchaseParts, order: Order): Promise<Payment[]> {
  const payments = await paymentsOf(parts.db.q, order.id)
  if (payments.some((it) => isPaid(it.state))) return payments
  await Promise.all(
    payments
      .filter((it) => it.checkout_url || it.state === 'created' || it.method === 'SAVED_CARD')
      .map((it) => settle(parts.payments, it.id)),
  )
  return paymentsOf(parts.db.q, order.id)
}
