import type { UserId } from '../../shared/ids.ts'
import { nairaText } from '../../shared/money.ts'
import { detailsPageUrl } from '../../shared/pages.ts'
import type { OrderReference } from '../../shared/references.ts'
import type { Actor, Caller } from '../http/index.ts'
import { ApiError } from '../http/index.ts'
import { currentStatus, type Order, orderByReference, type ServiceDeps } from '../purchase/index.ts'
import { prepareOrder } from '../services.ts'
import { hasEnded } from './presenter.ts'

/** An order of the user. @throws ApiError NOT_FOUND for unknown orders, those of others, and quotes */
export async function findUserOrder(
  deps: Pick<ServiceDeps, 'db'>,
  userId: UserId,
  reference: OrderReference,
): Promise<Order> {
  const order = await orderByReference(deps.db.q, reference)
  if (order?.user_id !== userId || order.state === 'quoted') throw new ApiError('NOT_FOUND')
  return order
}

/** As `findOrCreateRepeatOrder`, for an order of the user. @throws ApiError NOT_FOUND, and as that function does */
export async function repeatUserOrder(
  deps: ServiceDeps,
  reference: OrderReference,
  caller: Caller<Actor>,
): Promise<{ reference: OrderReference; link: string }> {
  return findOrCreateRepeatOrder(deps, await findUserOrder(deps, caller.actor.userId, reference), caller)
}

/**
 * Repeats a purchase as an unpaid order: the order itself while it may still be paid, a new one when it has
 * ended. Uses current prices; charges nothing.
 * @throws ApiError ORDER_PAID, PAYMENT_PENDING, and as the lookup of its service does
 */
export async function findOrCreateRepeatOrder(
  deps: ServiceDeps,
  order: Order,
  caller: Caller,
): Promise<{ reference: OrderReference; link: string }> {
  const newOrder = hasEnded(order)
    ? await createRepeatOrder(deps, order, caller)
    : await requirePayable(deps, order)
  return { reference: newOrder.reference, link: detailsPageUrl(newOrder.service, newOrder.reference) }
}

async function requirePayable(deps: ServiceDeps, order: Order): Promise<Order> {
  if ((await currentStatus(deps.db, order)).can_pay) return order
  throw new ApiError(order.state === 'awaiting_payment' ? 'PAYMENT_PENDING' : 'ORDER_PAID')
}

const createRepeatOrder = (deps: ServiceDeps, order: Order, caller: Caller): Promise<Order> =>
  prepareOrder({
    service: order.service,
    number: order.beneficiary,
    billerCode: order.code,
    type: order.service === 'power' ? order.variation : '',
    plan: order.variation,
    amount: nairaText(order.amount_kobo),
    phone: order.phone,
    quantity: order.quantity,
    email: order.email,
  })(deps, caller)
