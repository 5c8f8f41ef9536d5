import { type CabletvOrder, cabletvOrder } from '../../shared/cabletv.ts'
import { request } from '../lib/index.ts'
import type { CabletvSuccessPage } from '../pages.ts'
import { notAvailable } from '../purchase/copy.ts'
import { paidRows, ServiceSuccess, type SuccessDefinition } from '../purchase/success.tsx'

/** A delivered TV subscription, with vouchers where the network issues them. */
export default function CabletvSuccess(page: CabletvSuccessPage) {
  return <ServiceSuccess page={page} definition={cabletv} />
}

const cabletv: SuccessDefinition<CabletvOrder> = {
  service: 'cabletv',
  fetchOrder: async (reference, accessToken) => {
    const params = { accessToken, serviceId: reference }
    return (await request(cabletvOrder, { params, quiet: true }))?.data ?? null
  },
  title: ({ vouchers }) => (vouchers.length > 0 ? 'Here is your voucher' : 'Your subscription is active'),
  lead: ({ tv_network, vouchers }) =>
    vouchers.length > 0
      ? `Enter it at ${tv_network.name} to begin.`
      : 'If the picture is not back in 15 minutes, leave the decoder on and reset it.',
  codes: ({ vouchers }) =>
    vouchers.map((code, index) => ({
      kind: 'Voucher',
      label: vouchers.length > 1 ? `Voucher ${index + 1}` : 'Voucher',
      code,
    })),
  company: ({ tv_network }) => tv_network,
  rows: (order) => [
    { label: 'Network', value: order.tv_network.name || order.network },
    { label: 'Smartcard number', value: order.smartcard_number },
    { label: 'Bouquet', value: order.bundle.title },
    order.customer_address
      ? { label: 'Address', value: order.customer_address }
      : { label: 'Name', value: order.customer_name ?? notAvailable },
    ...paidRows(order),
  ],
  newOrderLabel: 'Pay for cable TV',
}
