import {
  type DataInfo,
  type DataOrder,
  getDataNetworks,
  getDataOrder,
  getDataQuote,
  processData,
  quoteData,
} from '../../../shared/data.ts'
import { formPageUrl } from '../../../shared/pages.ts'
import { displayPhone } from '../../../shared/phone.ts'
import { productTitle } from '../../../shared/service-contract.ts'
import { mapData, type ServicePageDefinition } from './service-page.ts'
import { dataPageTexts, servicePageTexts } from './texts.ts'

/** The mobile data pages. */
export const data: ServicePageDefinition<DataInfo, DataOrder, 'data'> = {
  service: 'data',
  titles: {
    form: { title: dataPageTexts.formTitle, description: dataPageTexts.formDescription },
    details: { title: servicePageTexts.detailsTitle, description: dataPageTexts.detailsDescription },
    success: { title: dataPageTexts.successTitle, description: dataPageTexts.successDescription },
  },
  productName: dataPageTexts.product,
  smsContent: servicePageTexts.confirmation,
  deliveryNote: dataPageTexts.arrival,
  startOver: { href: formPageUrl('data'), text: servicePageTexts.startAgain },
  fields: ['device_id', 'phone_number_to_notify', 'selected_provider', 'selected_bundle_code'],
  ownPhoneField: 'phone_number_to_notify',
  async fetchLists(web) {
    const networks = await web.data.list(getDataNetworks)
    return { props: { networks }, cacheKey: [networks] }
  },
  quote: (web, body) => web.api.request(quoteData, { body }),
  fetchDetails: (web, reference) => web.api.request(getDataQuote, { params: { reference } }),
  async process(web, { reference, accessToken }) {
    const request = { body: { serviceId: reference }, accessToken }
    return mapData(await web.api.request(processData, request), (order) => order.ref)
  },
  fetchDelivered: (web, { reference, accessToken }) =>
    web.api.request(getDataOrder, { params: { deviceId: accessToken, serviceId: reference } }),
  summary: ({ data_network, data_bundle, device_id }) => ({
    description: dataPageTexts.summary({
      plan: productTitle(data_network.name, data_bundle.name),
      device: displayPhone(device_id),
    }),
    purpose: displayPhone(device_id),
    lines: [
      { label: servicePageTexts.network(), value: data_network.name },
      { label: dataPageTexts.device(), value: displayPhone(device_id) },
      { label: dataPageTexts.plan(), value: data_bundle.name },
    ],
    nextStep: dataPageTexts.next(),
  }),
  biller: ({ data_network }) => data_network.name,
}
