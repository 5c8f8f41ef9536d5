import {
  type CabletvInfo,
  type CabletvOrder,
  cabletvOrder,
  getCabletvCustomer,
  getSmartcardInfo,
  processCabletv,
} from '../../../shared/cabletv.ts'
import { soldAs } from '../../../shared/journeys.ts'
import { formPage } from '../../../shared/pages.ts'
import { mapped, type Sold } from './sold.ts'

/** Cable TV, as the shell needs to know it. */
export const cabletv: Sold<CabletvInfo, CabletvOrder> = {
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
  sent: 'confirmation',
  startOver: { href: formPage('cabletv'), text: 'Start again' },
  fields: ['phone_number', 'smartcard_number', 'cabletv_network', 'cabletv_bundle_code'],
  async lists(site) {
    const networks = await site.data.cabletvNetworks()
    return { props: { networks }, madeOf: [networks] }
  },
  quote: (site, caller, body) => site.api.ask(getSmartcardInfo, { body }, caller),
  details: (site, caller, reference) => site.api.ask(getCabletvCustomer, { params: { reference } }, caller),
  async process(site, caller, { reference, second }) {
    const body = { serviceId: reference, accessToken: second || null }
    return mapped(await site.api.ask(processCabletv, { body }, caller), (it) => it.access_token)
  },
  delivered: (site, caller, { reference, second }) =>
    site.api.ask(cabletvOrder, { params: { accessToken: second, serviceId: reference } }, caller),
  summary: ({ network, bundle, smartcard_number, customer_name }) => ({
    description: `${soldAs(network.name, bundle.title)}, smartcard ${smartcard_number}`,
    customer: customer_name ? `the smartcard of ${customer_name}` : `smartcard ${smartcard_number}`,
    lines: [
      { label: 'For', value: customer_name ?? 'Not available', wide: true },
      { label: 'Network', value: network.name },
      { label: 'Smartcard number', value: smartcard_number },
      { label: 'Bouquet', value: bundle.title, wide: true },
    ],
    after: 'Your subscription is renewed, and a confirmation comes by SMS.',
  }),
  company: ({ network }) => network.name,
}
