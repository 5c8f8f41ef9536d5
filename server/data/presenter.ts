import type { DataInfo, DataNetwork, DataOrder } from '../../shared/data.ts'
import { entryOf, type ListedNetwork, networkOf } from '../catalogue/index.ts'
import { customerNameOf, identifiersOf, type Order, totalsOf } from '../purchase/index.ts'

export const dataNetworkOf = ({ variations, asOf, ...network }: ListedNetwork): DataNetwork => ({
  ...network,
  data_plans: variations.map(entryOf),
  as_of: asOf?.toISOString() ?? null,
})

/** The plan at the price of the order, which may differ from today's. */
const soldPlan = (order: Order) =>
  entryOf({
    code: order.variation,
    name: order.variation_name ?? order.variation,
    priceKobo: order.amount_kobo,
  })

/** The stored order for its owner, naira. */
export const dataInfo = (order: Order): DataInfo => ({
  ...identifiersOf(order),
  data_network: networkOf('data', order.code),
  data_bundle: soldPlan(order),
  device_id: order.beneficiary,
  phone_number_to_notify: order.phone,
  customer_name: customerNameOf(order),
  ...totalsOf(order),
})

/**
 * A delivered order. Amounts are in naira. `hasFullAccess` adds its access token, name, e-mail and phone, for the order's owner only.
 * @param paidWith how the owner paid, for the owner only
 */
export function dataOrderOf(order: Order, hasFullAccess: boolean, paidWith: string | null): DataOrder {
  const network = networkOf('data', order.code)
  return {
    reference: order.reference,
    ref: hasFullAccess ? order.access_token : null,
    data_network: network,
    network: network.name,
    bundle: soldPlan(order),
    device_id: order.beneficiary,
    phone_number: hasFullAccess ? order.phone : null,
    customer_name: hasFullAccess ? customerNameOf(order) : null,
    customer_email_address: hasFullAccess ? order.email : null,
    paid_with: paidWith,
    ...totalsOf(order),
    created_at: (order.delivered_at ?? order.created_at).toISOString(),
  }
}
