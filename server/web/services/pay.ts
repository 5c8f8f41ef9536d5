import type { ServiceStatus } from '../../../shared/actions.ts'
import { errors } from '../../../shared/errors.ts'
import { formatMoney } from '../../../shared/money.ts'
import { detailsPage, notifyMePage, processPage, servicePath } from '../../../shared/pages.ts'
import { serviceContracts } from '../../../shared/services/index.ts'
import { orderRedirect, parseReference } from '../order-pages.ts'
import { orderNotFoundPage } from '../orders/find-order.ts'
import type { Fields, Form, FormError, Loader, PageRequest, PageResult, WebContext } from '../page.ts'
import { type Bill, paymentMethodPage } from '../payment/choice.ts'
import { startPayment } from '../payment/start.ts'
import { outageOf, readOrder, readPayableOrder } from './details.ts'
import type { OrderDetails, ServicePageDefinition } from './service-page.ts'

/** Path of the payment method page. */
export const payPath = ({ service }: ServicePageDefinition) => `${servicePath(service)}/pay`

export const loadPay =
  (definition: ServicePageDefinition): Loader =>
  (pageRequest, web) =>
    renderChoice(definition, pageRequest, web, {}, null)

/** The payment method form, for browsers without script. */
export const payForm = (definition: ServicePageDefinition): Form => ({
  path: payPath(definition),
  page: payPath(definition),
  async submit(pageRequest, fields, web) {
    const reference = parseReference(fields.reference)
    const { details } = await readOrder(definition, pageRequest, web, reference)
    if (!details) return renderChoice(definition, pageRequest, web, fields, null)
    const bill = billOf(definition, details)
    const payable = payableOf(definition, details)
    const payment = await startPayment(pageRequest, web, { payable, bill, fields, topUp: false })
    return payment.ok ? payment.data : this.renderErrors(pageRequest, fields, web, payment)
  },
  renderErrors: (pageRequest, fields, web, formError) =>
    renderChoice(definition, pageRequest, web, fields, formError),
})

async function renderChoice(
  definition: ServicePageDefinition,
  pageRequest: PageRequest,
  web: WebContext,
  fields: Fields,
  formError: FormError | null,
): Promise<PageResult> {
  const reference = parseReference(fields.reference ?? pageRequest.query.reference)
  const [{ details, status }, outage] = await Promise.all([
    readPayableOrder(definition, pageRequest, web, reference),
    outageOf(definition, web),
  ])
  const redirect = status && orderRedirect('details', status, details?.access_token ?? '')
  if (redirect) return redirect
  if (!details || !status) return orderNotFoundPage(reference)
  const link = { href: processPage(definition.service, reference), text: 'View order status' }
  return paymentMethodPage(pageRequest, web, {
    bill: billOf(definition, details),
    action: payPath(definition),
    hidden: { reference },
    topUp: false,
    emailHint: `The ${definition.smsContent} is also sent by SMS to this order's phone number.`,
    closed: status.can_pay ? outage && closedByOutage(outage) : { message: status.money.message, link },
    fields,
    formError,
  })
}

const closedByOutage = ({ service, reason }: ServiceStatus) => ({
  message: [errors.SERVICE_OFF.message, reason].filter(Boolean).join('. '),
  link: { href: notifyMePage(service), text: "Notify me when it's back" },
})

function billOf(definition: ServicePageDefinition, details: OrderDetails): Bill {
  const { customer, lines, after } = definition.summary(details)
  const total = formatMoney(details.total_amount)
  return {
    lines: [
      { label: 'Total', value: total, wide: true, strong: true },
      { label: 'Amount', value: formatMoney(details.amount) },
      { label: 'Service charge', value: formatMoney(details.service_charge) },
      ...lines,
      { label: 'Reference', value: details.order_reference },
    ],
    total,
    purpose: customer,
    after,
    back: { href: detailsPage(definition.service, details.order_reference), text: 'Back to the details' },
  }
}

const payableOf = (definition: ServicePageDefinition, details: OrderDetails) => ({
  order_reference: details.order_reference,
  service_id: details.service_id,
  amount: details.total_amount,
  service_charge: details.service_charge,
  payment_for: serviceContracts[definition.service].paymentFor,
  description: definition.summary(details).description,
})
