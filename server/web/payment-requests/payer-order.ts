import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import * as pages from '../../../shared/pages.ts'
import { getPayerOrder, type PayerOrder } from '../../../shared/payment-requests.ts'
import { serviceContracts } from '../../../shared/services/index.ts'
import { parseAccessToken, parseReference } from '../order-pages.ts'
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
import { webTexts } from '../texts.ts'
import { requestPageTexts } from './texts.ts'
import { requestView } from './view.ts'

const refreshSeconds = 4

/** The payer's order: payment methods while it can be paid, then its status and receipt. */
export const loadPayerOrder: Loader = (pageRequest, web) =>
  renderOrder(pageRequest, web, pageRequest.query, null)

/** The chosen payment method. */
export const payerOrderForm: PostedForm = {
  path: pages.payerOrderPath,
  page: pages.payerOrderPath,
  async submit(pageRequest, fields, web) {
    const order = await fetchOrder(web, fields)
    if (!order) return orderNotFoundPage(parseReference(fields.reference))
    const paymentFields = {
      order_reference: order.reference,
      service_id: order.reference,
      amount: order.total_amount,
      service_charge: order.service_charge,
      payment_for: serviceContracts[order.service].paymentFor,
      description: order.title,
    }
    const payment = await startPayment(pageRequest, web, {
      paymentFields,
      paymentSummary: paymentSummaryOf(order),
      fields,
      topUp: false,
    })
    return payment.ok ? payment.data : this.renderErrors(pageRequest, fields, web, payment)
  },
  renderErrors: (pageRequest, fields, web, formError) => renderOrder(pageRequest, web, fields, formError),
}

async function fetchOrder(web: WebContext, fields: PostedFields): Promise<PayerOrder | null> {
  const reference = parseReference(fields.reference)
  if (!reference) return null
  const body = { token: parseAccessToken(fields.order) || null }
  const result = await web.api.request(getPayerOrder, { params: { reference }, body })
  return result.ok ? result.data : null
}

async function renderOrder(
  pageRequest: PageRequest,
  web: WebContext,
  fields: PostedFields,
  formError: FormError | null,
): Promise<PageResult> {
  const order = await fetchOrder(web, fields)
  if (!order) return orderNotFoundPage(parseReference(fields.reference))
  if (order.can_pay)
    return paymentMethodPage(pageRequest, web, {
      paymentSummary: paymentSummaryOf(order),
      action: pages.payerOrderPath,
      hiddenFields: { reference: order.reference },
      topUp: false,
      emailHint: requestPageTexts.emailHint(),
      fields,
      formError,
    })
  const token = parseAccessToken(fields.order) || null
  const isWaiting = order.money.status === 'checking' || order.money.status === 'received'
  return {
    ...requestView({
      httpStatus: formError?.httpStatus ?? 200,
      heading: requestPageTexts.orderTitle({ name: order.requester }),
      message: formError?.message ?? null,
      lines: [order.money.message, ...order.refunds].map((text) => ({ text, isStatus: true })),
      content: {
        details: [
          ...linesOf(order),
          ...(order.delivered_at
            ? [{ label: requestPageTexts.delivered(), value: formatDate(new Date(order.delivered_at)) }]
            : []),
        ],
        links: order.needs_account
          ? [
              {
                href: pages.refundAccountPageUrl(order.reference, token),
                text: requestPageTexts.account(),
                primary: true,
              },
            ]
          : [],
      },
    }),
    ...(isWaiting && {
      refreshAlways: { to: pages.payerOrderPageUrl(order.reference, token), seconds: refreshSeconds },
    }),
  }
}

const linesOf = (order: PayerOrder) => [
  { label: requestPageTexts.total(), value: formatMoney(order.total_amount), wide: true, strong: true },
  { label: requestPageTexts.amount(), value: formatMoney(order.amount) },
  { label: requestPageTexts.charge(), value: formatMoney(order.service_charge) },
  { label: requestPageTexts.product(), value: order.title },
  { label: requestPageTexts.number(), value: order.number },
  { label: requestPageTexts.reference(), value: order.reference },
]

const paymentSummaryOf = (order: PayerOrder): PaymentSummary => ({
  lines: linesOf(order),
  total: formatMoney(order.total_amount),
  purpose: requestPageTexts.purpose({ title: order.title, name: order.requester }),
  nextStep: requestPageTexts.after({ name: order.requester }),
  backLink: order.request_code
    ? { href: pages.paymentRequestPageUrl(order.request_code), text: requestPageTexts.backToRequest() }
    : { href: pages.helpPath, text: webTexts.getHelp() },
})
