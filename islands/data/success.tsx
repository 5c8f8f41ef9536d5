import { DataInfo, type DataOrder, dataOrder } from '../../shared/data.ts'
import { displayPhone, readDetails, request } from '../lib/index.ts'
import type { DataSuccessPage } from '../pages.ts'
import { notAvailable } from '../purchase/copy.ts'
import { paidRows, ServiceSuccess, type SuccessDefinition } from '../purchase/success.tsx'

/** A delivered data plan. */
export default function DataSuccess(page: DataSuccessPage) {
  return <ServiceSuccess page={page} definition={data} />
}

/** The device id stored in this browser, otherwise the access token from the URL. Source: decision D-004. */
function deviceOf(reference: string, accessToken: string): string {
  const stored = readDetails('data', DataInfo)
  return stored?.order_reference === reference ? stored.device_id : accessToken
}

const data: SuccessDefinition<DataOrder> = {
  service: 'data',
  fetchOrder: async (reference, accessToken) => {
    const params = { deviceId: deviceOf(reference, accessToken), serviceId: reference }
    return (await request(dataOrder, { params, quiet: true }))?.data ?? null
  },
  title: () => 'Data sent',
  company: ({ data_network }) => data_network,
  rows: (order) => [
    { label: 'Network', value: order.data_network.name || order.network },
    { label: 'Plan', value: order.bundle.name },
    { label: 'Device ID', value: displayPhone(order.device_id) },
    { label: 'Name', value: order.customer_name ?? notAvailable },
    ...paidRows(order),
  ],
  newOrderLabel: 'Buy data',
}
