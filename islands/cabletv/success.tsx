import { type CabletvOrder, getCabletvOrder } from '../../shared/cabletv.ts'
import { request } from '../lib/index.ts'
import type { CabletvSuccessPage } from '../pages.ts'
import type { CopyTexts } from '../purchase/code-card.tsx'
import { commonReceiptRows } from '../purchase/receipt-rows.tsx'
import { ServiceSuccess } from '../purchase/success.tsx'
import type { SuccessDefinition } from '../purchase/success-definition.ts'
import { commonTexts } from '../ui/index.ts'
import { cabletvTexts } from './texts.ts'

/** A delivered TV subscription, with vouchers where the network issues them. */
export default function CabletvSuccess(page: CabletvSuccessPage) {
  return <ServiceSuccess page={page} definition={cabletv} />
}

const voucherTexts: CopyTexts = {
  copy: cabletvTexts.copyVoucher,
  successMessage: cabletvTexts.voucherCopied,
  failureMessage: cabletvTexts.voucherNotCopied,
}

const cabletv: SuccessDefinition<CabletvOrder> = {
  service: 'cabletv',
  fetchOrder: async (reference, accessToken) => {
    const params = { accessToken, serviceId: reference }
    return (await request(getCabletvOrder, { params, quiet: true }))?.data ?? null
  },
  title: ({ vouchers }) => (vouchers.length > 0 ? cabletvTexts.voucherTitle() : cabletvTexts.activeTitle()),
  introduction: ({ tv_network, vouchers }) =>
    vouchers.length > 0 ? cabletvTexts.voucherHint({ network: tv_network.name }) : cabletvTexts.activeHint(),
  codes: ({ vouchers }) =>
    vouchers.map((code, index) => ({
      label:
        vouchers.length > 1 ? cabletvTexts.numberedVoucher({ number: index + 1 }) : cabletvTexts.voucher(),
      code,
      copyTexts: voucherTexts,
    })),
  company: ({ tv_network }) => tv_network,
  recipientNumber: ({ smartcard_number }) => smartcard_number,
  rows: (order) => [
    { label: commonTexts.network(), value: order.tv_network.name || order.network },
    { label: commonTexts.smartcardNumber(), value: order.smartcard_number },
    { label: commonTexts.bouquet(), value: order.bundle.title },
    order.customer_address
      ? { label: commonTexts.address(), value: order.customer_address, isPrivate: true }
      : {
          label: commonTexts.name(),
          value: order.customer_name ?? commonTexts.notAvailable(),
          isPrivate: true,
        },
    ...commonReceiptRows(order),
  ],
  newOrderLabel: cabletvTexts.formTitle,
}
