import type { Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { payByManager } from '../payments/index.ts'
import type { PayParts } from './pay.ts'
import { refuseUnlessOn } from './service.ts'
import { lockOrder, orderById, saveOrder } from './store.ts'

/**
 * A manager buys an order that they looked up for a user, at our cost: it is the user's from then on, and paid.
 * Once; whoever comes second finds it bought. `writeDown` happens in the transaction that buys.
 * @returns false when this manager bought it for this user before
 * @throws Refused NOT_FOUND for an order that another looked up, SERVICE_OFF, ORDER_EXPIRED, ORDER_PAID
 */
export async function buyForUser(
  parts: PayParts,
  orderId: string,
  it: { managerId: string; userId: string; email: string; writeDown: (tx: Tx) => Promise<void> },
): Promise<boolean> {
  const { service } = await orderById(parts.db.q, orderId)
  await refuseUnlessOn(parts, service)
  const bought = await parts.db.inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.bought_by === it.managerId && order.user_id === it.userId) return false
    if (order.user_id !== it.managerId) throw new Refused('NOT_FOUND')
    if (order.state === 'expired') throw new Refused('ORDER_EXPIRED')
    if (order.state !== 'quoted') throw new Refused('ORDER_PAID')
    await saveOrder(tx, order, {
      state: 'awaiting_payment',
      user_id: it.userId,
      bought_by: it.managerId,
      email: it.email,
    })
    await payByManager(tx, {
      orderId,
      managerId: it.managerId,
      amountKobo: order.total_kobo,
      email: it.email,
    })
    const taken = await parts.payments.onPaid.take(tx, orderId)
    if (taken.is === 'refused') throw new Refused('ORDER_PAID')
    await it.writeDown(tx)
    return true
  })
  if (bought) parts.payments.wakeOrder(orderId)
  return bought
}
