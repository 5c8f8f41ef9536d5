import {
  type CabletvInfo,
  type CabletvOrder,
  cabletvNetworks,
  cabletvOrder,
  getCabletvCustomer,
  getSmartcardInfo,
  processCabletv,
} from '../../../shared/cabletv.ts'
import { formPage } from '../../../shared/pages.ts'
import { productTitle } from '../../../shared/service-contract.ts'
import { mapData, type ServicePageDefinition } from './service-page.ts'

/** The cable TV pages. */
export const cabletv: ServicePageDefinition<CabletvInfo, CabletvOrder, 'cabletv'> = {
  service: 'cabletv',
  titles: {
    form: {
      title: 'Pay for cable TV',
      description: 'Renew or change a DStv, GOtv, StarTimes or Showmax subscription in Nigeria.',
    },
    details: { title: 'Confirm your details', description: 'Check whose smartcard it is before you pay.' },
    success: { title: 'Your subscription', description: 'Your subscription and receipt.' },
  },
  noun: 'cable TV',
  smsContent: 'confirmation',
  startOver: { href: formPage('cabletv'), text: 'Start again' },
  fields: ['phone_number', 'smartcard_number', 'cabletv_network', 'cabletv_bundle_code'],
  async lists(web) {
    const networks = await web.data.list(cabletvNetworks)
    return { props: { networks }, cacheKey: [networks] }
  },
  quote: (web, caller, body) => web.api.request(getSmartcardInfo, { body }, caller),
  details: (web, caller, reference) => web.api.request(getCabletvCustomer, { params: { reference } }, caller),
  async process(web, caller, { reference, accessToken }) {
    const request = { body: { serviceId: reference }, orderToken: accessToken }
    return mapData(await web.api.request(processCabletv, request, caller), (order) => order.access_token)
  },
  delivered: (web, caller, { reference, accessToken }) =>
    web.api.request(cabletvOrder, { params: { accessToken, serviceId: reference } }, caller),
  summary: ({ network, bundle, smartcard_number, customer_name }) => ({
    description: `${productTitle(network.name, bundle.title)}, smartcard ${smartcard_number}`,
    customer: customer_name ? `the smartcard of ${customer_name}` : `smartcard ${smartcard_number}`,
    lines: [
      { label: 'Customer', value: customer_name ?? 'Not available' },
      { label: 'Network', value: network.name },
      { label: 'Smartcard number', value: smartcard_number },
      { label: 'Bouquet', value: bundle.title },
    ],
    after: 'Your subscription is renewed, and a confirmation comes by SMS.',
  }),
  company: ({ network }) => network.name,
}
