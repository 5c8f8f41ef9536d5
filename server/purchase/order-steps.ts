import { sql } from 'kysely'
import type { OrderState, OrderStep } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import type { Order } from './order.ts'

interface Row {
  readonly state: OrderState
  readonly at: Date
}

/** The states that an order has entered, oldest first, for its customer. A failover enters `vending` again. */
export async function orderSteps(db: Database, order: Order): Promise<OrderStep[]> {
  const { rows } = await sql<Row>`
    select 'awaiting_payment' as state, min(created_at) as at from payments
      where order_id = ${order.id} having count(*) > 0
    union all select 'vending', created_at from attempts where order_id = ${order.id}
    union all select state, occurred_at from state_history where order_id = ${order.id} and entity = 'order'`.execute(
    db.q,
  )
  const steps: readonly Row[] = [
    { state: 'quoted', at: order.created_at },
    ...rows,
    ...(order.paid_at ? [{ state: 'paid' as const, at: order.paid_at }] : []),
    ...(order.delivered_at ? [{ state: 'delivered' as const, at: order.delivered_at }] : []),
  ]
  return steps
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || rank[a.state] - rank[b.state])
    .map(({ state, at }) => ({ state, at: at.toISOString() }))
}

/** The order of states that were entered in the same millisecond. */
const rank = {
  quoted: 0,
  awaiting_payment: 1,
  expired: 2,
  paid: 3,
  vending: 4,
  vend_failed: 5,
  delivered: 6,
  refunding: 7,
  refunded: 8,
} as const satisfies Record<OrderState, number>
