import { randomUUID } from 'node:crypto'
import type { BaseProps, RefundAccountPage } from '../../../islands/pages.ts'
import { getBanks } from '../../../shared/banks.ts'
import { moneyIn } from '../../../shared/money.ts'
import {
  checkRefundAccount,
  confirmRefundAccountCode,
  sendRefundAccountCode,
  setRefundAccount,
} from '../../../shared/orders.ts'
import * as pages from '../../../shared/pages.ts'
import { gateways } from '../../../shared/payments.ts'
import { fetchOrderStatus, parseAccessToken, parseReference } from '../order-pages.ts'
import type { FormError, Loader, PageResult, PostedFields, PostedForm, WebContext } from '../page.ts'
import { orderNotFoundPage } from './find-order.ts'

type Props = Omit<RefundAccountPage, keyof BaseProps>

export const loadRefundAccount: Loader = (pageRequest, web) => renderPage(web, pageRequest.query)

/**
 * For browsers without JavaScript: the first post verifies the account's name, the second one, with the same account,
 * submits it.
 */
export const refundAccountForm: PostedForm = {
  path: pages.refundAccountPath,
  page: pages.refundAccountPath,
  async submit(_, fields, web) {
    const { bank_code = '', account_number = '' } = fields
    if (fields.step === 'send_code') return sendCode(fields, web)
    if (fields.step === 'confirm_code') return confirmCode(fields, web)
    if (fields.checked !== `${bank_code}:${account_number}`) return checkAccount(fields, web)
    return submitAccount(fields, web)
  },
  renderErrors: (_, fields, web, formError) => renderErrors(fields, web, formError),
}

function renderErrors(
  fields: PostedFields,
  web: WebContext,
  { httpStatus, message, errors }: FormError,
): Promise<PageResult> {
  return renderPage(web, fields, { message, errors }, httpStatus)
}

/** The order and account of a posted form, in the form of the API. */
function requestOf(fields: PostedFields) {
  const { bank_code = '', account_number = '' } = fields
  const accessToken = parseAccessToken(fields.order)
  return {
    accessToken,
    account: `${bank_code}:${account_number}`,
    params: { reference: parseReference(fields.reference) },
    authorization: accessToken ? { access_token: accessToken } : {},
    accountBody: { bank_code, account_number },
  }
}

type Step = (fields: PostedFields, web: WebContext) => Promise<PageResult>

const sendCode: Step = async (fields, web) => {
  const { params, authorization: body } = requestOf(fields)
  const result = await web.api.request(sendRefundAccountCode, { params, body })
  if (!result.ok) return renderErrors(fields, web, result)
  return renderPage(web, fields, { sentTo: result.data.email })
}

const confirmCode: Step = async (fields, web) => {
  const { params, authorization, accessToken } = requestOf(fields)
  const body = { code: fields.code ?? '', ...authorization }
  const result = await web.api.request(confirmRefundAccountCode, { params, body })
  if (!result.ok) return renderErrors(fields, web, result)
  return { type: 'redirect', to: pages.refundAccountPageUrl(params.reference, accessToken) }
}

const checkAccount: Step = async (fields, web) => {
  const { params, authorization, account, accountBody } = requestOf(fields)
  const body = { ...accountBody, ...authorization }
  const result = await web.api.request(checkRefundAccount, { params, body })
  if (!result.ok) return renderErrors(fields, web, result)
  return renderPage(web, fields, { checked: { account, name: result.data.account_name } })
}

const submitAccount: Step = async (fields, web) => {
  const { params, authorization, account, accountBody, accessToken } = requestOf(fields)
  const key = fields.idempotency_key || randomUUID()
  const body = { ...accountBody, ...authorization, ...(fields.auth_pin && { auth_pin: fields.auth_pin }) }
  const result = await web.api.request(setRefundAccount, { params, body, key })
  if (!result.ok) {
    // The account stays verified: only the PIN may be wrong.
    const { message, errors, httpStatus } = result
    const checkedAccount = errors.account_number ? null : { account, name: fields.account_name || null }
    return renderPage(web, fields, { message, errors, checked: checkedAccount }, httpStatus)
  }
  const { page, service, reference } = result.data
  return { type: 'redirect', to: pages.orderPageUrl(page, service, reference, accessToken) }
}

/** The form while a refund of the order waits for an account; otherwise a redirect to the order's page. */
async function renderPage(
  web: WebContext,
  fields: PostedFields,
  overrides: Partial<Props> = {},
  httpStatus = 200,
): Promise<PageResult> {
  const reference = parseReference(fields.reference)
  const accessToken = parseAccessToken(fields.order) || null
  const orderStatus = await fetchOrderStatus(web, reference, accessToken ?? '')
  if (!orderStatus?.ok) return orderNotFoundPage(reference)
  const { refund_account: refundAccount, page, service } = orderStatus.data
  if (!refundAccount)
    return { type: 'redirect', to: pages.orderPageUrl(page, service, reference, accessToken) }
  const gateway = gateways.find((candidate) => candidate === refundAccount.gateway)
  const banks = await web.api.request(getBanks, { query: gateway ? { gateway } : {} })
  const { bank_code = '', account_number = '' } = fields
  const props: Props = {
    reference,
    accessToken,
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
  return { type: 'page', httpStatus, props, locals: { testValues: 'refundAccount' } }
}
