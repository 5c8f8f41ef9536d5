import { CabletvInfo, getCabletvCustomer } from '../../shared/cabletv.ts'
import { soldAs } from '../../shared/journeys.ts'
import { ask, showPhone } from '../lib/index.ts'
import type { CabletvDetailsPage } from '../pages.ts'
import { type DetailsOf, priceRows, ServiceDetails } from '../purchase/details.tsx'
import { notAvailable } from '../purchase/words.ts'

/** Whose smartcard it is and what is charged, to be checked before paying. */
export default function CabletvDetails(page: CabletvDetailsPage) {
  return <ServiceDetails page={page} about={cabletv} />
}

const cabletv: DetailsOf<CabletvInfo> = {
  service: 'cabletv',
  schema: CabletvInfo,
  fetch: async (reference) =>
    (await ask(getCabletvCustomer, { params: { reference }, quiet: true }))?.data ?? null,
  title: 'Is this the right smartcard?',
  company: ({ network }) => ({ logo: network.logo, name: <strong>{network.name}</strong> }),
  customer: ({ customer_name, customer_address }) => ({
    name: customer_name ?? notAvailable,
    line: customer_address,
  }),
  rows: (details) => [
    { label: 'Network', value: details.network.name },
    { label: 'Smartcard number', value: details.smartcard_number },
    { label: 'Bouquet', value: details.bundle.title, wide: true },
    { label: 'Phone', value: showPhone(details.phone_number) },
    { label: 'Name', value: details.customer_name ?? notAvailable },
    ...priceRows(details),
  ],
  payable: ({ network, bundle, smartcard_number, customer_name }) => ({
    description: `${soldAs(network.name, bundle.title)}, smartcard ${smartcard_number}`,
    beneficiary: [customer_name, `smartcard ${smartcard_number}`].filter(Boolean).join(', '),
  }),
}
