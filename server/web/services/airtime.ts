import {
  type AirtimeInfo,
  type AirtimeOrder,
  airtimeOrder,
  createAirtime,
  getAirtimeCustomer,
  processAirtime,
} from '../../../shared/airtime.ts'
import { cleanAmount } from '../../../shared/money.ts'
import { formPage } from '../../../shared/pages.ts'
import { showPhone } from '../../../shared/phone.ts'
import { mapped, type Sold } from './sold.ts'

/** Airtime, as the shell needs to know it. */
export const airtime: Sold<AirtimeInfo, AirtimeOrder> = {
  service: 'airtime',
  titles: {
    form: { title: 'Buy airtime', description: 'Top up any phone in Nigeria: MTN, Airtel, Glo, 9mobile.' },
    details: { title: 'Confirm your details', description: 'Check the number before you pay.' },
    success: { title: 'Your airtime', description: 'Your airtime and receipt.' },
  },
  noun: 'airtime',
  sent: 'confirmation',
  startOver: { href: formPage('airtime'), text: 'Start again' },
  fields: ['phone_number', 'selected_provider', 'amount'],
  async lists(site) {
    const networks = await site.data.airtimeNetworks()
    return { props: { networks }, madeOf: [networks] }
  },
  quote: (site, caller, fields) =>
    site.api.ask(createAirtime, { body: { ...fields, amount: cleanAmount(fields.amount ?? '') } }, caller),
  details: (site, caller, reference) => site.api.ask(getAirtimeCustomer, { params: { reference } }, caller),
  async process(site, caller, { reference, second }) {
    const body = { serviceId: reference, accessToken: second || null }
    return mapped(await site.api.ask(processAirtime, { body }, caller), (it) => it.ref)
  },
  delivered: (site, caller, { reference, second }) =>
    site.api.ask(airtimeOrder, { params: { serviceId: reference }, query: { p_ref: second } }, caller),
  summary: ({ vtu_network, phone_number }) => ({
    description: `${vtu_network.name} airtime for ${phone_number}`,
    customer: showPhone(phone_number),
    lines: [
      { label: 'Network', value: vtu_network.name },
      { label: 'Phone', value: showPhone(phone_number) },
    ],
    after: 'The airtime is sent to the phone at once.',
  }),
  company: ({ vtu_network }) => vtu_network.name,
}
