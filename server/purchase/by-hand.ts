import { inSeconds, type Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { isOpen, paymentsOf, pursueRefund, refundsOf, settle } from '../payments/index.ts'
import { type Attempt, ask, attemptsOf, lockAttempt, type Outcome, writeOff } from '../vending/index.ts'
import { conclude, followLate, requestOf, sellerOf } from './deliver.ts'
import type { Engine } from './engine.ts'
import type { Order } from './order.ts'
import { type PurchaseParts, productOf } from './parts.ts'
import { lockOrder, orderById, saveOrder } from './store.ts'

type Delivered = Extract<Outcome, { is: 'delivered' }>

/** What the vendor says of a try now; nothing is written down. Undefined when it cannot be asked at all. */
export async function vendorSays(
  parts: PurchaseParts,
  order: Order,
  attempt: Attempt,
): Promise<Outcome | undefined> {
  const seller = await sellerOf(parts, order, attempt)
  return seller && ask(seller.vendor, attempt, requestOf(order, seller.goods))
}

/** Asks gateway and vendor about an order before its time has come. What they answer moves it as ever. */
export async function askNow(engine: Engine, order: Order): Promise<Order> {
  const { parts } = engine
  for (const payment of await paymentsOf(parts.db.q, order.id))
    if (isOpen(payment.state)) await settle(parts.payments, payment)
  for (const refund of await refundsOf(parts.db.q, order.id)) await pursueRefund(parts.payments, refund.id)
  // One that is being sent is left to its sender.
  const tries = await parts.db.q
    .updateTable('attempts')
    .set({ due_at: inSeconds(0) })
    .where('order_id', '=', order.id)
    .where('state', 'in', ['unknown', 'written_off'])
    .returningAll()
    .execute()
  for (const it of tries) if (it.state === 'written_off') await followLate(parts, it)
  return engine.advance(order.id)
}

/** True while a person may decide what became of it. */
export const isUnclear = async (parts: PurchaseParts, order: Order): Promise<boolean> =>
  (await unclearTry(parts, order)) !== undefined

/** The unclear try of an order, by which a person may decide; undefined when there is nothing to decide. */
async function unclearTry(parts: PurchaseParts, order: Order): Promise<Attempt | undefined> {
  const [attempt] = await attemptsOf(parts.db.q, order.id)
  return order.state === 'vending' && attempt?.state === 'unknown' ? attempt : undefined
}

/**
 * A person knows what the vendor delivered. It counts as if the vendor had said it: postings, news and all.
 * @param writeDown is done before anything moves, once the evidence is found to fit
 * @returns the order; undefined when it is not unclear, or no more
 * @throws Refused INVALID for a delivery that lacks what the order needs
 */
export async function deliverByHand(
  parts: PurchaseParts,
  order: Order,
  { costKobo, ...it }: Pick<Delivered, 'vendorReference' | 'delivery'> & { costKobo: bigint | null },
  writeDown: () => Promise<void>,
): Promise<Order | undefined> {
  const attempt = await unclearTry(parts, order)
  if (!attempt) return undefined
  const outcome: Delivered = {
    ...it,
    is: 'delivered',
    costKobo: costKobo ?? order.amount_kobo,
    said: { beneficiary: null, amountKobo: null },
  }
  const fault = productOf(parts, order.service).fault(order, outcome)
  if (fault) throw new Refused('INVALID', { field: 'evidence', says: `The evidence does not fit: ${fault}.` })
  await writeDown()
  await conclude(parts, order, await sellerOf(parts, order, attempt), attempt, outcome)
  const now = await orderById(parts.db.q, order.id)
  return now.state === 'delivered' ? now : undefined
}

/**
 * A person decides that an unclear order is given up, whatever the cap of the day says. The money
 * follows when the order is next advanced. @returns false when there is nothing to give up, or no more
 */
export async function giveBackByHand(tx: Tx, orderId: string): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order.state !== 'vending') return false
  const [seen] = await attemptsOf(tx, orderId)
  const attempt = seen && (await lockAttempt(tx, seen.id))
  if (attempt?.state !== 'unknown') return false
  await writeOff(tx, attempt)
  await saveOrder(tx, order, { state: 'vend_failed', due_at: inSeconds(0) })
  return true
}
