import { DataInfo, type DataOrder, getDataOrder } from '../../shared/data.ts'
import { displayPhone, readOrderDetails, request } from '../lib/index.ts'
import { toNationalFormat } from '../lib/phone.ts'
import type { DataSuccessPage } from '../pages.ts'
import { commonReceiptRows } from '../purchase/receipt-rows.tsx'
import { ServiceSuccess } from '../purchase/success.tsx'
import type { SuccessDefinition } from '../purchase/success-definition.ts'
import { successTexts } from '../purchase/success-texts.ts'
import { commonTexts } from '../ui/index.ts'
import { dataTexts } from './texts.ts'

/** A delivered data plan. */
export default function DataSuccess(page: DataSuccessPage) {
  return <ServiceSuccess page={page} definition={data} />
}

/** The device id stored in this browser, otherwise the access token from the URL. Source: ruling D-004. */
function deviceOf(reference: string, accessToken: string): string {
  const stored = readOrderDetails('data', DataInfo)
  return stored?.order_reference === reference ? stored.device_id : accessToken
}

const data: SuccessDefinition<DataOrder> = {
  service: 'data',
  fetchOrder: async (reference, accessToken) => {
    const params = { deviceId: deviceOf(reference, accessToken), serviceId: reference }
    return (await request(getDataOrder, { params, quiet: true }))?.data ?? null
  },
  title: () => dataTexts.successTitle(),
  introduction: ({ bundle, device_id }) =>
    successTexts.deliveredTo({ product: bundle.name, number: displayPhone(device_id) }),
  biller: ({ data_network }) => data_network,
  recipientNumber: ({ device_id }) => toNationalFormat(device_id),
  rows: (order) => [
    { label: commonTexts.network(), value: order.data_network.name || order.network },
    { label: commonTexts.plan(), value: order.bundle.name },
    { label: commonTexts.deviceId(), value: displayPhone(order.device_id) },
    { label: commonTexts.name(), value: order.customer_name ?? commonTexts.notAvailable(), isPrivate: true },
    ...commonReceiptRows(order),
  ],
  newOrderLabel: dataTexts.formTitle,
}
