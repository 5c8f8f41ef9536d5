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
import { productTitle } from '../../../shared/service-contract.ts'
import { mapData, type ServicePageDefinition } from './service-page.ts'
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
  arrival: cabletvPageTexts.arrival,
  startOver: { href: formPageUrl('cabletv'), text: servicePageTexts.startAgain },
  fields: ['phone_number', 'smartcard_number', 'cabletv_network', 'cabletv_bundle_code'],
  ownPhoneField: 'phone_number',
  async fetchLists(web) {
    const networks = await web.data.list(getCabletvNetworks)
    return { props: { networks }, cacheKey: [networks] }
  },
  quote: (web, caller, body) => web.api.request(quoteCabletv, { body }, caller),
  fetchDetails: (web, caller, reference) =>
    web.api.request(getCabletvQuote, { params: { reference } }, caller),
  async process(web, caller, { reference, accessToken }) {
    const request = { body: { serviceId: reference }, accessToken }
    return mapData(await web.api.request(processCabletv, request, caller), (order) => order.access_token)
  },
  fetchDelivered: (web, caller, { reference, accessToken }) =>
    web.api.request(getCabletvOrder, { params: { accessToken, serviceId: reference } }, caller),
  summary: ({ network, bundle, smartcard_number, customer_name }) => ({
    description: cabletvPageTexts.summary({
      bouquet: productTitle(network.name, bundle.title),
      number: smartcard_number,
    }),
    purpose: customer_name
      ? cabletvPageTexts.recipient({ name: customer_name })
      : cabletvPageTexts.unnamedRecipient({ number: smartcard_number }),
    lines: [
      { label: servicePageTexts.customer(), value: customer_name ?? servicePageTexts.notAvailable() },
      { label: servicePageTexts.network(), value: network.name },
      { label: cabletvPageTexts.smartcard(), value: smartcard_number },
      { label: cabletvPageTexts.bouquet(), value: bundle.title },
    ],
    nextStep: cabletvPageTexts.next(),
  }),
  company: ({ network }) => network.name,
}
