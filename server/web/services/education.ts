import {
  type EducationInfo,
  type EducationOrder,
  educationOrder,
  educationTypes,
  getEducationCustomer,
  processEducation,
  purchaseJambPin,
  registerWaec,
} from '../../../shared/education.ts'
import { detailsPage, formPage } from '../../../shared/pages.ts'
import { displayPhone } from '../../../shared/phone.ts'
import type { Caller } from '../api-client.ts'
import { parseReference } from '../order-pages.ts'
import type { Fields, Form, WebContext } from '../page.ts'
import { mapData, type ServicePageDefinition } from './service-page.ts'

/** Each examination has its own call. Source: decision D-055. */
const quote = (web: WebContext, caller: Caller, body: Fields) =>
  web.api.request(body.service_type === 'jamb' ? purchaseJambPin : registerWaec, { body }, caller)

/** Choosing another variation on the details page, without script, creates a new order. Source: decision D-057. */
const variationForm: Form = {
  path: '/education/variation',
  page: '/education/customer-details',
  async submit(pageRequest, fields, web) {
    const reference = parseReference(fields.reference)
    const details = await education.details(web, pageRequest.caller, reference)
    const result = details.ok
      ? await quote(web, pageRequest.caller, quoteFieldsOf(details.data, fields.variation_code ?? ''))
      : details
    if (result.ok) return { type: 'elsewhere', to: detailsPage('education', result.data.order_reference) }
    return this.renderErrors(pageRequest, fields, web, { ...result, http: result.http || 503 })
  },
  renderErrors: async (_, fields, __, { http, message }) => ({
    type: 'page',
    http,
    view: 'message',
    locals: {
      heading: 'Something went wrong',
      message,
      link: { href: detailsPage('education', parseReference(fields.reference)), text: 'Back to the details' },
    },
  }),
}

const quoteFieldsOf = (details: EducationInfo, variation: string): Fields => ({
  service_type: details.service_type,
  variation_code: variation,
  profile_id: details.billers_code ?? '',
  quantity: String(details.quantity),
  phone_number: details.phone_number,
  email_address: details.customer_email_address ?? '',
})

/** The exam PIN pages. */
export const education: ServicePageDefinition<EducationInfo, EducationOrder, 'education'> = {
  service: 'education',
  titles: {
    form: { title: 'Buy exam PINs', description: 'WAEC and JAMB PINs, delivered immediately.' },
    details: { title: 'Confirm your details', description: 'Check what you buy before you pay.' },
    success: { title: 'Your PINs', description: 'Your PINs and receipt.' },
  },
  noun: 'exam PINs',
  smsContent: 'PIN',
  startOver: { href: formPage('education'), text: 'Start again' },
  fields: ['service_type', 'variation_code', 'profile_id', 'quantity', 'phone_number', 'email_address'],
  async lists(web) {
    const types = await web.data.list(educationTypes)
    return { props: { types }, cacheKey: [types] }
  },
  quote,
  details: (web, caller, reference) =>
    web.api.request(getEducationCustomer, { params: { reference } }, caller),
  async process(web, caller, { reference, accessToken }) {
    const body = { serviceId: reference, requestId: accessToken || reference }
    return mapData(await web.api.request(processEducation, { body }, caller), (order) => order.request_id)
  },
  delivered: (web, caller, { reference, accessToken }) =>
    web.api.request(educationOrder, { params: { requestId: accessToken, serviceId: reference } }, caller),
  summary: (details) => ({
    description: details.description,
    customer: details.customer_name ?? details.service_type_details.name,
    lines: [
      { label: 'Product', value: `${details.service_type_details.name}, ${details.variation_name}` },
      { label: 'Quantity', value: String(details.quantity) },
      { label: 'Phone', value: displayPhone(details.phone_number) },
      ...(details.billers_code ? [{ label: 'Profile ID', value: details.billers_code }] : []),
    ],
    after: 'Your PINs are shown, and also come by SMS.',
  }),
  company: ({ service_type_details }) => service_type_details.name,
  moreForms: [variationForm],
}
