import type { Insertable } from 'kysely'
import { formatMoney } from '../../shared/money.ts'
import { displayPhone } from '../../shared/phone.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import type { Tables, Tx } from '../database/index.ts'
import { disputeOf, gatewayRefundId } from './order-entries.ts'
import { attemptRow, type DemoOrder, deliveryRow, orderRow, paymentRow } from './order-rows.ts'
import { demoVendor } from './products.ts'
import { uuidAt } from './random.ts'

const chunkSize = 100

/** Inserts rows in statements of limited size. */
export async function insertRows<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  rows: readonly (Insertable<Tables[T]> | null)[],
): Promise<void> {
  const present = rows.filter((row) => row !== null)
  for (let start = 0; start < present.length; start += chunkSize)
    await tx
      .insertInto<keyof Tables & string>(table)
      .values(present.slice(start, start + chunkSize))
      .execute()
}

/** Inserts every row of the orders except ledger entries. */
export async function insertOrders(tx: Tx, orders: readonly DemoOrder[], now: Date): Promise<void> {
  await insertRows(
    tx,
    'orders',
    orders.map((order) => orderRow(order, now)),
  )
  await insertRows(
    tx,
    'payments',
    orders.map((order) => paymentRow(order, now)),
  )
  await insertRows(
    tx,
    'attempts',
    orders.map((order) => attemptRow(order, now)),
  )
  await insertRows(tx, 'deliveries', orders.map(deliveryRow))
  await insertRows(tx, 'refunds', orders.map(refundRow))
  await insertRows(tx, 'disputes', orders.map(disputeRow))
  await insertRows(tx, 'state_history', orders.flatMap(historyRows))
  await insertRows(tx, 'order_search_terms', orders.flatMap(searchTermRows))
  await insertRows(
    tx,
    'search_queue',
    orders.map(({ plan, id }) => (plan.end === 'quoted' ? null : { table_name: 'orders', row_id: id })),
  )
  await insertRows(tx, 'notifications', orders.map(notificationRow))
}

function refundRow(order: DemoOrder): Insertable<Tables['refunds']> | null {
  const { end } = order.plan
  if (end !== 'refunded' && end !== 'refund_stuck') return null
  return {
    id: order.refundId,
    order_id: order.id,
    payment_id: order.paymentId,
    cause: 'not_delivered',
    state: end === 'refunded' ? 'processed' : 'needs_attention',
    state_since: order.endedAt,
    amount_kobo: order.totalKobo,
    gateway_refund_id: order.gateway === 'wallet' ? null : gatewayRefundId(order),
    failure_reason: null,
    due_at: null,
    created_at: order.endedAt,
  }
}

function disputeRow(order: DemoOrder): Insertable<Tables['disputes']> | null {
  const dispute = disputeOf(order)
  return (
    dispute && {
      id: dispute.id,
      gateway: 'paystack',
      gateway_dispute_id: dispute.gatewayId,
      payment_id: order.paymentId,
      state: dispute.state,
      amount_kobo: dispute.lostKobo,
      evidence_due_at: dispute.dueAt,
      created_at: dispute.openedAt,
    }
  )
}

/** The changes of state that leave no other trace. */
function historyRows(order: DemoOrder): Insertable<Tables['state_history']>[] {
  const { end } = order.plan
  if (end === 'expired') return [historyRow(order, 'order', order.id, 'expired')]
  if (end !== 'refunded' && end !== 'refund_stuck') return []
  const refundState = end === 'refunded' ? 'processed' : 'needs_attention'
  const states = [
    ['attempt', order.attemptId, 'failed'],
    ['order', order.id, 'vend_failed'],
    ['order', order.id, 'refunding'],
    ['refund', order.refundId, refundState],
    ...(end === 'refunded' ? ([['order', order.id, 'refunded']] as const) : []),
  ] as const
  return states.map(([entity, id, state]) => historyRow(order, entity, id, state))
}

const historyRow = (
  { id, endedAt }: DemoOrder,
  entity: 'order' | 'attempt' | 'refund',
  entityId: string,
  state: string,
) => ({ entity, entity_id: entityId, order_id: id, state, reason: null, occurred_at: endedAt })

/** The terms that a trigger writes when an order is paid for; another one adds the gateway. */
function searchTermRows({ plan, id, buyer }: DemoOrder): Insertable<Tables['order_search_terms']>[] {
  if (plan.end === 'quoted') return []
  const { beneficiary, phone, at } = plan
  const terms = [
    beneficiary,
    `last4:${beneficiary.slice(-4)}`,
    phone,
    `last4:${phone.slice(-4)}`,
    `vendor:${demoVendor}`,
    ...(buyer ? [buyer.email] : []),
  ]
  return [...new Set(terms)].map((term) => ({ term, created_at: at, order_id: id }))
}

function notificationRow(order: DemoOrder): Insertable<Tables['notifications']> | null {
  const { plan, buyer, endedAt, totalKobo } = order
  if (!buyer || plan.bulkPurchase !== null || (plan.end !== 'delivered' && plan.end !== 'refunded'))
    return null
  const { service } = plan.product
  const { name } = serviceContracts[service]
  const isDelivered = plan.end === 'delivered'
  return {
    id: uuidAt(`${plan.key} notification`, endedAt),
    user_id: buyer.id,
    service,
    subject: isDelivered ? `${name}: delivered` : `${name}: refunded`,
    body: isDelivered
      ? `Your order of ${formatMoney(totalKobo)} for ${displayPhone(plan.beneficiary)} is delivered.`
      : `Your order could not be delivered. ${formatMoney(totalKobo)} is refunded.`,
    order_id: order.id,
    read_at: endedAt,
    created_at: endedAt,
    amount_kobo: null,
  }
}
