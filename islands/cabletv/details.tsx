import { CabletvInfo, getCabletvCustomer } from '../../shared/cabletv.ts'
import { productTitle } from '../../shared/service-contract.ts'
import { displayPhone, request } from '../lib/index.ts'
import type { CabletvDetailsPage } from '../pages.ts'
import { notAvailable } from '../purchase/copy.ts'
import { type DetailsDefinition, priceRows, ServiceDetails } from '../purchase/details.tsx'

/** The smartcard's owner and the amounts, to check before paying. */
export default function CabletvDetails(page: CabletvDetailsPage) {
  return <ServiceDetails page={page} definition={cabletv} />
}

const cabletv: DetailsDefinition<CabletvInfo> = {
  service: 'cabletv',
  schema: CabletvInfo,
  fetch: async (reference) =>
    (await request(getCabletvCustomer, { params: { reference }, quiet: true }))?.data ?? null,
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
    { label: 'Phone', value: displayPhone(details.phone_number) },
    { label: 'Name', value: details.customer_name ?? notAvailable },
    ...priceRows(details),
  ],
  payable: ({ network, bundle, smartcard_number, customer_name }) => ({
    description: `${productTitle(network.name, bundle.title)}, smartcard ${smartcard_number}`,
    beneficiary: [customer_name, `smartcard ${smartcard_number}`].filter(Boolean).join(', '),
  }),
}
