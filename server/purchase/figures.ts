import { nairaOf } from '../../shared/money.ts'
import type { Order } from './order.ts'
import type { DeliveryRow } from './product.ts'

/** The three sums of an order as the API gives them, naira. */
export const sumsOf = (order: Order) => ({
  amount: nairaOf(order.amount_kobo),
  service_charge: nairaOf(order.service_charge_kobo),
  total_amount: nairaOf(order.total_kobo),
})

/** The names by which an order is known outside. */
export const keysOf = (order: Order) => ({
  order_reference: order.reference,
  service_id: order.reference,
  access_token: order.access_token,
})

/** What every message about a delivered order says of it. */
export const deliveredFacts = (order: Order, delivery: DeliveryRow) => ({
  reference: order.reference,
  amountKobo: order.amount_kobo,
  serviceChargeKobo: order.service_charge_kobo,
  totalKobo: order.total_kobo,
  deliveredAt: delivery.created_at,
})

/** '' is a name that nobody said. */
export const nameOf = (order: Order): string | null => order.customer.name || null
