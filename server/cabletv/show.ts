import type { CabletvInfo, CabletvOrder, CabletvResult } from '../../shared/cabletv.ts'
import { networkOf } from '../catalogue/index.ts'
import { type DeliveryRow, keysOf, nameOf, type Order, sumsOf } from '../purchase/index.ts'
import { bundleOf } from './networks.ts'

/** The bouquet as it was sold, whatever it costs today. */
const soldBundle = (order: Order) =>
  bundleOf({
    code: order.variation,
    name: order.variation_name ?? order.variation,
    priceKobo: order.amount_kobo,
  })

/** The stored lookup as the API gives it, naira. */
export const cabletvInfo = (order: Order): CabletvInfo => ({
  ...keysOf(order),
  network: networkOf('cabletv', order.code),
  smartcard_number: order.beneficiary,
  bundle: soldBundle(order),
  phone_number: order.phone,
  customer_name: nameOf(order),
  customer_number: order.customer.number ?? null,
  customer_address: order.customer.address,
  ...sumsOf(order),
})

/** What was ordered, naira; the date is the delivery's as soon as there is one. */
export function cabletvResult(order: Order): CabletvResult {
  const network = networkOf('cabletv', order.code)
  return {
    reference: order.reference,
    access_token: order.access_token,
    tv_network: network,
    network: network.name,
    bundle: soldBundle(order),
    smartcard_number: order.beneficiary,
    amount: sumsOf(order).amount,
    created_at: (order.delivered_at ?? order.created_at).toISOString(),
  }
}

/** A delivered order, naira. `opens`: phone and address too, for its owner only. */
export const cabletvOrderOf = (order: Order, delivery: DeliveryRow, opens: boolean): CabletvOrder => ({
  ...cabletvResult(order),
  ...sumsOf(order),
  created_at: delivery.created_at.toISOString(),
  customer_name: delivery.customer_name ?? nameOf(order),
  customer_number: order.customer.number ?? null,
  customer_address: opens ? (delivery.customer_address ?? order.customer.address) : null,
  phone_number: opens ? order.phone : null,
  vouchers: delivery.pins.map(({ pin }) => pin),
})
