import type { PowerHistory } from '../../../islands/pages.ts'
import { meterTypes } from '../../../shared/constants.ts'
import { cleanAmount } from '../../../shared/money.ts'
import { homePath } from '../../../shared/pages.ts'
import {
  getDiscoCompanies,
  getPowerOrder,
  getPowerQuote,
  type MeterInfo,
  type PowerOrder,
  processPower,
  quotePower,
} from '../../../shared/power.ts'
import { mapData, type ServicePageDefinition } from './service-page.ts'
import { powerPageTexts, servicePageTexts } from './texts.ts'

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
    form: { title: powerPageTexts.formTitle, description: powerPageTexts.formDescription },
    details: { title: servicePageTexts.detailsTitle, description: powerPageTexts.detailsDescription },
    success: { title: powerPageTexts.successTitle, description: powerPageTexts.successDescription },
  },
  productName: powerPageTexts.product,
  smsContent: ({ meter_type }) =>
    meter_type === 'postpaid' ? powerPageTexts.billSmsContent() : powerPageTexts.smsContent(),
  deliveryNote: (details) =>
    details?.meter_type === 'postpaid' ? powerPageTexts.billArrival() : powerPageTexts.arrival(),
  startOver: { href: homePath, text: powerPageTexts.startOver },
  fields: ['meter_type', 'phone_number', 'meter_number', 'meter_disco', 'amount'],
  ownPhoneField: 'phone_number',
  async fetchLists(web) {
    const [prepaid, postpaid] = await Promise.all(
      meterTypes.map((meter_type) => web.data.list(getDiscoCompanies, { query: { meter_type } })),
    )
    return { props: { discos: { prepaid, postpaid }, history: emptyHistory }, cacheKey: [prepaid, postpaid] }
  },
  quote: (web, fields) =>
    web.api.request(quotePower, { body: { ...fields, amount: cleanAmount(fields.amount ?? '') } }),
  fetchDetails: (web, reference) => web.api.request(getPowerQuote, { params: { reference } }),
  async process(web, { reference, accessToken }) {
    const body = { serviceId: reference, accessToken: accessToken || null }
    return mapData(await web.api.request(processPower, { body }), (order) => order.access_token ?? '')
  },
  fetchDelivered: (web, { reference, accessToken }) =>
    web.api.request(getPowerOrder, { params: { accessToken, serviceId: reference } }),
  summary: (details) => ({
    description: powerPageTexts.summary({ biller: details.disco.name, meter: details.meter_number }),
    purpose: powerPageTexts.recipient({ name: details.customer_name }),
    lines: [
      { label: servicePageTexts.customer(), value: details.customer_name },
      { label: powerPageTexts.company(), value: details.disco.name },
      { label: powerPageTexts.meter({ type: details.meter_type }), value: details.meter_number },
    ],
    nextStep: details.meter_type === 'postpaid' ? powerPageTexts.billNext() : powerPageTexts.tokenNext(),
  }),
  biller: ({ disco }) => disco.name,
  processProps: (details) => ({ meter_type: details?.meter_type ?? null }),
}
