import { randomUUID } from 'node:crypto'
import type { BaseProps, RefundAccountPage } from '../../../islands/pages.ts'
import { getAllBanks } from '../../../shared/banks.ts'
import { moneyIn } from '../../../shared/money.ts'
import {
  checkRefundAccount,
  confirmRefundAccountCode,
  sendRefundAccountCode,
  setRefundAccount,
} from '../../../shared/orders.ts'
import * as address from '../../../shared/pages.ts'
import { gateways } from '../../../shared/payments.ts'
import { parseAccessToken, parseReference, readOrderStatus } from '../order-pages.ts'
import type { Fields, Form, Loader, PageRequest, PageResult, WebContext } from '../page.ts'
import { orderNotFoundPage } from './find-order.ts'

type Props = Omit<RefundAccountPage, keyof BaseProps>

export const loadRefundAccount: Loader = (pageRequest, web) => renderPage(pageRequest, web, pageRequest.query)

/**
 * For browsers without script: the first post verifies the account's name, the second one, with the same account,
 * submits it.
 */
export const refundAccountForm: Form = {
  path: address.refundAccount,
  page: address.refundAccount,
  async submit(pageRequest, fields, web) {
    const { bank_code = '', account_number = '', auth_pin = '', code = '' } = fields
    const account = `${bank_code}:${account_number}`
    const accessToken = parseAccessToken(fields.order)
    const params = { reference: parseReference(fields.reference) }
    const authorization = accessToken ? { access_token: accessToken } : {}
    if (fields.step === 'send_code') {
      const result = await web.api.request(
        sendRefundAccountCode,
        { params, body: authorization },
        pageRequest.caller,
      )
      if (!result.ok)
        return this.renderErrors(pageRequest, fields, web, { ...result, http: result.http || 503 })
      return renderPage(pageRequest, web, fields, { sentTo: result.data.email })
    }
    if (fields.step === 'confirm_code') {
      const body = { code, ...authorization }
      const result = await web.api.request(confirmRefundAccountCode, { params, body }, pageRequest.caller)
      if (!result.ok)
        return this.renderErrors(pageRequest, fields, web, { ...result, http: result.http || 503 })
      return { type: 'elsewhere', to: address.refundAccountPage(params.reference, accessToken) }
    }
    const request = { params, body: { bank_code, account_number, ...authorization } }
    if (fields.checked !== account) {
      const result = await web.api.request(checkRefundAccount, request, pageRequest.caller)
      if (!result.ok)
        return this.renderErrors(pageRequest, fields, web, { ...result, http: result.http || 503 })
      const checked = { account, name: result.data.account_name }
      return renderPage(pageRequest, web, fields, { checked })
    }
    const key = fields.idempotency_key || randomUUID()
    const body = { ...request.body, ...(auth_pin && { auth_pin }) }
    const result = await web.api.request(setRefundAccount, { ...request, body, key }, pageRequest.caller)
    if (!result.ok) {
      // The account stays verified: only the PIN may be wrong.
      const { message, errors, http } = result
      const checked = errors.account_number ? null : { account, name: fields.account_name || null }
      return renderPage(pageRequest, web, fields, { message, errors, checked }, http || 503)
    }
    const { page, service, reference } = result.data
    return { type: 'elsewhere', to: address.pageOf(page, service, reference, accessToken) }
  },
  renderErrors: (pageRequest, fields, web, { http, message, errors }) =>
    renderPage(pageRequest, web, fields, { message, errors }, http),
}

/** The form while a refund of the order waits for an account; otherwise a redirect to the order's page. */
async function renderPage(
  pageRequest: PageRequest,
  web: WebContext,
  fields: Fields,
  overrides: Partial<Props> = {},
  http = 200,
): Promise<PageResult> {
  const reference = parseReference(fields.reference)
  const second = parseAccessToken(fields.order) || null
  const orderStatus = await readOrderStatus(pageRequest, web, reference, second ?? '')
  if (!orderStatus?.ok) return orderNotFoundPage(reference)
  const { refund_account: refundAccount, page, service } = orderStatus.data
  if (!refundAccount) return { type: 'elsewhere', to: address.pageOf(page, service, reference, second) }
  const gateway = gateways.find((candidate) => candidate === refundAccount.gateway)
  const banks = await web.api.request(getAllBanks, { query: gateway ? { gateway } : {} }, pageRequest.caller)
  const { bank_code = '', account_number = '' } = fields
  const props: Props = {
    reference,
    accessToken: second,
    status: orderStatus.data,
    amount: moneyIn(refundAccount.amount, refundAccount.currency),
    banks: banks.ok ? banks.data : [],
    values: { bank_code, account_number },
    errors: {},
    message: banks.ok ? null : banks.message,
    checked: null,
    sentTo: fields.sent_to || null,
    idempotencyKey: fields.idempotency_key || randomUUID(),
    csrf: web.csrf,
    ...overrides,
  }
  return { type: 'page', http, props }
}
