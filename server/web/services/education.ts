import {
  type EducationInfo,
  type EducationOrder,
  educationOrder,
  getEducationCustomer,
  processEducation,
  purchaseJambPin,
  registerWaec,
} from '../../../shared/education.ts'
import { detailsPage, formPage } from '../../../shared/pages.ts'
import { showPhone } from '../../../shared/phone.ts'
import type { Caller } from '../api-client.ts'
import { referenceIn } from '../order-pages.ts'
import type { Fields, Form, Site } from '../page.ts'
import { mapped, type Sold } from './sold.ts'

/** Each examination has a call of its own. Source: decision D-055. */
const quote = (site: Site, caller: Caller, body: Fields) =>
  site.api.ask(body.service_type === 'jamb' ? purchaseJambPin : registerWaec, { body }, caller)

/** Another variation, chosen on the details page without script: another order of the same. Source: D-057. */
const variationForm: Form = {
  path: '/education/variation',
  page: '/education/customer-details',
  async submit(visit, fields, site) {
    const reference = referenceIn(fields.reference)
    const details = await education.details(site, visit.caller, reference)
    const answer = details.ok
      ? await quote(site, visit.caller, wishOf(details.data, fields.variation_code ?? ''))
      : details
    if (answer.ok) return { is: 'elsewhere', to: detailsPage('education', answer.data.order_reference) }
    return this.again(visit, fields, site, { ...answer, http: answer.http || 503 })
  },
  again: async (_, fields, __, { http, message }) => ({
    is: 'page',
    http,
    view: 'message',
    locals: {
      heading: 'This did not work',
      says: message,
      link: { href: detailsPage('education', referenceIn(fields.reference)), text: 'Back to the details' },
    },
  }),
}

const wishOf = (details: EducationInfo, variation: string): Fields => ({
  service_type: details.service_type,
  variation_code: variation,
  profile_id: details.billers_code ?? '',
  quantity: String(details.quantity),
  phone_number: details.phone_number,
  email_address: details.customer_email_address ?? '',
})

/** Examination PINs, as the shell needs to know them. */
export const education: Sold<EducationInfo, EducationOrder> = {
  service: 'education',
  titles: {
    form: { title: 'Buy exam PINs', description: 'WAEC and JAMB PINs, delivered at once.' },
    details: { title: 'Confirm your details', description: 'Check what you buy before you pay.' },
    success: { title: 'Your PINs', description: 'Your PINs and receipt.' },
  },
  noun: 'exam PINs',
  sent: 'PIN',
  startOver: { href: formPage('education'), text: 'Start again' },
  fields: ['service_type', 'variation_code', 'profile_id', 'quantity', 'phone_number', 'email_address'],
  async lists(site) {
    const types = await site.data.educationTypes()
    return { props: { types }, madeOf: [types] }
  },
  quote,
  details: (site, caller, reference) => site.api.ask(getEducationCustomer, { params: { reference } }, caller),
  async process(site, caller, { reference, second }) {
    const body = { serviceId: reference, requestId: second || reference }
    return mapped(await site.api.ask(processEducation, { body }, caller), (it) => it.request_id)
  },
  delivered: (site, caller, { reference, second }) =>
    site.api.ask(educationOrder, { params: { requestId: second, serviceId: reference } }, caller),
  summary: (details) => ({
    description: details.description,
    customer: details.customer_name ?? details.service_type_details.name,
    lines: [
      { label: 'What', value: `${details.service_type_details.name}, ${details.variation_name}`, wide: true },
      { label: 'Quantity', value: String(details.quantity) },
      { label: 'Phone', value: showPhone(details.phone_number) },
      ...(details.billers_code ? [{ label: 'Profile ID', value: details.billers_code }] : []),
    ],
    after: 'Your PINs are shown, and also come by SMS.',
  }),
  company: ({ service_type_details }) => service_type_details.name,
  moreForms: [variationForm],
}
