import { CabletvInfo, getCabletvQuote } from '../../shared/cabletv.ts'
import { isStoredPhone } from '../../shared/phone.ts'
import { productTitle } from '../../shared/service-contract.ts'
import { displayPhone, request } from '../lib/index.ts'
import type { CabletvDetailsPage } from '../pages.ts'
import { type DetailsDefinition, priceRows, ServiceDetails } from '../purchase/details.tsx'
import { commonTexts } from '../ui/index.ts'
import { customerNumberLabel, displayCustomerNumber } from './customer-number.ts'
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
  title: ({ smartcard_number }) =>
    isStoredPhone(smartcard_number) ? cabletvTexts.numberTitle() : cabletvTexts.detailsTitle(),
  biller: ({ network }) => ({ logo: network.logo, name: <strong>{network.name}</strong> }),
  customer: ({ customer_name, customer_address, smartcard_number }) => ({
    name: customer_name ?? nameOfUnknown(smartcard_number),
    detail: customer_address,
  }),
  rows: (details) => [
    { label: commonTexts.network(), value: details.network.name },
    {
      label: customerNumberLabel(details.smartcard_number, details.network.name),
      value: displayCustomerNumber(details.smartcard_number),
    },
    { label: commonTexts.bouquet(), value: details.bundle.title, wide: true },
    { label: commonTexts.phone(), value: displayPhone(details.phone_number) },
    ...(isStoredPhone(details.smartcard_number)
      ? []
      : [{ label: commonTexts.name(), value: details.customer_name ?? commonTexts.notAvailable() }]),
    ...priceRows(details),
  ],
  paymentSummary: ({ network, bundle, smartcard_number, customer_name }) => {
    const product = productTitle(network.name, bundle.title)
    if (isStoredPhone(smartcard_number))
      return { description: product, beneficiary: displayCustomerNumber(smartcard_number) }
    return {
      description: cabletvTexts.orderDescription({ product, smartcard: smartcard_number }),
      beneficiary: customer_name
        ? cabletvTexts.beneficiary({ customer: customer_name, smartcard: smartcard_number })
        : cabletvTexts.unnamedBeneficiary({ smartcard: smartcard_number }),
    }
  },
}

/** The owner of a phone is not looked up: the user checks the number. */
function nameOfUnknown(smartcardNumber: string): string {
  return isStoredPhone(smartcardNumber) ? displayCustomerNumber(smartcardNumber) : commonTexts.notAvailable()
}
