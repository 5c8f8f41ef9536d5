import type { Service } from '../../shared/constants.ts'
import type { Transaction } from '../../shared/history.ts'
import { soldAs } from '../../shared/journeys.ts'
import { nairaOf } from '../../shared/money.ts'
import { pageOf } from '../../shared/pages.ts'
import { discoNames, networkOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { isPaid, type Payment, type Refund } from '../payments/index.ts'
import { nameOf, type Order, shownNumber, statusOf, sumsOf } from '../purchase/index.ts'

/** Orders by their ids, in that order, as their owner sees them. */
export async function showOrders(db: Database, ids: readonly string[]): Promise<Transaction[]> {
  if (ids.length === 0) return []
  const [orders, payments, refunds, deliveries] = await Promise.all([
    db.q.selectFrom('orders').selectAll().where('id', 'in', ids).execute(),
    db.q
      .selectFrom('payments')
      .selectAll()
      .where('order_id', 'in', ids)
      .orderBy('created_at', 'desc')
      .$castTo<Payment>()
      .execute(),
    db.q.selectFrom('refunds').selectAll().where('order_id', 'in', ids).orderBy('created_at').execute(),
    db.q.selectFrom('deliveries').select(['order_id', 'units']).where('order_id', 'in', ids).execute(),
  ])
  const byId = new Map(orders.map((order) => [order.id, order]))
  const paidFor = Map.groupBy(payments, (it) => it.order_id)
  const givenBack = Map.groupBy(refunds, (it) => it.order_id)
  const units = new Map(deliveries.map((it) => [it.order_id, it.units]))
  return ids.flatMap((id) => {
    const order = byId.get(id)
    const money = { payments: paidFor.get(id) ?? [], refunds: givenBack.get(id) ?? [] }
    return order ? [transactionOf(order, money, units.get(id) ?? null)] : []
  })
}

/** Where an order has ended, the same may be bought once more. */
export const hasEnded = ({ state }: Order): boolean =>
  state === 'delivered' || state === 'refunded' || state === 'expired'

function transactionOf(
  order: Order,
  { payments, refunds }: { payments: readonly Payment[]; refunds: readonly Refund[] },
  units: string | null,
): Transaction {
  const status = statusOf(order, payments, refunds)
  const paid = payments.find((it) => isPaid(it.state)) ?? payments[0]
  const network = badgeOf(order)
  return {
    ...status,
    ...sumsOf(order),
    title: titleOf(order, network.name),
    number: shownNumber(order.beneficiary),
    customer_name: nameOf(order),
    network,
    bundle: order.variation_name,
    phone_number: shownNumber(order.phone),
    units,
    payment_method: !paid || paid.method === 'MANAGER' ? null : paid.method,
    created_at: order.created_at.toISOString(),
    delivered_at: order.delivered_at?.toISOString() ?? null,
    link: pageOf(status.page, order.service, order.reference, order.access_token),
    has_receipt: order.state === 'delivered',
    may_buy_again: hasEnded(order),
  }
}

function badgeOf({ service, code }: Order): { name: string; logo: string } {
  if (service === 'power') return { name: discoNames.get(code) ?? code, logo: `/logos/${code}.svg` }
  const { name, logo } = networkOf(service, code)
  return { name, logo }
}

const titles: Record<Service, (network: string, bundle: string) => string> = {
  power: () => 'Electricity',
  cabletv: soldAs,
  airtime: (network) => `${network} airtime`,
  data: soldAs,
  education: (network, bundle) => bundle || network,
}
const titleOf = (order: Order, network: string): string =>
  titles[order.service](network, order.variation_name ?? '')

/** Kobo as text → naira. */
export const nairaFrom = (kobo: string): number => nairaOf(BigInt(kobo))
