import type { Transaction } from '../../shared/history.ts'
import { nairaOf } from '../../shared/money.ts'
import { orderPageUrl, successPageUrl } from '../../shared/pages.ts'
import { discoNames, networkOf } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { cardDigitsOf, effectivePayment, type Payment, type Refund } from '../payments/index.ts'
import { type RecordedPurchase, recordedPurchasesByIds } from '../power/index.ts'
import {
  customerNameOf,
  type Order,
  orderStatusOf,
  paidWithText,
  statusForUser,
  toLocalPhone,
  totalsOf,
} from '../purchase/index.ts'
import { serviceBackends } from '../services.ts'
import { historyServerTexts } from './texts.ts'

/** Orders and recorded purchases by id, in the order of `ids`, as their owner sees them. */
export async function showOrders(db: Database, ids: readonly string[]): Promise<Transaction[]> {
  if (ids.length === 0) return []
  const [orders, records, payments, refunds, deliveries] = await Promise.all([
    db.q.selectFrom('orders').selectAll().where('id', 'in', ids).execute(),
    recordedPurchasesByIds(db, ids),
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
  const cardDigits = await cardDigitsOf(db.q, payments)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const recordsById = new Map(records.map((record) => [record.id, record]))
  const paymentsByOrder = Map.groupBy(payments, (row) => row.order_id)
  const refundsByOrder = Map.groupBy(refunds, (row) => row.order_id)
  const units = new Map(deliveries.map((row) => [row.order_id, row.units]))
  return ids.flatMap((id) => {
    const record = recordsById.get(id)
    if (record) return [recordedTransaction(record)]
    const order = byId.get(id)
    const money = {
      payments: paymentsByOrder.get(id) ?? [],
      refunds: refundsByOrder.get(id) ?? [],
      cardDigits,
    }
    return order ? [transactionOf(order, money, units.get(id) ?? null)] : []
  })
}

/** True for an ended order, which can be bought again. */
export const hasEnded = ({ state }: Order): boolean =>
  state === 'delivered' || state === 'refunded' || state === 'expired'

function transactionOf(
  order: Order,
  {
    payments,
    refunds,
    cardDigits,
  }: {
    payments: readonly Payment[]
    refunds: readonly Refund[]
    cardDigits: ReadonlyMap<string, string>
  },
  units: string | null,
): Transaction {
  const status = statusForUser(order, orderStatusOf(order, payments, refunds))
  const payment = effectivePayment(payments, refunds)
  const network = badgeOf(order)
  return {
    ...status,
    ...totalsOf(order),
    title: titleOf(order, network.name),
    number: toLocalPhone(order.beneficiary),
    customer_name: customerNameOf(order),
    network,
    bundle: order.variation_name,
    phone_number: toLocalPhone(order.phone),
    units,
    payment_method: !payment || payment.method === 'MANAGER' ? null : payment.method,
    paid_with: paidWithText(order, payment, cardDigits),
    created_at: order.created_at.toISOString(),
    delivered_at: order.delivered_at?.toISOString() ?? null,
    link: orderPageUrl(status.page, order.service, order.reference, order.access_token),
    has_receipt: order.state === 'delivered',
    can_buy_again: hasEnded(order),
    recorded: false,
  }
}

/** A purchase made elsewhere that a manager recorded for the user. */
function recordedTransaction(record: RecordedPurchase): Transaction {
  const amount = nairaOf(record.amount_kobo)
  const createdAt = record.created_at.toISOString()
  const network = badgeOf({ service: 'power', code: record.disco })
  return {
    reference: record.reference,
    service: 'power',
    state: 'delivered',
    page: 'success',
    money: {
      status: 'not_taken',
      message: historyServerTexts.recorded(),
      amount,
    },
    since: createdAt,
    review: false,
    can_pay: false,
    extra_refunds: [],
    title: serviceBackends.power.historyTitle(network.name, ''),
    number: record.meter_number,
    customer_name: null,
    network,
    bundle: null,
    phone_number: toLocalPhone(record.phone),
    amount,
    service_charge: 0,
    total_amount: amount,
    units: record.units,
    payment_method: null,
    paid_with: null,
    created_at: createdAt,
    delivered_at: createdAt,
    link: successPageUrl('power', record.reference, record.view_token),
    has_receipt: true,
    can_buy_again: false,
    recorded: true,
  }
}

function badgeOf({ service, code }: Pick<Order, 'service' | 'code'>): { name: string; logo: string } {
  if (service === 'power') return { name: discoNames.get(code) ?? code, logo: `/logos/${code}.svg` }
  const { name, logo } = networkOf(service, code)
  return { name, logo }
}

const titleOf = (order: Order, network: string): string =>
  serviceBackends[order.service].historyTitle(network, order.variation_name ?? '')

/** Kobo as text → naira. */
export const nairaFrom = (kobo: string): number => nairaOf(BigInt(kobo))
