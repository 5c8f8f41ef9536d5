import { nairaOf } from '../../shared/money.ts'
import type { Order } from './order.ts'
import type { DeliveryRow } from './order-handler.ts'

/** The three amounts of an order in the API, naira. */
export const totalsOf = (order: Order) => ({
  amount: nairaOf(order.amount_kobo),
  service_charge: nairaOf(order.service_charge_kobo),
  total_amount: nairaOf(order.total_kobo),
})

/** The identifiers of an order in the API. */
export const identifiersOf = (order: Order) => ({
  order_reference: order.reference,
  service_id: order.reference,
  access_token: order.access_token,
})

/** Fields that every message about a delivered order contains. */
export const deliveredMessageFields = (order: Order, delivery: DeliveryRow) => ({
  reference: order.reference,
  amountKobo: order.amount_kobo,
  serviceChargeKobo: order.service_charge_kobo,
  totalKobo: order.total_kobo,
  deliveredAt: delivery.created_at,
})

/** The customer's name; null when it is unknown, stored as ''. */
export const customerNameOf = (order: Order): string | null => order.customer_snapshot.name || null
