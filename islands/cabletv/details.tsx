import { CabletvInfo, getCabletvQuote } from '../../shared/cabletv.ts'
import { productTitle } from '../../shared/service-contract.ts'
import { displayPhone, request } from '../lib/index.ts'
import type { CabletvDetailsPage } from '../pages.ts'
import { type DetailsDefinition, priceRows, ServiceDetails } from '../purchase/details.tsx'
import { commonTexts } from '../ui/index.ts'
import { cabletvTexts } from './texts.ts'

/** The smartcard's owner and the amounts, to check before paying. */
export default function CabletvDetails(page: CabletvDetailsPage) {
  return <ServiceDetails page={page} definition={cabletv} />
}

const cabletv: DetailsDefinition<CabletvInfo> = {
  service: 'cabletv',
  schema: CabletvInfo,
  fetch: async (reference) =>
    (await request(getCabletvQuote, { params: { reference }, quiet: true }))?.data ?? null,
  title: cabletvTexts.detailsTitle,
  company: ({ network }) => ({ logo: network.logo, name: <strong>{network.name}</strong> }),
  customer: ({ customer_name, customer_address }) => ({
    name: customer_name ?? commonTexts.notAvailable(),
    detail: customer_address,
  }),
  rows: (details) => [
    { label: commonTexts.network(), value: details.network.name },
    { label: commonTexts.smartcardNumber(), value: details.smartcard_number },
    { label: commonTexts.bouquet(), value: details.bundle.title, wide: true },
    { label: commonTexts.phone(), value: displayPhone(details.phone_number) },
    { label: commonTexts.name(), value: details.customer_name ?? commonTexts.notAvailable() },
    ...priceRows(details),
  ],
  paymentSummary: ({ network, bundle, smartcard_number, customer_name }) => ({
    description: cabletvTexts.orderDescription({
      product: productTitle(network.name, bundle.title),
      smartcard: smartcard_number,
    }),
    beneficiary: customer_name
      ? cabletvTexts.beneficiary({ customer: customer_name, smartcard: smartcard_number })
      : cabletvTexts.unnamedBeneficiary({ smartcard: smartcard_number }),
  }),
}
