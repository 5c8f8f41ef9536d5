import type { ServiceStatus } from '../../../shared/actions.ts'
import { errors } from '../../../shared/errors.ts'
import { formatMoney } from '../../../shared/money.ts'
import { detailsPageUrl, notifyMePageUrl, processPageUrl, servicePath } from '../../../shared/pages.ts'
import { serviceContracts } from '../../../shared/services/index.ts'
import { orderRedirect, parseReference } from '../order-pages.ts'
import { orderNotFoundPage } from '../orders/find-order.ts'
import type {
  FormError,
  Loader,
  PageRequest,
  PageResult,
  PostedFields,
  PostedForm,
  WebContext,
} from '../page.ts'
import { type PaymentSummary, paymentMethodPage } from '../payment/choice.ts'
import { startPayment } from '../payment/start.ts'
import { fetchOrder, fetchPayableOrder, outageOf } from './details.ts'
import type { ServicePageDefinition, StoredOrderDetails } from './service-page.ts'
import { servicePageTexts } from './texts.ts'
import { trustOf } from './trust.ts'

/** Path of the payment method page. */
export const payPath = ({ service }: ServicePageDefinition) => `${servicePath(service)}/pay`

export const loadPay =
  (definition: ServicePageDefinition): Loader =>
  (pageRequest, web) =>
    renderChoice(definition, pageRequest, web, {}, null)

/** The payment method form, for browsers without JavaScript. */
export const payForm = (definition: ServicePageDefinition): PostedForm => ({
  path: payPath(definition),
  page: payPath(definition),
  async submit(pageRequest, fields, web) {
    const reference = parseReference(fields.reference)
    const { details } = await fetchOrder(definition, web, reference)
    if (!details) return renderChoice(definition, pageRequest, web, fields, null)
    const paymentSummary = paymentSummaryOf(definition, details)
    const paymentFields = paymentFieldsOf(definition, details)
    const payment = await startPayment(pageRequest, web, {
      paymentFields,
      paymentSummary,
      fields,
      topUp: false,
    })
    return payment.ok ? payment.data : this.renderErrors(pageRequest, fields, web, payment)
  },
  renderErrors: (pageRequest, fields, web, formError) =>
    renderChoice(definition, pageRequest, web, fields, formError),
})

async function renderChoice(
  definition: ServicePageDefinition,
  pageRequest: PageRequest,
  web: WebContext,
  fields: PostedFields,
  formError: FormError | null,
): Promise<PageResult> {
  const reference = parseReference(fields.reference ?? pageRequest.query.reference)
  const [{ details, status }, outage] = await Promise.all([
    fetchPayableOrder(definition, web, reference),
    outageOf(definition, web),
  ])
  const redirect = status && orderRedirect('details', status, details?.access_token ?? '')
  if (redirect) return redirect
  if (!details || !status) return orderNotFoundPage(reference)
  const trust = await trustOf(definition, web, details)
  const link = { href: processPageUrl(definition.service, reference), text: servicePageTexts.viewStatus() }
  return paymentMethodPage(pageRequest, web, {
    paymentSummary: paymentSummaryOf(definition, details),
    action: payPath(definition),
    hiddenFields: { reference },
    topUp: false,
    emailHint: servicePageTexts.emailHint({ content: definition.smsContent(details) }),
    unavailable: status.can_pay
      ? outage && unavailableByOutage(outage)
      : { message: status.money.message, link },
    fields,
    formError,
    trust: trust.lines,
  })
}

const unavailableByOutage = ({ service, reason }: ServiceStatus) => ({
  message: reason
    ? servicePageTexts.serviceClosed({ message: errors.SERVICE_OFF.message, reason })
    : errors.SERVICE_OFF.message,
  link: { href: notifyMePageUrl(service), text: servicePageTexts.notifyMe() },
})

function paymentSummaryOf(definition: ServicePageDefinition, details: StoredOrderDetails): PaymentSummary {
  const { purpose, lines, nextStep } = definition.summary(details)
  const total = formatMoney(details.total_amount)
  return {
    lines: [
      { label: servicePageTexts.total(), value: total, wide: true, strong: true },
      { label: servicePageTexts.amount(), value: formatMoney(details.amount) },
      { label: servicePageTexts.serviceCharge(), value: formatMoney(details.service_charge) },
      ...lines,
      { label: servicePageTexts.reference(), value: details.order_reference },
    ],
    total,
    purpose,
    nextStep,
    backLink: {
      href: detailsPageUrl(definition.service, details.order_reference),
      text: servicePageTexts.backToDetails(),
    },
  }
}

const paymentFieldsOf = (definition: ServicePageDefinition, details: StoredOrderDetails) => ({
  order_reference: details.order_reference,
  service_id: details.service_id,
  amount: details.total_amount,
  service_charge: details.service_charge,
  payment_for: serviceContracts[definition.service].paymentFor,
  description: definition.summary(details).description,
})
