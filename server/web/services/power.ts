import type { PowerHistory } from '../../../islands/pages.ts'
import { meterTypes } from '../../../shared/constants.ts'
import { cleanAmount } from '../../../shared/money.ts'
import { home } from '../../../shared/pages.ts'
import {
  discoCompanies,
  getMeterCustomer,
  getMeterInfo,
  type MeterInfo,
  type PowerOrder,
  powerOrder,
  processPower,
} from '../../../shared/power.ts'
import { mapData, type ServicePageDefinition } from './service-page.ts'

const emptyHistory: PowerHistory = {
  values: { meter_number: '', phone_number: '' },
  records: null,
  errors: {},
  message: null,
}

/** The electricity pages. */
export const power: ServicePageDefinition<MeterInfo, PowerOrder, 'power'> = {
  service: 'power',
  titles: {
    form: {
      title: 'Buy electricity',
      description:
        'Buy a prepaid electricity token or pay a postpaid bill for any distribution company in Nigeria.',
    },
    details: { title: 'Confirm your details', description: 'Check whose meter it is before you pay.' },
    success: { title: 'Your purchase', description: 'Your token and receipt.' },
  },
  noun: 'your electricity',
  smsContent: 'token',
  startOver: { href: home, text: 'Re-confirm meter number' },
  fields: ['meter_type', 'phone_number', 'meter_number', 'meter_disco', 'amount'],
  async lists(web) {
    const [prepaid, postpaid] = await Promise.all(
      meterTypes.map((meter_type) => web.data.list(discoCompanies, { query: { meter_type } })),
    )
    return { props: { discos: { prepaid, postpaid }, history: emptyHistory }, cacheKey: [prepaid, postpaid] }
  },
  quote: (web, caller, fields) =>
    web.api.request(getMeterInfo, { body: { ...fields, amount: cleanAmount(fields.amount ?? '') } }, caller),
  details: (web, caller, reference) => web.api.request(getMeterCustomer, { params: { reference } }, caller),
  async process(web, caller, { reference, accessToken }) {
    const body = { serviceId: reference, accessToken: accessToken || null }
    return mapData(await web.api.request(processPower, { body }, caller), (order) => order.access_token ?? '')
  },
  delivered: (web, caller, { reference, accessToken }) =>
    web.api.request(powerOrder, { params: { accessToken, serviceId: reference } }, caller),
  summary: (details) => ({
    description: `${details.disco.name}, meter ${details.meter_number}`,
    customer: `the meter of ${details.customer_name}`,
    lines: [
      { label: 'Customer', value: details.customer_name },
      { label: 'Company', value: details.disco.name },
      { label: `Meter (${details.meter_type})`, value: details.meter_number },
    ],
    after:
      details.meter_type === 'postpaid'
        ? 'Your bill is paid, and the receipt also comes by SMS.'
        : 'Your token is shown, and also comes by SMS.',
  }),
  company: ({ disco }) => disco.name,
  processProps: (details) => ({ meter_type: details?.meter_type ?? null }),
}
