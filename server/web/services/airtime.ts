import {
  type AirtimeInfo,
  type AirtimeOrder,
  airtimeNetworks,
  airtimeOrder,
  createAirtime,
  getAirtimeCustomer,
  processAirtime,
} from '../../../shared/airtime.ts'
import { cleanAmount } from '../../../shared/money.ts'
import { formPage } from '../../../shared/pages.ts'
import { displayPhone } from '../../../shared/phone.ts'
import { mapData, type ServicePageDefinition } from './service-page.ts'

/** The airtime pages. */
export const airtime: ServicePageDefinition<AirtimeInfo, AirtimeOrder, 'airtime'> = {
  service: 'airtime',
  titles: {
    form: { title: 'Buy airtime', description: 'Top up any phone in Nigeria: MTN, Airtel, Glo, 9mobile.' },
    details: { title: 'Confirm your details', description: 'Check the number before you pay.' },
    success: { title: 'Your airtime', description: 'Your airtime and receipt.' },
  },
  noun: 'airtime',
  smsContent: 'confirmation',
  startOver: { href: formPage('airtime'), text: 'Start again' },
  fields: ['phone_number', 'selected_provider', 'amount'],
  async lists(web) {
    const networks = await web.data.list(airtimeNetworks)
    return { props: { networks }, cacheKey: [networks] }
  },
  quote: (web, caller, fields) =>
    web.api.request(createAirtime, { body: { ...fields, amount: cleanAmount(fields.amount ?? '') } }, caller),
  details: (web, caller, reference) => web.api.request(getAirtimeCustomer, { params: { reference } }, caller),
  async process(web, caller, { reference, accessToken }) {
    const request = { body: { serviceId: reference }, orderToken: accessToken }
    return mapData(await web.api.request(processAirtime, request, caller), (order) => order.ref)
  },
  delivered: (web, caller, { reference, accessToken }) =>
    web.api.request(airtimeOrder, { params: { serviceId: reference }, orderToken: accessToken }, caller),
  summary: ({ vtu_network, phone_number }) => ({
    description: `${vtu_network.name} airtime for ${phone_number}`,
    customer: displayPhone(phone_number),
    lines: [
      { label: 'Network', value: vtu_network.name },
      { label: 'Phone', value: displayPhone(phone_number) },
    ],
    after: 'The airtime is sent to the phone immediately.',
  }),
  company: ({ vtu_network }) => vtu_network.name,
}
