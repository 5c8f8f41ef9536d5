import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { referenceAlphabet, referenceLength } from '../../shared/constants.ts'
import type { OrderId } from '../../shared/ids.ts'
import type { OrderReference } from '../../shared/references.ts'
import {
  type Database,
  inSeconds,
  type Patch,
  type RestoreDetector,
  type RestoreTimes,
  type Tx,
} from '../database/index.ts'
import { currentTraceparent, setCurrentOrder } from '../telemetry/index.ts'
import { duplicateWindowLock, sendTimeoutSeconds, type Vendor } from '../vending/index.ts'
import { type Order, orderMachine, retrySeconds } from './order.ts'
import type { DeliveryRow } from './order-handler.ts'

type Reader = Database['q'] | Tx

export const newReference = (): string =>
  Array.from({ length: referenceLength }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join(
    '',
  )
export const newToken = (): string => randomBytes(32).toString('base64url')

export async function orderById(db: Reader, id: string): Promise<Order> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  setCurrentOrder(order)
  return order
}

/** An order, and what the database that it was read from may have lost. */
export interface OrderWithRestoreTimes {
  readonly order: Order
  readonly restoreTimes: RestoreTimes
}

export async function orderWithRestoreTimes(
  { db, restoreDetector }: { db: Database; restoreDetector: RestoreDetector },
  id: string,
): Promise<OrderWithRestoreTimes> {
  const { selected, ...order } = await db.q
    .selectFrom('orders')
    .selectAll()
    .select(restoreDetector.selection.as('selected'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { order: order as Order, restoreTimes: restoreDetector.timesOf(selected) }
}

/** An order as the transaction that marked it paid left it: this process sends it without reading it again. */
export class NewlyPaidOrderWithRestoreTimes implements OrderWithRestoreTimes {
  readonly id: string
  readonly order: Order
  readonly restoreTimes: RestoreTimes
  constructor(order: Order, restoreTimes: RestoreTimes) {
    this.id = order.id
    this.order = order
    this.restoreTimes = restoreTimes
  }
}

export async function orderByReference(db: Reader, reference: OrderReference): Promise<Order | undefined> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (order) setCurrentOrder(order)
  return order
}

export const lockOrder = (tx: Tx, id: string): Promise<Order> =>
  tx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** Updates an order that the transaction has locked, without changing its state. */
export const saveOrder = (tx: Tx, order: Order, values: Patch<'orders'>): Promise<Order> =>
  tx.updateTable('orders').set(values).where('id', '=', order.id).returningAll().executeTakeFirstOrThrow()

/**
 * Marks an order paid if it is awaiting payment or expired. @returns undefined in any other state
 * @param claimed true once the order's payment request accepted it; without, orders of payment requests stay unpaid
 */
export async function markPaid(
  tx: Tx,
  restoreDetector: RestoreDetector,
  id: string,
  { claimed = false } = {},
): Promise<NewlyPaidOrderWithRestoreTimes | undefined> {
  const patch = {
    paid_at: sql<Date>`app_now()`,
    due_at: inSeconds(retrySeconds),
    traceparent: currentTraceparent(),
  }
  const row = await orderMachine
    .transitionWhere(tx, ['awaiting_payment', 'expired'], 'paid', patch, { event: 'payment.succeeded' })
    .where('id', '=', id)
    .$if(!claimed, (query) => query.where('payment_request_id', 'is', null))
    .returningAll()
    .returning(restoreDetector.selection.as('selected'))
    .executeTakeFirst()
  if (!row) return undefined
  const { selected, ...order } = row
  return new NewlyPaidOrderWithRestoreTimes(order as Order, restoreDetector.timesOf(selected))
}

/** Postpones the next step of an order that is still in the state that was read. */
export const postponeOrder = (db: Reader, { id, state }: Order, seconds: number) =>
  db
    .updateTable('orders')
    .set({ due_at: inSeconds(seconds) })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()

/** Fails a paid order that was never sent to a vendor: it passes through `vending` without an attempt. */
export async function failUnsentOrder(
  tx: Tx,
  order: Order & { readonly state: 'paid' },
  patch: Patch<'orders'>,
  event: 'vendor.unavailable' | 'manager.cancelled' | 'gateway.payment_reversed',
): Promise<Order> {
  const vending = await orderMachine.transition(tx, order, 'vending', {}, { event })
  return orderMachine.transition(tx, vending, 'vend_failed', patch, { event })
}

/**
 * Moves an order to `vending` if it is still in the state that was read, and locks first its duplicate window at the
 * vendor, then the order. A process of release 0.2.0 locks in the same order, so that both can serve at the same time.
 * @returns undefined when it moved
 */
export async function claimVend(
  tx: Tx,
  order: Order,
  vendor: Vendor,
  event: 'engine.vend_started' | 'engine.earlier_vend_recorded',
): Promise<Order | undefined> {
  const claimedOrder = await orderMachine
    .transitionWhere(tx, order.state, 'vending', { due_at: inSeconds(sendTimeoutSeconds) }, { event })
    // A row of FROM is evaluated before the updated row is locked.
    .from(sql`(select ${duplicateWindowLock(vendor, order)})`.as<'duplicate_window'>(sql`duplicate_window`))
    .where('orders.id', '=', order.id)
    .returningAll('orders')
    .executeTakeFirst()
  return claimedOrder as Order | undefined
}

export const deliveryOf = (db: Reader, orderId: OrderId): Promise<DeliveryRow | undefined> =>
  db.selectFrom('deliveries').selectAll().where('order_id', '=', orderId).executeTakeFirst()

/** The deliveries of several orders, by the order's id. */
export async function deliveriesOf(
  db: Reader,
  orderIds: readonly OrderId[],
): Promise<Map<string, DeliveryRow>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db.selectFrom('deliveries').selectAll().where('order_id', 'in', orderIds).execute()
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** Puts an order in review, with a due date; the first reason stays. */
export async function flagForReview(tx: Tx, orderId: OrderId, reason: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      review_reason: reason,
      review_since: sql<Date>`app_now()`,
      review_due: inSeconds(24 * 60 * 60),
    })
    .where('id', '=', orderId)
    .where('review_since', 'is', null)
    .execute()
}

/** Ends the review of an order, which is then not flagged as overdue in this state again. */
export async function endReview(tx: Tx, orderId: OrderId): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      review_reason: null,
      review_since: null,
      review_due: null,
      review_closed_at: sql<Date>`app_now()`,
    })
    .where('id', '=', orderId)
    .execute()
}
