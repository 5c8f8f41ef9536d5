import { nairaText } from '../../shared/money.ts'
import { detailsPage } from '../../shared/pages.ts'
import type { Actor, Caller } from '../http/index.ts'
import { Refused } from '../http/index.ts'
import { type Order, orderByReference, type ServiceParts, statusNow } from '../purchase/index.ts'
import { quoteOf } from '../quotes/index.ts'
import { hasEnded } from './show.ts'

/** One of somebody's own orders; another's is as unknown as one that never was. @throws Refused NOT_FOUND */
export async function ownOrder(
  parts: Pick<ServiceParts, 'db'>,
  userId: string,
  reference: string,
): Promise<Order> {
  const order = await orderByReference(parts.db.q, reference)
  if (order?.user_id !== userId || order.state === 'quoted') throw new Refused('NOT_FOUND')
  return order
}

/**
 * The same once more, not paid yet: the order itself while it may still be paid, a new one when it has ended.
 * Prices are those of now, and nothing is charged.
 * @throws Refused NOT_FOUND, ORDER_PAID, PAYMENT_PENDING, and what the lookup of its service refuses
 */
export async function orderAgain(
  parts: ServiceParts,
  reference: string,
  caller: Caller<Actor>,
): Promise<{ reference: string; link: string }> {
  const order = await ownOrder(parts, caller.actor.userId, reference)
  const again = hasEnded(order) ? await quoteAgain(parts, order, caller) : await unpaid(parts, order)
  return { reference: again.reference, link: detailsPage(again.service, again.reference) }
}

async function unpaid(parts: ServiceParts, order: Order): Promise<Order> {
  if ((await statusNow(parts.db, order)).may_pay) return order
  throw new Refused(order.state === 'awaiting_payment' ? 'PAYMENT_PENDING' : 'ORDER_PAID')
}

const quoteAgain = (parts: ServiceParts, order: Order, caller: Caller): Promise<Order> =>
  quoteOf({
    service: order.service,
    number: order.beneficiary,
    provider: order.code,
    type: order.service === 'power' ? order.variation : '',
    plan: order.variation,
    amount: nairaText(order.amount_kobo),
    phone: order.phone,
    quantity: order.quantity,
    email: order.email,
  })(parts, caller)
