import type { DataInfo, DataNetwork, DataOrder } from '../../shared/data.ts'
import { entryOf, type ListedNetwork, networkOf } from '../catalogue/index.ts'
import { keysOf, nameOf, type Order, sumsOf } from '../purchase/index.ts'

export const dataNetworkOf = ({ variations, asOf, ...network }: ListedNetwork): DataNetwork => ({
  ...network,
  data_plans: variations.map(entryOf),
  as_of: asOf?.toISOString() ?? null,
})

/** The plan as it was sold, whatever it costs today. */
const soldPlan = (order: Order) =>
  entryOf({
    code: order.variation,
    name: order.variation_name ?? order.variation,
    priceKobo: order.amount_kobo,
  })

/** The stored order as its maker sees it, naira. */
export const dataInfo = (order: Order): DataInfo => ({
  ...keysOf(order),
  data_network: networkOf('data', order.code),
  data_bundle: soldPlan(order),
  device_id: order.beneficiary,
  phone_number_to_notify: order.phone,
  customer_name: nameOf(order),
  ...sumsOf(order),
})

/** A delivered order, naira. `opens`: its secret, name and phone too, for its owner only. */
export function dataOrderOf(order: Order, opens: boolean): DataOrder {
  const network = networkOf('data', order.code)
  return {
    reference: order.reference,
    ref: opens ? order.access_token : null,
    data_network: network,
    network: network.name,
    bundle: soldPlan(order),
    device_id: order.beneficiary,
    phone_number: opens ? order.phone : null,
    customer_name: opens ? nameOf(order) : null,
    ...sumsOf(order),
    created_at: (order.delivered_at ?? order.created_at).toISOString(),
  }
}
