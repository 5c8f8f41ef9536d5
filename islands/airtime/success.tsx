import { type AirtimeOrder, getAirtimeOrder } from '../../shared/airtime.ts'
import { displayPhone, formatMoney, request } from '../lib/index.ts'
import { toNationalFormat } from '../lib/phone.ts'
import type { AirtimeSuccessPage } from '../pages.ts'
import { commonReceiptRows } from '../purchase/receipt-rows.tsx'
import { ServiceSuccess } from '../purchase/success.tsx'
import type { SuccessDefinition } from '../purchase/success-definition.ts'
import { successTexts } from '../purchase/success-texts.ts'
import { commonTexts } from '../ui/index.ts'
import { airtimeTexts } from './texts.ts'

/** A delivered airtime order. */
export default function AirtimeSuccess(page: AirtimeSuccessPage) {
  return <ServiceSuccess page={page} definition={airtime} />
}

const airtime: SuccessDefinition<AirtimeOrder> = {
  service: 'airtime',
  fetchOrder: async (reference, accessToken) => {
    const options = { params: { serviceId: reference }, accessToken, quiet: true }
    return (await request(getAirtimeOrder, options))?.data ?? null
  },
  title: () => airtimeTexts.successTitle(),
  introduction: ({ amount, customer_number }) =>
    successTexts.deliveredTo({ product: formatMoney(amount), number: displayPhone(customer_number) }),
  biller: ({ vtu_network }) => vtu_network,
  recipientNumber: ({ customer_number }) => toNationalFormat(customer_number),
  rows: (order) => [
    { label: commonTexts.network(), value: order.vtu_network.name || order.network },
    { label: commonTexts.phone(), value: displayPhone(order.customer_number) },
    { label: commonTexts.name(), value: order.customer_name ?? commonTexts.notAvailable(), isPrivate: true },
    ...commonReceiptRows(order),
  ],
  newOrderLabel: airtimeTexts.formTitle,
}
