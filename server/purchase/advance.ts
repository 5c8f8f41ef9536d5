import { sql } from 'kysely'
import { inSeconds } from '../database/index.ts'
import { post, undeliveredUnpaid } from '../ledger/index.ts'
import {
  beginRefund,
  isOpen,
  payerOf,
  paymentLifeSeconds,
  paymentsOf,
  pursueRefund,
} from '../payments/index.ts'
import { followVend, tryAnother, vendFirst } from './deliver.ts'
import { lapseSeconds, type Order } from './order.ts'
import type { PurchaseParts } from './parts.ts'
import { flagForReview, lockOrder, orderById, saveOrder } from './store.ts'

/** An order after a step. `more`: the next step can follow at once. */
export interface Stepped {
  readonly order: Order
  readonly more: boolean
}

/**
 * Brings an order as far as it can go now. Idempotent: the return page, the webhook, the sweeper and
 * fifty copies of them may call it at once; each step is won by one, the others observe.
 * @returns the order as it is when nothing more can be done at the moment
 */
export async function advance(parts: PurchaseParts, orderId: string): Promise<Order> {
  let at: Stepped = { order: await orderById(parts.db.q, orderId), more: true }
  while (at.more) at = await step(parts, at.order)
  return at.order
}

/** One step. There is none when nothing can be done now, or somebody else does it. */
async function step(parts: PurchaseParts, order: Order): Promise<Stepped> {
  switch (order.state) {
    case 'paid':
      return vendFirst(parts, order)
    case 'vending':
      return followVend(parts, order)
    case 'vend_failed':
      return (await tryAnother(parts, order)) ?? refund(parts, order)
    case 'awaiting_payment':
      return lapse(parts, order)
    case 'refunded':
    case 'delivered':
    case 'refunding':
    case 'quoted':
    case 'expired':
      return { order, more: false }
  }
}

/** No checkout of it is open any more, and the last one is long over: it waits no longer. A late payment still counts. */
function lapse(parts: PurchaseParts, order: Order): Promise<Stepped> {
  return parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    if (fresh.state !== 'awaiting_payment') return { order: fresh, more: true }
    const payments = await paymentsOf(tx, order.id)
    const { rows } = await sql<{ over: boolean }>`
      select ${payments[0]?.created_at ?? fresh.state_since}::timestamptz + make_interval(secs => ${paymentLifeSeconds}) < business_now() as over`.execute(
      tx,
    )
    const waits = payments.some((it) => isOpen(it.state)) || !rows[0]?.over
    const saved = await saveOrder(
      tx,
      fresh,
      waits ? { due_at: inSeconds(lapseSeconds) } : { state: 'expired', due_at: null },
    )
    return { order: saved, more: false }
  })
}

/** The vend is proven failed at everybody who may deliver, or written off: all of the money goes back where it came from. */
async function refund(parts: PurchaseParts, order: Order): Promise<Stepped> {
  const begun = await parts.db.inTransaction(async (tx) => {
    const fresh = await lockOrder(tx, order.id)
    if (fresh.state !== 'vend_failed') return []
    const payment = await payerOf(tx, order.id)
    if (!payment) {
      // Charged back meanwhile: there is nothing left to give, and a person closes the order.
      const reversed = (await paymentsOf(tx, order.id)).find((it) => it.state === 'reversed')
      if (reversed) await post(tx, undeliveredUnpaid({ orderId: order.id, totalKobo: order.total_kobo }))
      await flagForReview(tx, order.id, 'nothing_to_refund')
      await saveOrder(tx, fresh, { due_at: null })
      return []
    }
    await saveOrder(tx, fresh, { state: 'refunding', due_at: null })
    return beginRefund(parts.payments.onPaid, tx, payment, {
      cause: 'not_delivered',
      amountKobo: order.total_kobo,
      from: 'order',
    })
  })
  parts.wakeOutbox()
  for (const refundId of begun) parts.background('refund', () => pursueRefund(parts.payments, refundId))
  return { order: await orderById(parts.db.q, order.id), more: false }
}
