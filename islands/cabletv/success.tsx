import { type CabletvOrder, getCabletvOrder } from '../../shared/cabletv.ts'
import { isStoredPhone } from '../../shared/phone.ts'
import { request } from '../lib/index.ts'
import type { CabletvSuccessPage } from '../pages.ts'
import type { CopyTexts } from '../purchase/code-card.tsx'
import type { ReceiptRow } from '../purchase/receipt.ts'
import { commonReceiptRows } from '../purchase/receipt-rows.tsx'
import { ServiceSuccess } from '../purchase/success.tsx'
import type { SuccessDefinition } from '../purchase/success-definition.ts'
import { commonTexts } from '../ui/index.ts'
import { customerNumberLabel, displayCustomerNumber } from './customer-number.ts'
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
  biller: ({ tv_network }) => tv_network,
  recipientNumber: ({ smartcard_number }) => smartcard_number,
  rows: (order) => [
    { label: commonTexts.network(), value: order.tv_network.name || order.network },
    {
      label: customerNumberLabel(order.smartcard_number, order.tv_network.name || order.network),
      value: displayCustomerNumber(order.smartcard_number),
    },
    { label: commonTexts.bouquet(), value: order.bundle.title },
    ...ownerRows(order),
    ...commonReceiptRows(order),
  ],
  newOrderLabel: cabletvTexts.formTitle,
}

/** The address or name that a smartcard is registered with; a phone is not looked up. */
function ownerRows({ smartcard_number, customer_address, customer_name }: CabletvOrder): ReceiptRow[] {
  if (isStoredPhone(smartcard_number)) return []
  return customer_address
    ? [{ label: commonTexts.address(), value: customer_address, isPrivate: true }]
    : [{ label: commonTexts.name(), value: customer_name ?? commonTexts.notAvailable(), isPrivate: true }]
}
