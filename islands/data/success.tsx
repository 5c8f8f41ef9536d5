import { DataInfo, type DataOrder, dataOrder } from '../../shared/data.ts'
import { ask, readDetails, showPhone } from '../lib/index.ts'
import type { DataSuccessPage } from '../pages.ts'
import { paidRows, ServiceSuccess, type SuccessOf } from '../purchase/success.tsx'
import { notAvailable } from '../purchase/words.ts'

/** A data plan that has arrived. */
export default function DataSuccess(page: DataSuccessPage) {
  return <ServiceSuccess page={page} about={data} />
}

/** The device id this browser kept of the order, else the address's second value. Source: decision D-004. */
function deviceOf(reference: string, second: string): string {
  const kept = readDetails('data', DataInfo)
  return kept?.order_reference === reference ? kept.device_id : second
}

const data: SuccessOf<DataOrder> = {
  service: 'data',
  read: async (reference, second) => {
    const params = { deviceId: deviceOf(reference, second), serviceId: reference }
    return (await ask(dataOrder, { params, quiet: true }))?.data ?? null
  },
  title: () => 'The data is sent',
  company: ({ data_network }) => data_network,
  rows: (order) => [
    { label: 'Network', value: order.data_network.name || order.network },
    { label: 'Plan', value: order.bundle.name, wide: true },
    { label: 'Device ID', value: showPhone(order.device_id) },
    { label: 'Name', value: order.customer_name ?? notAvailable },
    ...paidRows(order),
  ],
  again: 'Buy data',
}
