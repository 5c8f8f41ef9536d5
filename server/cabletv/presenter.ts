import type { CabletvInfo, CabletvOrder, CabletvResult } from '../../shared/cabletv.ts'
import { networkOf } from '../catalogue/index.ts'
import { customerNameOf, type DeliveryRow, identifiersOf, type Order, totalsOf } from '../purchase/index.ts'
import { bouquetOf } from './networks.ts'

/** The bouquet at the price of the order, which may differ from today's. */
const bouquetOfOrder = (order: Order) =>
  bouquetOf({
    code: order.variation,
    name: order.variation_name ?? order.variation,
    priceKobo: order.amount_kobo,
  })

/** The stored lookup as the API returns it. Amounts are in naira. */
export const cabletvInfo = (order: Order): CabletvInfo => ({
  ...identifiersOf(order),
  network: networkOf('cabletv', order.code),
  smartcard_number: order.beneficiary,
  bundle: bouquetOfOrder(order),
  phone_number: order.phone,
  customer_name: customerNameOf(order),
  customer_number: order.customer_snapshot.number ?? null,
  customer_address: order.customer_snapshot.address,
  ...totalsOf(order),
})

/** The ordered product. Amounts are in naira. The date is that of the delivery or, before the delivery, that of the order. */
export function cabletvResult(order: Order): CabletvResult {
  const network = networkOf('cabletv', order.code)
  return {
    reference: order.reference,
    access_token: order.access_token,
    tv_network: network,
    network: network.name,
    bundle: bouquetOfOrder(order),
    smartcard_number: order.beneficiary,
    amount: totalsOf(order).amount,
    created_at: (order.delivered_at ?? order.created_at).toISOString(),
  }
}

/**
 * A delivered order. Amounts are in naira. `hasFullAccess` adds name, e-mail, phone and address, for the order's owner only.
 * @param paidWith how the owner paid, for the owner only
 */
export const cabletvOrderOf = (
  order: Order,
  delivery: DeliveryRow,
  hasFullAccess: boolean,
  paidWith: string | null,
): CabletvOrder => ({
  ...cabletvResult(order),
  ...totalsOf(order),
  created_at: delivery.created_at.toISOString(),
  customer_name: hasFullAccess ? (delivery.customer_name ?? customerNameOf(order)) : null,
  customer_number: order.customer_snapshot.number ?? null,
  customer_address: hasFullAccess ? (delivery.customer_address ?? order.customer_snapshot.address) : null,
  customer_email_address: hasFullAccess ? order.email : null,
  phone_number: hasFullAccess ? order.phone : null,
  paid_with: paidWith,
  vouchers: delivery.pins.map(({ pin }) => pin),
})
