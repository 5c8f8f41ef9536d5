import { AirtimeInfo } from '../../shared/airtime.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import type { AirtimeDetailsPage } from '../pages.ts'
import { notAvailable } from '../purchase/copy.ts'
import { type DetailsDefinition, ServiceDetails } from '../purchase/details.tsx'

/** Number to recharge and amount, to check before paying. */
export default function AirtimeDetails(page: AirtimeDetailsPage) {
  return <ServiceDetails page={page} definition={airtime} />
}

const airtime: DetailsDefinition<AirtimeInfo> = {
  service: 'airtime',
  schema: AirtimeInfo,
  title: 'Is this the right number?',
  company: ({ vtu_network }) => ({ logo: vtu_network.logo, name: <strong>{vtu_network.name}</strong> }),
  customer: ({ phone_number }) => ({ name: displayPhone(phone_number) }),
  rows: (details) => [
    { label: 'Network', value: details.vtu_network.name || details.network },
    { label: 'Phone', value: displayPhone(details.phone_number) },
    { label: 'Name', value: details.customer_name ?? notAvailable },
    { label: 'Total amount', value: formatMoney(details.total_amount), strong: true },
  ],
  payable: ({ vtu_network, phone_number }) => ({
    description: `${vtu_network.name} airtime for ${phone_number}`,
    beneficiary: `${displayPhone(phone_number)}, ${vtu_network.name}`,
  }),
}
