import { AirtimeInfo } from '../../shared/airtime.ts'
import { formatMoney, showPhone } from '../lib/index.ts'
import type { AirtimeDetailsPage } from '../pages.ts'
import { type DetailsOf, ServiceDetails } from '../purchase/details.tsx'
import { notAvailable } from '../purchase/words.ts'

/** Which phone is topped up, to be checked before paying. */
export default function AirtimeDetails(page: AirtimeDetailsPage) {
  return <ServiceDetails page={page} about={airtime} />
}

const airtime: DetailsOf<AirtimeInfo> = {
  service: 'airtime',
  schema: AirtimeInfo,
  title: 'Is this the right number?',
  company: ({ vtu_network }) => ({ logo: vtu_network.logo, name: <strong>{vtu_network.name}</strong> }),
  customer: ({ phone_number }) => ({ name: showPhone(phone_number) }),
  rows: (details) => [
    { label: 'Network', value: details.vtu_network.name || details.network },
    { label: 'Phone', value: showPhone(details.phone_number) },
    { label: 'Name', value: details.customer_name ?? notAvailable },
    { label: 'Total amount', value: formatMoney(details.total_amount), strong: true },
  ],
  payable: ({ vtu_network, phone_number }) => ({
    description: `${vtu_network.name} airtime for ${phone_number}`,
    beneficiary: `${showPhone(phone_number)}, ${vtu_network.name}`,
  }),
}
