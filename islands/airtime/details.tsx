import { AirtimeInfo } from '../../shared/airtime.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import type { AirtimeDetailsPage } from '../pages.ts'
import { type DetailsDefinition, ServiceDetails } from '../purchase/details.tsx'
import { commonTexts } from '../ui/index.ts'
import { airtimeTexts } from './texts.ts'

/** Number to recharge and amount, to check before paying. */
export default function AirtimeDetails(page: AirtimeDetailsPage) {
  return <ServiceDetails page={page} definition={airtime} />
}

const airtime: DetailsDefinition<AirtimeInfo> = {
  service: 'airtime',
  schema: AirtimeInfo,
  title: airtimeTexts.detailsTitle,
  biller: ({ vtu_network }) => ({ logo: vtu_network.logo, name: <strong>{vtu_network.name}</strong> }),
  customer: ({ phone_number }) => ({ name: displayPhone(phone_number) }),
  rows: (details) => [
    { label: commonTexts.network(), value: details.vtu_network.name || details.network },
    { label: commonTexts.phone(), value: displayPhone(details.phone_number) },
    { label: commonTexts.name(), value: details.customer_name ?? commonTexts.notAvailable() },
    { label: commonTexts.totalAmount(), value: formatMoney(details.total_amount), strong: true },
  ],
  paymentSummary: ({ vtu_network, phone_number }) => ({
    description: airtimeTexts.orderDescription({ network: vtu_network.name, phone: phone_number }),
    beneficiary: airtimeTexts.beneficiary({ phone: displayPhone(phone_number), network: vtu_network.name }),
  }),
}
