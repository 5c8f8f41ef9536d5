import type { AirtimeInfo, AirtimeOrder } from '../../shared/airtime.ts'
import { networkOf } from '../catalogue/index.ts'
import { keysOf, nameOf, type Order, totalsOf } from '../purchase/index.ts'

/** An airtime order, before or after its delivery, naira. */
export function airtimeOrderOf(order: Order): AirtimeOrder {
  const { name, logo } = networkOf('airtime', order.code)
  return {
    reference: order.reference,
    ref: order.access_token,
    vtu_network: { name, logo },
    network: name,
    customer_name: nameOf(order),
    customer_number: order.beneficiary,
    customer_address: null,
    ...totalsOf(order),
    created_at: (order.delivered_at ?? order.created_at).toISOString(),
  }
}

/** The stored order for its owner, naira. */
export const airtimeInfo = (order: Order): AirtimeInfo => ({
  ...airtimeOrderOf(order),
  ...keysOf(order),
  phone_number: order.phone,
})
