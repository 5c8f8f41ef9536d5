import { DataInfo, getDataQuote } from '../../shared/data.ts'
import { productTitle } from '../../shared/service-contract.ts'
import { displayPhone, request } from '../lib/index.ts'
import type { DataDetailsPage } from '../pages.ts'
import { type DetailsDefinition, priceRows, ServiceDetails } from '../purchase/details.tsx'
import { commonTexts } from '../ui/index.ts'
import { dataTexts } from './texts.ts'

/** Number and plan, to check before paying. */
export default function DataDetails(page: DataDetailsPage) {
  return <ServiceDetails page={page} definition={data} />
}

const data: DetailsDefinition<DataInfo> = {
  service: 'data',
  schema: DataInfo,
  fetch: async (reference) =>
    (await request(getDataQuote, { params: { reference }, quiet: true }))?.data ?? null,
  title: dataTexts.detailsTitle,
  biller: ({ data_network }) => ({ logo: data_network.logo, name: <strong>{data_network.name}</strong> }),
  customer: ({ device_id, data_bundle }) => ({ name: displayPhone(device_id), detail: data_bundle.name }),
  rows: (details) => [
    { label: commonTexts.network(), value: details.data_network.name },
    { label: commonTexts.deviceId(), value: displayPhone(details.device_id) },
    { label: commonTexts.plan(), value: details.data_bundle.name, wide: true },
    { label: commonTexts.phone(), value: displayPhone(details.phone_number_to_notify) },
    { label: commonTexts.name(), value: details.customer_name ?? commonTexts.notAvailable() },
    ...priceRows(details),
  ],
  paymentSummary: ({ data_network, data_bundle, device_id }) => ({
    description: dataTexts.orderDescription({
      product: productTitle(data_network.name, data_bundle.name),
      device: device_id,
    }),
    beneficiary: dataTexts.beneficiary({ device: displayPhone(device_id), network: data_network.name }),
  }),
}
