import {
  type EducationInfo,
  type EducationOrder,
  getEducationOrder,
  getEducationQuote,
  getEducationTypes,
  processEducation,
  quoteJamb,
  quoteWaec,
} from '../../../shared/education.ts'
import { detailsPageUrl, formPageUrl } from '../../../shared/pages.ts'
import { displayPhone } from '../../../shared/phone.ts'
import { parseReference } from '../order-pages.ts'
import type { PostedFields, PostedForm, WebContext } from '../page.ts'
import { webTexts } from '../texts.ts'
import { mapData, type ServicePageDefinition } from './service-page.ts'
import { educationPageTexts, servicePageTexts } from './texts.ts'

/** Each examination has its own endpoint. Source: ruling D-055. */
const quote = (web: WebContext, body: PostedFields) =>
  web.api.request(body.service_type === 'jamb' ? quoteJamb : quoteWaec, { body })

/** Choosing another variation on the details page, without JavaScript, creates a new order. Source: ruling D-057. */
const variationForm: PostedForm = {
  path: '/education/variation',
  page: '/education/customer-details',
  async submit(pageRequest, fields, web) {
    const reference = parseReference(fields.reference)
    const details = await education.fetchDetails(web, reference)
    const result = details.ok
      ? await quote(web, quoteFieldsOf(details.data, fields.variation_code ?? ''))
      : details
    if (result.ok) return { type: 'redirect', to: detailsPageUrl('education', result.data.order_reference) }
    return this.renderErrors(pageRequest, fields, web, result)
  },
  renderErrors: async (_, fields, __, { httpStatus, message }) => ({
    type: 'page',
    httpStatus,
    view: 'message',
    locals: {
      heading: webTexts.somethingWrong(),
      message,
      link: {
        href: detailsPageUrl('education', parseReference(fields.reference)),
        text: servicePageTexts.backToDetails(),
      },
    },
  }),
}

const quoteFieldsOf = (details: EducationInfo, variation: string): PostedFields => ({
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
    form: { title: educationPageTexts.formTitle, description: educationPageTexts.formDescription },
    details: { title: servicePageTexts.detailsTitle, description: educationPageTexts.detailsDescription },
    success: { title: educationPageTexts.successTitle, description: educationPageTexts.successDescription },
  },
  productName: educationPageTexts.product,
  smsContent: educationPageTexts.smsContent,
  deliveryNote: educationPageTexts.arrival,
  startOver: { href: formPageUrl('education'), text: servicePageTexts.startAgain },
  fields: ['service_type', 'variation_code', 'profile_id', 'quantity', 'phone_number', 'email_address'],
  ownPhoneField: 'phone_number',
  async fetchLists(web) {
    const types = await web.data.list(getEducationTypes)
    return { props: { types }, cacheKey: [types] }
  },
  quote,
  fetchDetails: (web, reference) => web.api.request(getEducationQuote, { params: { reference } }),
  async process(web, { reference, accessToken }) {
    const body = { serviceId: reference, requestId: accessToken || reference }
    return mapData(await web.api.request(processEducation, { body }), (order) => order.request_id)
  },
  fetchDelivered: (web, { reference, accessToken }) =>
    web.api.request(getEducationOrder, { params: { requestId: accessToken, serviceId: reference } }),
  summary: (details) => ({
    description: details.description,
    purpose: details.customer_name ?? details.service_type_details.name,
    lines: [
      {
        label: educationPageTexts.productLabel(),
        value: educationPageTexts.productValue({
          examBody: details.service_type_details.name,
          exam: details.variation_name,
        }),
      },
      { label: educationPageTexts.quantity(), value: String(details.quantity) },
      { label: servicePageTexts.phone(), value: displayPhone(details.phone_number) },
      ...(details.billers_code
        ? [{ label: educationPageTexts.profileId(), value: details.billers_code }]
        : []),
    ],
    nextStep: educationPageTexts.next(),
  }),
  biller: ({ service_type_details }) => service_type_details.name,
  additionalForms: [variationForm],
}
