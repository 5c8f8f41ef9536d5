import { type AirtimeOrder, airtimeOrder } from '../../shared/airtime.ts'
import { ask, showPhone } from '../lib/index.ts'
import type { AirtimeSuccessPage } from '../pages.ts'
import { paidRows, ServiceSuccess, type SuccessOf } from '../purchase/success.tsx'
import { notAvailable } from '../purchase/words.ts'

/** Airtime that has arrived. */
export default function AirtimeSuccess(page: AirtimeSuccessPage) {
  return <ServiceSuccess page={page} about={airtime} />
}

const airtime: SuccessOf<AirtimeOrder> = {
  service: 'airtime',
  read: async (reference, second) => {
    const asked = { params: { serviceId: reference }, query: { p_ref: second }, quiet: true }
    return (await ask(airtimeOrder, asked))?.data ?? null
  },
  title: () => 'The airtime is sent',
  company: ({ vtu_network }) => vtu_network,
  rows: (order) => [
    { label: 'Network', value: order.vtu_network.name || order.network },
    { label: 'Phone', value: showPhone(order.customer_number) },
    { label: 'Name', value: order.customer_name ?? notAvailable },
    ...paidRows(order),
  ],
  again: 'Buy airtime',
}
