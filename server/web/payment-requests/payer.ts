import { formatDate } from '../../../shared/dates.ts'
import { cleanAmount, formatMoney } from '../../../shared/money.ts'
import * as pages from '../../../shared/pages.ts'
import {
  createPaymentRequestOrder,
  getPaymentRequest,
  type PublicRequest,
  reportPaymentRequest,
} from '../../../shared/payment-requests.ts'
import { PaymentRequestCode } from '../../../shared/references.ts'
import { serviceContracts } from '../../../shared/services/index.ts'
import type { FormError, Loader, PageResult, PostedForm, WebContext } from '../page.ts'
import { serviceTile } from '../services/service-tile.ts'
import { requestStateTexts } from './request-states.ts'
import { requestPageTexts } from './texts.ts'
import { totalOf, totalRows } from './total.ts'
import { requestNotFound, requestView } from './view.ts'

/** The payer's page of a request. */
export const loadRequest: Loader = (pageRequest, web) => renderRequest(web, pageRequest.params.code)

/** "Continue to pay": creates the order and opens the payment methods. */
export const payRequestForm: PostedForm = {
  path: pages.payRequestPath,
  page: pages.paymentRequestPageUrl(':code'),
  async submit(pageRequest, fields, web) {
    const code = PaymentRequestCode.safeParse(fields.code)
    if (!code.success) return requestNotFound()
    const result = await web.api.request(createPaymentRequestOrder, {
      params: { code: code.data },
      body: fields.amount === undefined ? {} : { amount: cleanAmount(fields.amount) },
    })
    if (result.ok) return { type: 'redirect', to: pages.payerOrderPageUrl(result.data.reference) }
    return this.renderErrors(pageRequest, fields, web, result)
  },
  renderErrors: (_, fields, web, formError) =>
    renderRequest(web, fields.code, { formError, amount: fields.amount ?? '' }),
}

export const reportRequestForm: PostedForm = {
  path: pages.reportRequestPath,
  page: pages.paymentRequestPageUrl(':code'),
  async submit(pageRequest, fields, web) {
    const code = PaymentRequestCode.safeParse(fields.code)
    if (!code.success) return requestNotFound()
    const result = await web.api.request(reportPaymentRequest, {
      params: { code: code.data },
      body: { reason: fields.reason ?? '' },
    })
    if (result.ok) return renderRequest(web, code.data, { notice: requestPageTexts.reported() })
    return this.renderErrors(pageRequest, fields, web, result)
  },
  renderErrors: (_, fields, web, formError) => renderRequest(web, fields.code, { formError }),
}

interface Options {
  readonly formError?: FormError
  readonly amount?: string
  readonly notice?: string
}

interface PageOptions extends Options {
  /** A sentence about the charge of the service; empty when it is not known. */
  readonly chargeNote?: string | null | undefined
  readonly total: ReturnType<typeof totalOf>
}

async function renderRequest(
  web: WebContext,
  input: string | undefined,
  options: Options = {},
): Promise<PageResult> {
  const code = PaymentRequestCode.safeParse(input)
  if (!code.success) return requestNotFound()
  const result = await web.api.request(getPaymentRequest, { params: { code: code.data } })
  if (!result.ok)
    return result.httpStatus === 404 ? requestNotFound() : requestNotFound(result.httpStatus, result.message)
  const statuses = await web.data.statuses()
  const { chargeNote } = serviceTile(statuses, result.data.service)
  const total = totalOf(statuses, result.data)
  return requestPage(code.data, result.data, { ...options, chargeNote, total })
}

function requestPage(
  code: string,
  request: PublicRequest,
  { formError, amount = '', notice, chargeNote, total }: PageOptions,
): PageResult {
  const isOpen = request.state === 'open'
  const name = request.requester
  const status = isOpen ? [] : [notPayableText(request)]
  const error = formError && (Object.values(formError.errors)[0]?.[0] ?? formError.message)
  return requestView({
    httpStatus: formError?.httpStatus ?? 200,
    heading: requestPageTexts.asks({ name }),
    message: error ?? null,
    lines: [
      ...[...status, ...(notice ? [notice] : [])].map((text) => ({ text, isStatus: true })),
      ...(isOpen ? [{ text: requestPageTexts.explanation({ name }) }] : []),
      ...(isOpen && chargeNote && !total ? [{ text: chargeNote }] : []),
    ],
    content: {
      details: detailsOf(request, total),
      forms: isOpen ? [payForm(code, request, amount)] : [],
    },
    report: {
      heading: requestPageTexts.report(),
      action: pages.reportRequestPath,
      hiddenFields: { code },
      fields: [
        { name: 'reason', label: requestPageTexts.reportReason(), value: '', maxLength: 500, required: true },
      ],
      button: requestPageTexts.report(),
    },
  })
}

const notPayableText = ({ state }: PublicRequest): string =>
  state === 'paid'
    ? requestPageTexts.alreadyPaid()
    : requestPageTexts.closed({ state: requestStateTexts[state]().toLowerCase() })

const detailsOf = (request: PublicRequest, total: PageOptions['total']) => [
  { label: requestPageTexts.service(), value: serviceContracts[request.service].name },
  { label: requestPageTexts.product(), value: request.title },
  { label: requestPageTexts.number(), value: request.number },
  {
    label: requestPageTexts.amount(),
    value: request.amount === null ? requestPageTexts.amountOpen() : formatMoney(request.amount),
  },
  ...(total ? totalRows(total) : []),
  ...(request.note
    ? [{ label: requestPageTexts.note({ name: request.requester }), value: request.note }]
    : []),
  { label: requestPageTexts.expires(), value: formatDate(new Date(request.expires_at)) },
]

const payForm = (code: string, request: PublicRequest, amount: string) => ({
  action: pages.payRequestPath,
  hiddenFields: { code },
  fields:
    request.amount === null
      ? [
          {
            name: 'amount',
            label: requestPageTexts.enterAmount(),
            value: amount,
            maxLength: 12,
            inputMode: 'decimal' as const,
            required: true,
          },
        ]
      : [],
  button: requestPageTexts.pay(),
  primary: true,
})
