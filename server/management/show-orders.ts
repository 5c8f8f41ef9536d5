import type { VendorName } from '../../shared/constants.ts'
import type { ManagedOrder } from '../../shared/management/orders.ts'
import { discoNames, networkOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { isPaid } from '../payments/index.ts'
import { nameOf, type Order, shownNumber, sumsOf } from '../purchase/index.ts'

/** Orders by their ids, in that order, as managers see them. */
export async function showManaged(db: Database, ids: readonly string[]): Promise<ManagedOrder[]> {
  if (ids.length === 0) return []
  const [orders, payments] = await Promise.all([
    db.q.selectFrom('orders').selectAll().where('id', 'in', ids).execute(),
    db.q
      .selectFrom('payments')
      .select(['order_id', 'reference', 'gateway', 'state'])
      .where('order_id', 'in', ids)
      .orderBy('created_at', 'desc')
      .execute(),
  ])
  const owners = orders.flatMap((order) => (order.user_id ? [order.user_id] : []))
  const users = owners.length
    ? await db.q.selectFrom('users').select(['id', 'uniqueid', 'name']).where('id', 'in', owners).execute()
    : []
  const byId = new Map(orders.map((order) => [order.id, order]))
  const paidFor = Map.groupBy(payments, (it) => it.order_id)
  const people = new Map(users.map(({ id, ...user }) => [id, user]))
  return ids.flatMap((id) => {
    const order = byId.get(id)
    if (!order) return []
    const tries = paidFor.get(id) ?? []
    const payment = tries.find((it) => isPaid(it.state)) ?? tries[0]
    return [managedFrom(order, payment, people.get(order.user_id ?? '') ?? null)]
  })
}

function managedFrom(
  order: Order,
  payment: { reference: string; gateway: ManagedOrder['payer'] } | undefined,
  user: ManagedOrder['user'],
): ManagedOrder {
  return {
    ...sumsOf(order),
    reference: order.reference,
    service: order.service,
    title: titleOf(order),
    number: shownNumber(order.beneficiary),
    customer_name: nameOf(order),
    phone_number: shownNumber(order.phone),
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

function titleOf({ service, code, variation_name }: Order): string {
  const company = service === 'power' ? (discoNames.get(code) ?? code) : networkOf(service, code).name
  return variation_name ? `${company}, ${variation_name}` : company
}

const heads = [
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
] as const satisfies readonly (keyof ManagedOrder)[]

/** Orders as lines of a spreadsheet, under their heads. */
export const linesOf = (orders: readonly ManagedOrder[]) => [
  [...heads],
  ...orders.map((order) => heads.map((head) => order[head])),
]
