import type { BaseProps, ReportPage } from '../../../islands/pages.ts'
import * as pages from '../../../shared/pages.ts'
import { reportOrder } from '../../../shared/tickets.ts'
import { fetchOrderStatus, parseAccessToken, parseReference } from '../order-pages.ts'
import type { Loader, PageResult, PostedFields, PostedForm, WebContext } from '../page.ts'
import { fetchBiller } from '../services/pages.ts'
import { orderNotFoundPage } from './find-order.ts'

type Props = Omit<ReportPage, keyof BaseProps>

export const loadTicketPage: Loader = (pageRequest, web) => renderPage(web, pageRequest.query)

/** The ticket form for browsers without JavaScript: shows the ticket number or the form again. */
export const ticketForm: PostedForm = {
  path: pages.reportPath,
  page: pages.reportPath,
  async submit(pageRequest, fields, web) {
    const { message, email } = fields
    const result = await web.api.request(reportOrder, {
      params: { reference: parseReference(fields.reference) },
      body: { message, email, access_token: parseAccessToken(fields.order) || null },
    })
    if (result.ok) return renderPage(web, fields, { values: {}, number: result.data.number })
    return this.renderErrors(pageRequest, fields, web, result)
  },
  renderErrors: (_, fields, web, { httpStatus, message, errors }) =>
    renderPage(web, fields, { message, errors }, httpStatus),
}

/** The form, for a caller who may see the order. A view-only link gets no more data than the link itself shows. */
async function renderPage(
  web: WebContext,
  fields: PostedFields,
  overrides: Partial<Props> = {},
  httpStatus = 200,
): Promise<PageResult> {
  const reference = parseReference(fields.reference)
  const accessToken = parseAccessToken(fields.order) || null
  const orderStatus = await fetchOrderStatus(web, reference, accessToken ?? '')
  const status = orderStatus?.ok ? orderStatus.data : null
  if (!reference || (!status && !accessToken)) return orderNotFoundPage(reference)
  const { message = '', email = '' } = fields
  const props: Props = {
    reference,
    accessToken,
    status,
    biller: status && (await fetchBiller(web, status)),
    number: null,
    values: { message, email },
    errors: {},
    message: null,
    csrf: web.csrf,
    ...overrides,
  }
  return { type: 'page', httpStatus, props }
}
