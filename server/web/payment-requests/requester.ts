import type { ServiceStatus } from '../../../shared/actions.ts'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import * as pages from '../../../shared/pages.ts'
import {
  cancelPaymentRequest,
  createPaymentRequest,
  getPaymentRequests,
  type PaymentRequest,
  requestDays,
} from '../../../shared/payment-requests.ts'
import { fetchUser, pageUserOf } from '../account/user.ts'
import { fetchOrderStatus, parseReference } from '../order-pages.ts'
import type {
  FormError,
  Loader,
  PageRequest,
  PageResult,
  PostedFields,
  PostedForm,
  WebContext,
} from '../page.ts'
import { fetchOrderSummary } from '../services/pages.ts'
import { requestStateTexts } from './request-states.ts'
import { requestPageTexts } from './texts.ts'
import { totalOf, totalRows } from './total.ts'
import { requestView, type Section, shareOf } from './view.ts'

/** The user's requests: link, QR code, share, cancel. */
export const loadRequests: Loader = (pageRequest, web) => renderList(pageRequest, web, {})

/** "Cancel the request". */
export const cancelRequestForm: PostedForm = {
  path: pages.paymentRequestsPath,
  page: pages.paymentRequestsPath,
  async submit(pageRequest, fields, web) {
    const result = await web.api.request(cancelPaymentRequest, { params: { id: fields.id ?? '' }, body: {} })
    if (result.ok) return renderList(pageRequest, web, { notice: requestPageTexts.cancelled() })
    return this.renderErrors(pageRequest, fields, web, result)
  },
  renderErrors: (pageRequest, _, web, formError) => renderList(pageRequest, web, { formError }),
}

/**
 * The form for the order of the address. A request is always for an order: without one, the list explains how to create
 * one.
 */
export const loadNewRequest: Loader = async (pageRequest, web) =>
  parseReference(pageRequest.query.reference)
    ? renderNew(web, pageRequest.query, null)
    : { type: 'redirect', to: pages.paymentRequestsPath }

/** "Create the link". */
export const newRequestForm: PostedForm = {
  path: pages.newPaymentRequestPath,
  page: pages.newPaymentRequestPath,
  async submit(pageRequest, fields, web) {
    const days = requestDays.find((count) => String(count) === fields.days) ?? 3
    const result = await web.api.request(createPaymentRequest, {
      body: {
        order_reference: parseReference(fields.reference),
        open_amount: fields.open_amount === 'true',
        note: fields.note?.trim() || null,
        days,
      },
    })
    if (result.ok) return { type: 'redirect', to: `${pages.paymentRequestsPath}?new=${result.data.id}` }
    return this.renderErrors(pageRequest, fields, web, result)
  },
  renderErrors: (_, fields, web, formError) => renderNew(web, fields, formError),
}

async function renderNew(
  web: WebContext,
  fields: PostedFields,
  formError: FormError | null,
): Promise<PageResult> {
  const reference = parseReference(fields.reference)
  const [user, order] = await Promise.all([fetchUser(web), fetchOrderStatus(web, reference, '')])
  if (user.type === 'session-ended') return user.redirect
  const summary = order?.ok ? await fetchOrderSummary(web, order.data) : null
  const errors = formError?.errors ?? {}
  const isMissing = formError?.httpStatus === 404
  return {
    ...pageUserOf(user.type === 'known' ? user.profile : null),
    ...requestView({
      httpStatus: formError?.httpStatus ?? 200,
      heading: requestPageTexts.newTitle(),
      message: isMissing ? requestPageTexts.orderMissing() : (formError?.message ?? null),
      lines: [{ text: requestPageTexts.newIntro() }],
      content: {
        ...(summary && {
          details: [
            ...summary.lines,
            { label: requestPageTexts.amount(), value: formatMoney(summary.amount) },
            ...totalRows({ charge: summary.service_charge, total: summary.total_amount }),
          ],
        }),
        forms: [
          {
            action: pages.newPaymentRequestPath,
            hiddenFields: { reference },
            fields: [
              {
                name: 'note',
                label: requestPageTexts.noteLabel(),
                value: fields.note ?? '',
                maxLength: 140,
                error: errors.note?.[0],
              },
              {
                name: 'days',
                label: requestPageTexts.days(),
                value: fields.days ?? '3',
                options: requestDays.map((count) => ({
                  value: String(count),
                  text: requestPageTexts.dayCount({ count }),
                })),
              },
              {
                type: 'checkbox',
                name: 'open_amount',
                label: requestPageTexts.openAmount(),
                value: fields.open_amount ?? '',
              },
            ],
            button: requestPageTexts.create(),
            primary: true,
          },
        ],
      },
    }),
  }
}

async function renderList(
  pageRequest: PageRequest,
  web: WebContext,
  { notice, formError }: { notice?: string; formError?: FormError },
): Promise<PageResult> {
  const [user, result, statuses] = await Promise.all([
    fetchUser(web),
    web.api.request(getPaymentRequests),
    web.data.statuses(),
  ])
  if (user.type === 'session-ended') return user.redirect
  const { requests, httpStatus, message } = result.ok
    ? { requests: result.data, httpStatus: 200, message: null }
    : { requests: [], httpStatus: result.httpStatus, message: result.message }
  const newRequest = requests.find(({ id }) => id === pageRequest.query.new)
  const status = notice ?? (newRequest ? requestPageTexts.ready() : null)
  const isEmpty = result.ok && requests.length === 0
  return {
    ...pageUserOf(user.type === 'known' ? user.profile : null),
    ...requestView({
      httpStatus: formError?.httpStatus ?? httpStatus,
      heading: requestPageTexts.listTitle(),
      isList: true,
      message: formError?.message ?? message,
      lines: [
        ...(status ? [{ text: status, isStatus: true }] : []),
        ...(isEmpty ? [{ text: requestPageTexts.empty() }] : []),
      ],
      content: isEmpty ? { links: [{ href: pages.homePath, text: requestPageTexts.startForm() }] } : {},
      items: requests.map((request) => itemOf(request, { statuses, isNew: request === newRequest })),
    }),
  }
}

function itemOf(
  request: PaymentRequest,
  { statuses, isNew }: { statuses: readonly ServiceStatus[]; isNew: boolean },
): Section & { heading: string; status: string } {
  const isOpen = request.state === 'open'
  const total = totalOf(statuses, request)
  const { share, whatsapp } = shareOf(request, isNew)
  return {
    heading: request.title,
    status: requestStateTexts[request.state](),
    details: [
      { label: requestPageTexts.number(), value: request.number },
      {
        label: requestPageTexts.amount(),
        value: request.amount === null ? requestPageTexts.payerChoosesAmount() : formatMoney(request.amount),
      },
      ...(total ? totalRows(total) : []),
      ...(request.order?.total_amount !== undefined
        ? [{ label: requestPageTexts.total(), value: formatMoney(request.order.total_amount), strong: true }]
        : []),
      ...(isOpen
        ? [{ label: requestPageTexts.expires(), value: formatDate(new Date(request.expires_at)) }]
        : []),
    ],
    ...(isOpen && { share }),
    links: [
      ...(isOpen ? [{ ...whatsapp, primary: true }] : []),
      ...(request.order ? [{ href: request.order.link, text: requestPageTexts.openOrder() }] : []),
    ],
    forms: isOpen
      ? [
          {
            action: pages.paymentRequestsPath,
            hiddenFields: { id: request.id },
            button: requestPageTexts.cancel(),
          },
        ]
      : [],
  }
}
