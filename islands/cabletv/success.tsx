import { type CabletvOrder, cabletvOrder } from '../../shared/cabletv.ts'
import { ask } from '../lib/index.ts'
import type { CabletvSuccessPage } from '../pages.ts'
import { paidRows, ServiceSuccess, type SuccessOf } from '../purchase/success.tsx'
import { notAvailable } from '../purchase/words.ts'

/** A delivered TV subscription, and the vouchers where the network gives some. */
export default function CabletvSuccess(page: CabletvSuccessPage) {
  return <ServiceSuccess page={page} about={cabletv} />
}

const cabletv: SuccessOf<CabletvOrder> = {
  service: 'cabletv',
  read: async (reference, second) => {
    const params = { accessToken: second, serviceId: reference }
    return (await ask(cabletvOrder, { params, quiet: true }))?.data ?? null
  },
  title: ({ vouchers }) => (vouchers.length > 0 ? 'Here is your voucher' : 'Your subscription is active'),
  lead: ({ tv_network, vouchers }) =>
    vouchers.length > 0
      ? `Enter it at ${tv_network.name} to begin.`
      : 'If the picture is not back in 15 minutes, leave the decoder on and reset it.',
  codes: ({ vouchers }) =>
    vouchers.map((code, at) => ({
      kind: 'Voucher',
      label: vouchers.length > 1 ? `Voucher ${at + 1}` : 'Voucher',
      code,
    })),
  company: ({ tv_network }) => tv_network,
  rows: (order) => [
    { label: 'Network', value: order.tv_network.name || order.network },
    { label: 'Smartcard number', value: order.smartcard_number },
    { label: 'Bouquet', value: order.bundle.title, wide: true },
    order.customer_address
      ? { label: 'Address', value: order.customer_address }
      : { label: 'Name', value: order.customer_name ?? notAvailable },
    ...paidRows(order),
  ],
  again: 'Pay for cable TV',
}
