import { DataInfo, getDataCustomer } from '../../shared/data.ts'
import { soldAs } from '../../shared/journeys.ts'
import { ask, showPhone } from '../lib/index.ts'
import type { DataDetailsPage } from '../pages.ts'
import { type DetailsOf, priceRows, ServiceDetails } from '../purchase/details.tsx'
import { notAvailable } from '../purchase/words.ts'

/** Which line gets which plan, to be checked before paying. */
export default function DataDetails(page: DataDetailsPage) {
  return <ServiceDetails page={page} about={data} />
}

const data: DetailsOf<DataInfo> = {
  service: 'data',
  schema: DataInfo,
  fetch: async (reference) =>
    (await ask(getDataCustomer, { params: { reference }, quiet: true }))?.data ?? null,
  title: 'Is this the right number?',
  company: ({ data_network }) => ({ logo: data_network.logo, name: <strong>{data_network.name}</strong> }),
  customer: ({ device_id, data_bundle }) => ({ name: showPhone(device_id), line: data_bundle.name }),
  rows: (details) => [
    { label: 'Network', value: details.data_network.name },
    { label: 'Device ID', value: showPhone(details.device_id) },
    { label: 'Plan', value: details.data_bundle.name, wide: true },
    { label: 'Phone', value: showPhone(details.phone_number_to_notify) },
    { label: 'Name', value: details.customer_name ?? notAvailable },
    ...priceRows(details),
  ],
  payable: ({ data_network, data_bundle, device_id }) => ({
    description: `${soldAs(data_network.name, data_bundle.name)} for ${device_id}`,
    beneficiary: `${showPhone(device_id)}, ${data_network.name}`,
  }),
}
