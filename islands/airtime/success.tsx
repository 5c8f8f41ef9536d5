import { type AirtimeOrder, airtimeOrder } from '../../shared/airtime.ts'
import { displayPhone, request } from '../lib/index.ts'
import type { AirtimeSuccessPage } from '../pages.ts'
import { notAvailable } from '../purchase/copy.ts'
import { paidRows, ServiceSuccess, type SuccessDefinition } from '../purchase/success.tsx'

/** A delivered airtime order. */
export default function AirtimeSuccess(page: AirtimeSuccessPage) {
  return <ServiceSuccess page={page} definition={airtime} />
}

const airtime: SuccessDefinition<AirtimeOrder> = {
  service: 'airtime',
  fetchOrder: async (reference, accessToken) => {
    const options = { params: { serviceId: reference }, orderToken: accessToken, quiet: true }
    return (await request(airtimeOrder, options))?.data ?? null
  },
  title: () => 'Airtime sent',
  company: ({ vtu_network }) => vtu_network,
  rows: (order) => [
    { label: 'Network', value: order.vtu_network.name || order.network },
    { label: 'Phone', value: displayPhone(order.customer_number) },
    { label: 'Name', value: order.customer_name ?? notAvailable },
    ...paidRows(order),
  ],
  newOrderLabel: 'Buy airtime',
}
