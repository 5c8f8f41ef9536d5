import { sql } from 'kysely'
import type { ManagedOrder } from '../../shared/management/orders.ts'
import type { ManagedTopUp } from '../../shared/management/top-ups.ts'
import type { ManagedTransaction } from '../../shared/management/transactions.ts'
import { nairaOf } from '../../shared/money.ts'
import type { Database } from '../database/index.ts'
import { topUpsByIds } from './find-top-ups.ts'
import type { FoundTransaction } from './find-transactions.ts'
import { managedOrdersOf } from './show-orders.ts'
import { paidKobo, refundedKobo } from './transaction-money.ts'

/** Transactions in the order in which they were found, without tokens and PINs. */
export async function transactionsOf(
  db: Database,
  transactions: readonly FoundTransaction[],
): Promise<ManagedTransaction[]> {
  const idsOf = (isTopUp: boolean) =>
    transactions.filter(({ type }) => (type === 'top_up') === isTopUp).map(({ id }) => id)
  const [orders, topUps, detailsById] = await Promise.all([
    managedOrdersOf(db, idsOf(false)),
    topUpsByIds(db, idsOf(true)),
    loadDetails(db, transactions),
  ])
  const ordersByReference = new Map(orders.map((order) => [order.reference, order]))
  const topUpsById = new Map(topUps.map((topUp) => [topUp.id, topUp]))
  return transactions.flatMap(({ id, type }) => {
    const details = detailsById.get(id)
    const order = ordersByReference.get(details?.reference ?? '')
    const topUp = topUpsById.get(id)
    if (details && order) return [fromOrder(id, type, order, details)]
    return details && topUp ? [fromTopUp(topUp, details)] : []
  })
}

interface TransactionDetails {
  /** Of an order or a record. */
  reference: string | null
  paid: string
  refunded: string
  vendor_reference: string | null
  units: string | null
  paid_at: Date | null
  delivered_at: Date | null
}

async function loadDetails(
  db: Database,
  transactions: readonly FoundTransaction[],
): Promise<Map<string, TransactionDetails>> {
  const ids = transactions.map(({ id }) => id)
  const { rows } = await sql<TransactionDetails & { id: string }>`
    select found.id, coalesce(orders.reference, power_records.reference) as reference, ${paidKobo('found')}::text as paid,
      ${refundedKobo('found')}::text as refunded, coalesce(delivered.vendor_reference, nullif(power_records.order_reference, '')) as vendor_reference,
      coalesce(deliveries.units, power_records.units) as units,
      coalesce(orders.paid_at, payments.paid_at, deposits.paid_at) as paid_at, orders.delivered_at
    from unnest(${ids}::uuid[]) as found (id)
      left join orders on orders.id = found.id
      left join power_records on power_records.id = found.id
      left join payments on payments.id = found.id
      left join deposits on deposits.id = found.id
      left join deliveries on deliveries.order_id = found.id
      left join attempts as delivered on delivered.order_id = found.id and delivered.state = 'delivered'`.execute(
    db.q,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const moneyOf = (details: TransactionDetails) => ({
  paid: nairaOf(BigInt(details.paid)),
  refunded: nairaOf(BigInt(details.refunded)),
  paid_at: details.paid_at?.toISOString() ?? null,
})

const fromOrder = (
  id: string,
  type: ManagedTransaction['type'],
  { recorded: _recorded, ...order }: ManagedOrder,
  details: TransactionDetails,
): ManagedTransaction => ({
  ...order,
  ...moneyOf(details),
  id,
  type,
  top_up_state: null,
  top_up_kind: null,
  vendor_reference: details.vendor_reference,
  units: details.units,
  delivered_at: details.delivered_at?.toISOString() ?? null,
})

const fromTopUp = (topUp: ManagedTopUp, details: TransactionDetails): ManagedTransaction => ({
  ...moneyOf(details),
  id: topUp.id,
  type: 'top_up',
  reference: topUp.reference,
  service: null,
  title: '',
  number: null,
  customer_name: null,
  phone_number: null,
  email: null,
  user: topUp.user,
  state: null,
  top_up_state: topUp.state,
  top_up_kind: topUp.kind,
  review: null,
  amount: topUp.amount,
  service_charge: 0,
  total_amount: topUp.amount,
  payer: topUp.kind === 'manager' ? 'manager' : topUp.gateway,
  payment_reference: topUp.gateway_reference,
  vendor: null,
  vendor_reference: null,
  units: null,
  created_at: topUp.created_at,
  delivered_at: null,
})
