import type { VendorName } from '../../shared/constants.ts'
import type { ManagedOrder, PaymentSource } from '../../shared/management/orders.ts'
import { nairaOf } from '../../shared/money.ts'
import { discoNames, networkOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { effectivePayment } from '../payments/index.ts'
import { type RecordedPurchase, recordedPurchasesByIds } from '../power/index.ts'
import { customerNameOf, type Order, toLocalPhone, totalsOf } from '../purchase/index.ts'

/** Orders by their ids, in that order, as managers see them. */
export async function managedOrdersOf(db: Database, ids: readonly string[]): Promise<ManagedOrder[]> {
  if (ids.length === 0) return []
  const [orders, records, payments, refunds] = await Promise.all([
    db.q.selectFrom('orders').selectAll().where('id', 'in', ids).execute(),
    recordedPurchasesByIds(db, ids),
    db.q
      .selectFrom('payments')
      .select(['id', 'order_id', 'reference', 'gateway', 'state'])
      .where('order_id', 'in', ids)
      .orderBy('created_at', 'desc')
      .execute(),
    db.q
      .selectFrom('refunds')
      .select(['order_id', 'payment_id', 'cause'])
      .where('order_id', 'in', ids)
      .execute(),
  ])
  const owners = [...orders, ...records].flatMap(({ user_id }) => (user_id ? [user_id] : []))
  const users = owners.length
    ? await db.q.selectFrom('users').select(['id', 'uniqueid', 'name']).where('id', 'in', owners).execute()
    : []
  const byId = new Map(orders.map((order) => [order.id, order]))
  const recordsById = new Map(records.map((record) => [record.id, record]))
  const paymentsByOrder = Map.groupBy(payments, (row) => row.order_id)
  const refundsByOrder = Map.groupBy(refunds, (row) => row.order_id)
  const usersById = new Map(users.map(({ id, ...user }) => [id, user]))
  return ids.flatMap((id) => {
    const record = recordsById.get(id)
    if (record) return [recordToManagedOrder(record, usersById.get(record.user_id ?? '') ?? null)]
    const order = byId.get(id)
    if (!order) return []
    const payment = effectivePayment(paymentsByOrder.get(id) ?? [], refundsByOrder.get(id) ?? [])
    return [toManagedOrder(order, payment, usersById.get(order.user_id ?? '') ?? null)]
  })
}

function toManagedOrder(
  order: Order,
  payment: { reference: string; gateway: PaymentSource | null } | undefined,
  user: ManagedOrder['user'],
): ManagedOrder {
  return {
    ...totalsOf(order),
    reference: order.reference,
    service: order.service,
    title: titleOf(order),
    number: toLocalPhone(order.beneficiary),
    customer_name: customerNameOf(order),
    phone_number: toLocalPhone(order.phone),
    email: order.email,
    user,
    state: order.state,
    review: order.review_reason,
    payer: payment?.gateway ?? null,
    payment_reference: payment?.reference ?? null,
    vendor: order.vendor as VendorName,
    created_at: order.created_at.toISOString(),
    recorded: false,
  }
}

function recordToManagedOrder(record: RecordedPurchase, user: ManagedOrder['user']): ManagedOrder {
  const amount = nairaOf(record.amount_kobo)
  return {
    reference: record.reference,
    service: 'power',
    title: discoNames.get(record.disco) ?? record.disco,
    number: record.meter_number,
    customer_name: null,
    phone_number: toLocalPhone(record.phone),
    email: record.email,
    user,
    state: 'delivered',
    review: null,
    amount,
    service_charge: 0,
    total_amount: amount,
    payer: null,
    payment_reference: null,
    vendor: record.platform as VendorName,
    created_at: record.created_at.toISOString(),
    recorded: true,
  }
}

function titleOf({ service, code, variation_name }: Order): string {
  const company = service === 'power' ? (discoNames.get(code) ?? code) : networkOf(service, code).name
  return variation_name ? `${company}, ${variation_name}` : company
}

const columns = [
  'reference',
  'created_at',
  'service',
  'title',
  'number',
  'customer_name',
  'phone_number',
  'email',
  'state',
  'review',
  'amount',
  'service_charge',
  'total_amount',
  'payer',
  'payment_reference',
  'vendor',
  'recorded',
] as const satisfies readonly (keyof ManagedOrder)[]

/** Orders as CSV rows, with a header row. */
export const csvRows = (orders: readonly ManagedOrder[]) => [
  [...columns],
  ...orders.map((order) =>
    columns.map((column) => (column === 'recorded' ? (order.recorded ? 'yes' : 'no') : order[column])),
  ),
]
