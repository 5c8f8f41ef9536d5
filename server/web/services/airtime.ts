import {
  type AirtimeInfo,
  type AirtimeOrder,
  getAirtimeNetworks,
  getAirtimeOrder,
  getAirtimeQuote,
  processAirtime,
  quoteAirtime,
} from '../../../shared/airtime.ts'
import { cleanAmount } from '../../../shared/money.ts'
import { formPageUrl } from '../../../shared/pages.ts'
import { displayPhone } from '../../../shared/phone.ts'
import { mapData, type ServicePageDefinition } from './service-page.ts'
import { airtimePageTexts, servicePageTexts } from './texts.ts'

/** The airtime pages. */
export const airtime: ServicePageDefinition<AirtimeInfo, AirtimeOrder, 'airtime'> = {
  service: 'airtime',
  titles: {
    form: { title: airtimePageTexts.formTitle, description: airtimePageTexts.formDescription },
    details: { title: servicePageTexts.detailsTitle, description: airtimePageTexts.detailsDescription },
    success: { title: airtimePageTexts.successTitle, description: airtimePageTexts.successDescription },
  },
  productName: airtimePageTexts.product,
  smsContent: servicePageTexts.confirmation,
  deliveryNote: airtimePageTexts.arrival,
  startOver: { href: formPageUrl('airtime'), text: servicePageTexts.startAgain },
  fields: ['phone_number', 'selected_provider', 'amount'],
  ownPhoneField: 'phone_number',
  async fetchLists(web) {
    const networks = await web.data.list(getAirtimeNetworks)
    return { props: { networks }, cacheKey: [networks] }
  },
  quote: (web, fields) =>
    web.api.request(quoteAirtime, { body: { ...fields, amount: cleanAmount(fields.amount ?? '') } }),
  fetchDetails: (web, reference) => web.api.request(getAirtimeQuote, { params: { reference } }),
  async process(web, { reference, accessToken }) {
    const request = { body: { serviceId: reference }, accessToken }
    return mapData(await web.api.request(processAirtime, request), (order) => order.ref)
  },
  fetchDelivered: (web, { reference, accessToken }) =>
    web.api.request(getAirtimeOrder, { params: { serviceId: reference }, accessToken }),
  summary: ({ vtu_network, phone_number }) => ({
    description: airtimePageTexts.summary({ network: vtu_network.name, phone: displayPhone(phone_number) }),
    purpose: displayPhone(phone_number),
    lines: [
      { label: servicePageTexts.network(), value: vtu_network.name },
      { label: servicePageTexts.phone(), value: displayPhone(phone_number) },
    ],
    nextStep: airtimePageTexts.next(),
  }),
  biller: ({ vtu_network }) => vtu_network.name,
}
