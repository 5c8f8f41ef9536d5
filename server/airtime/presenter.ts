import type { AirtimeInfo, AirtimeOrder } from '../../shared/airtime.ts'
import { networkOf } from '../catalogue/index.ts'
import { customerNameOf, identifiersOf, type Order, totalsOf } from '../purchase/index.ts'

/** Fields of an order before or after its delivery, naira. */
function commonOrderFields(order: Order) {
  const { name, logo } = networkOf('airtime', order.code)
  return {
    reference: order.reference,
    ref: order.access_token,
    vtu_network: { name, logo },
    network: name,
    customer_name: customerNameOf(order),
    customer_number: order.beneficiary,
    customer_address: null,
    ...totalsOf(order),
    created_at: (order.delivered_at ?? order.created_at).toISOString(),
  }
}

/** A delivered order for a caller with full access, naira. `paidWith`: how the owner paid, for the owner only. */
export const airtimeOrderOf = (order: Order, paidWith: string | null): AirtimeOrder => ({
  ...commonOrderFields(order),
  customer_email_address: order.email,
  paid_with: paidWith,
})

/** The stored order for its owner, naira. */
export const airtimeInfo = (order: Order): AirtimeInfo => ({
  ...commonOrderFields(order),
  ...identifiersOf(order),
  phone_number: order.phone,
})
