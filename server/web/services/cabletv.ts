import {
  type CabletvInfo,
  type CabletvOrder,
  getCabletvNetworks,
  getCabletvOrder,
  getCabletvQuote,
  processCabletv,
  quoteCabletv,
} from '../../../shared/cabletv.ts'
import { formPageUrl } from '../../../shared/pages.ts'
import { displayPhone, isStoredPhone } from '../../../shared/phone.ts'
import { productTitle } from '../../../shared/service-contract.ts'
import { mapData, type OrderSummary, type ServicePageDefinition } from './service-page.ts'
import { cabletvPageTexts, servicePageTexts } from './texts.ts'

/** The cable TV pages. */
export const cabletv: ServicePageDefinition<CabletvInfo, CabletvOrder, 'cabletv'> = {
  service: 'cabletv',
  titles: {
    form: { title: cabletvPageTexts.formTitle, description: cabletvPageTexts.formDescription },
    details: { title: servicePageTexts.detailsTitle, description: cabletvPageTexts.detailsDescription },
    success: { title: cabletvPageTexts.successTitle, description: cabletvPageTexts.successDescription },
  },
  productName: cabletvPageTexts.product,
  smsContent: servicePageTexts.confirmation,
  deliveryNote: (details) => {
    if (!details) return cabletvPageTexts.formArrival()
    return isVoucher(details) ? cabletvPageTexts.voucherArrival() : cabletvPageTexts.arrival()
  },
  startOver: { href: formPageUrl('cabletv'), text: servicePageTexts.startAgain },
  fields: ['phone_number', 'smartcard_number', 'cabletv_network', 'cabletv_bundle_code'],
  ownPhoneField: 'phone_number',
  async fetchLists(web) {
    const networks = await web.data.list(getCabletvNetworks)
    return { props: { networks }, cacheKey: [networks] }
  },
  quote: (web, body) => web.api.request(quoteCabletv, { body }),
  fetchDetails: (web, reference) => web.api.request(getCabletvQuote, { params: { reference } }),
  async process(web, { reference, accessToken }) {
    const request = { body: { serviceId: reference }, accessToken }
    return mapData(await web.api.request(processCabletv, request), (order) => order.access_token)
  },
  fetchDelivered: (web, { reference, accessToken }) =>
    web.api.request(getCabletvOrder, { params: { accessToken, serviceId: reference } }),
  summary: (details) => (isVoucher(details) ? voucherSummary(details) : subscriptionSummary(details)),
  biller: ({ network }) => network.name,
}

/** A network that identifies its customers by phone delivers a voucher; its orders have a number like +2348012345678. */
const isVoucher = ({ smartcard_number }: CabletvInfo): boolean => isStoredPhone(smartcard_number)

const productOf = ({ network, bundle }: CabletvInfo): string => productTitle(network.name, bundle.title)

function voucherSummary(details: CabletvInfo): OrderSummary {
  const number = displayPhone(details.smartcard_number)
  return {
    description: productOf(details),
    purpose: number,
    lines: [
      { label: servicePageTexts.network(), value: details.network.name },
      { label: servicePageTexts.phone(), value: number },
      { label: cabletvPageTexts.bouquet(), value: details.bundle.title },
    ],
    nextStep: cabletvPageTexts.voucherArrival(),
  }
}

function subscriptionSummary(details: CabletvInfo): OrderSummary {
  const { network, bundle, smartcard_number: number, customer_name } = details
  return {
    description: cabletvPageTexts.summary({ bouquet: productOf(details), number }),
    purpose: customer_name
      ? cabletvPageTexts.recipient({ name: customer_name })
      : cabletvPageTexts.unnamedRecipient({ number }),
    lines: [
      { label: servicePageTexts.customer(), value: customer_name ?? servicePageTexts.notAvailable() },
      { label: servicePageTexts.network(), value: network.name },
      { label: cabletvPageTexts.smartcard(), value: number },
      { label: cabletvPageTexts.bouquet(), value: bundle.title },
    ],
    nextStep: cabletvPageTexts.next(),
  }
}
