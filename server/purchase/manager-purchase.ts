import type { OrderId, UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { isWalletOpen } from '../ledger/index.ts'
import { createManagerPayment } from '../payments/index.ts'
import { type Order, orderMachine } from './order.ts'
import type { PayDeps } from './pay.ts'
import { assertServiceEnabled } from './service.ts'
import { lockOrder, orderById } from './store.ts'

interface Purchase {
  readonly managerId: UserId
  readonly userId: UserId
  readonly email: string
}

/**
 * A manager buys an order that they looked up for a user, at our cost: it then belongs to the user, and is
 * paid. Idempotent: a repeated request finds it bought.
 * @param permit runs in the purchase's transaction; false leaves the order unchanged, pending
 * a second approval
 * @returns true when it is bought, false while it is pending approval
 * @throws ApiError NOT_FOUND for an order that another manager looked up and for a closed account, SERVICE_OFF,
 * ORDER_EXPIRED, ORDER_PAID
 */
export async function buyForUser(
  deps: PayDeps,
  orderId: OrderId,
  purchase: Purchase & { permit: (tx: Tx, order: Order) => Promise<boolean> },
): Promise<boolean> {
  const { service } = await orderById(deps.db.q, orderId)
  await assertServiceEnabled(deps, service)
  const result = await deps.db.inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.purchased_by_manager_id === purchase.managerId && order.user_id === purchase.userId)
      return 'before'
    assertUnpaid(order, purchase.managerId)
    if (!(await purchase.permit(tx, order))) return 'waits'
    await payForUser(deps, tx, order, purchase)
    return 'now'
  })
  if (result === 'now') deps.payments.scheduleOrder({ id: orderId })
  return result !== 'waits'
}

/**
 * Pays for a purchase in the transaction in which the second manager approves it. The caller checks the service before.
 * @throws ApiError NOT_FOUND, ORDER_EXPIRED, ORDER_PAID
 */
export async function payApprovedPurchase(
  deps: PayDeps,
  tx: Tx,
  orderId: OrderId,
  purchase: Purchase,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  assertUnpaid(order, purchase.managerId)
  await payForUser(deps, tx, order, purchase)
}

function assertUnpaid(order: Order, managerId: UserId): void {
  if (order.user_id !== managerId) throw new ApiError('NOT_FOUND')
  if (order.state === 'expired') throw new ApiError('ORDER_EXPIRED')
  if (order.state !== 'quoted') throw new ApiError('ORDER_PAID')
}

async function payForUser(
  deps: PayDeps,
  tx: Tx,
  order: Order,
  { managerId, userId, email }: Purchase,
): Promise<void> {
  if (!(await isWalletOpen(tx, userId))) throw new ApiError('NOT_FOUND', { field: 'user_id' })
  await orderMachine.transition(
    tx,
    order,
    'awaiting_payment',
    { user_id: userId, purchased_by_manager_id: managerId, email },
    { event: 'manager.purchase_started' },
  )
  await createManagerPayment(tx, { orderId: order.id, managerId, amountKobo: order.total_kobo, email })
  const acceptance = await deps.payments.paymentEvents.onPaid(tx, order.id)
  if (acceptance.type === 'rejected') throw new ApiError('ORDER_PAID')
}
