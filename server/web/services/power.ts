import type { PowerHistory } from '../../../islands/pages.ts'
import { cleanAmount } from '../../../shared/money.ts'
import { home } from '../../../shared/pages.ts'
import {
  getMeterCustomer,
  getMeterInfo,
  type MeterInfo,
  type PowerOrder,
  powerOrder,
  processPower,
} from '../../../shared/power.ts'
import { mapped, type Sold } from './sold.ts'

const nothingAsked: PowerHistory = {
  values: { meter_number: '', phone_number: '' },
  records: null,
  errors: {},
  message: null,
}

/** Electricity, as the shell needs to know it. */
export const power: Sold<MeterInfo, PowerOrder> = {
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
  sent: 'token',
  startOver: { href: home, text: 'Re-confirm meter number' },
  fields: ['meter_type', 'phone_number', 'meter_number', 'meter_disco', 'amount'],
  async lists(site) {
    const discos = await site.data.discos()
    return { props: { discos, history: nothingAsked }, madeOf: [discos] }
  },
  quote: (site, caller, fields) =>
    site.api.ask(getMeterInfo, { body: { ...fields, amount: cleanAmount(fields.amount ?? '') } }, caller),
  details: (site, caller, reference) => site.api.ask(getMeterCustomer, { params: { reference } }, caller),
  async process(site, caller, { reference, second }) {
    const body = { serviceId: reference, accessToken: second || null }
    return mapped(await site.api.ask(processPower, { body }, caller), (it) => it.access_token ?? '')
  },
  delivered: (site, caller, { reference, second }) =>
    site.api.ask(powerOrder, { params: { accessToken: second, serviceId: reference } }, caller),
  summary: (details) => ({
    description: `${details.disco.name}, meter ${details.meter_number}`,
    customer: `the meter of ${details.customer_name}`,
    lines: [
      { label: 'For', value: details.customer_name, wide: true },
      { label: 'Company', value: details.disco.name, wide: true },
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
