import { DataInfo, getDataCustomer } from '../../shared/data.ts'
import { productTitle } from '../../shared/service-contract.ts'
import { displayPhone, request } from '../lib/index.ts'
import type { DataDetailsPage } from '../pages.ts'
import { notAvailable } from '../purchase/copy.ts'
import { type DetailsDefinition, priceRows, ServiceDetails } from '../purchase/details.tsx'

/** Number and plan, to check before paying. */
export default function DataDetails(page: DataDetailsPage) {
  return <ServiceDetails page={page} definition={data} />
}

const data: DetailsDefinition<DataInfo> = {
  service: 'data',
  schema: DataInfo,
  fetch: async (reference) =>
    (await request(getDataCustomer, { params: { reference }, quiet: true }))?.data ?? null,
  title: 'Is this the right number?',
  company: ({ data_network }) => ({ logo: data_network.logo, name: <strong>{data_network.name}</strong> }),
  customer: ({ device_id, data_bundle }) => ({ name: displayPhone(device_id), line: data_bundle.name }),
  rows: (details) => [
    { label: 'Network', value: details.data_network.name },
    { label: 'Device ID', value: displayPhone(details.device_id) },
    { label: 'Plan', value: details.data_bundle.name, wide: true },
    { label: 'Phone', value: displayPhone(details.phone_number_to_notify) },
    { label: 'Name', value: details.customer_name ?? notAvailable },
    ...priceRows(details),
  ],
  payable: ({ data_network, data_bundle, device_id }) => ({
    description: `${productTitle(data_network.name, data_bundle.name)} for ${device_id}`,
    beneficiary: `${displayPhone(device_id)}, ${data_network.name}`,
  }),
}
