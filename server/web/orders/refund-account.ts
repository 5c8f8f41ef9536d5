import { randomUUID } from 'node:crypto'
import type { EveryPage, RefundAccountPage } from '../../../islands/pages.ts'
import { getAllBanks } from '../../../shared/banks.ts'
import { checkRefundAccount, giveRefundAccount } from '../../../shared/orders.ts'
import * as address from '../../../shared/pages.ts'
import { gateways } from '../../../shared/payments.ts'
import { readState, referenceIn, secretIn } from '../order-pages.ts'
import type { Fields, Form, Load, Shown, Site, Visit } from '../page.ts'
import { noRecord } from './no-record.ts'

type Props = Omit<RefundAccountPage, keyof EveryPage>

export const loadRefundAccount: Load = (visit, site) => shown(visit, site, visit.query)

/** Without script: the first post asks whose account it is, the second, about the same one, sends it. */
export const refundAccountForm: Form = {
  path: address.refundAccount,
  page: address.refundAccount,
  async submit(visit, fields, site) {
    const { bank_code = '', account_number = '' } = fields
    const account = `${bank_code}:${account_number}`
    const secret = secretIn(fields.order)
    const asked = {
      params: { reference: referenceIn(fields.reference) },
      body: { bank_code, account_number, ...(secret && { access_token: secret }) },
    }
    if (fields.checked !== account) {
      const answer = await site.api.ask(checkRefundAccount, asked, visit.caller)
      if (!answer.ok) return this.again(visit, fields, site, { ...answer, http: answer.http || 503 })
      const checked = { account, name: answer.data.account_name }
      return shown(visit, site, fields, { checked })
    }
    const key = fields.idempotency_key || randomUUID()
    const answer = await site.api.ask(giveRefundAccount, { ...asked, key }, visit.caller)
    if (!answer.ok) return this.again(visit, fields, site, { ...answer, http: answer.http || 503 })
    const { page, service, reference } = answer.data
    return { is: 'elsewhere', to: address.pageOf(page, service, reference, secret) }
  },
  again: (visit, fields, site, { http, message, errors }) =>
    shown(visit, site, fields, { message, errors }, http),
}

/** The form while money of the order waits for an account; else the order's own page, which says where it is. */
async function shown(
  visit: Visit,
  site: Site,
  fields: Fields,
  over: Partial<Props> = {},
  http = 200,
): Promise<Shown> {
  const reference = referenceIn(fields.reference)
  const second = secretIn(fields.order) || null
  const state = await readState(visit, site, reference, second ?? '')
  if (!state?.ok) return noRecord
  const { refund_account: wanted, page, service } = state.data
  if (!wanted) return { is: 'elsewhere', to: address.pageOf(page, service, reference, second) }
  const gateway = gateways.find((it) => it === wanted.gateway)
  const banks = await site.api.ask(getAllBanks, { query: gateway ? { gateway } : {} }, visit.caller)
  const { bank_code = '', account_number = '' } = fields
  const props: Props = {
    reference,
    second,
    status: state.data,
    amount: wanted.amount,
    banks: banks.ok ? banks.data : [],
    values: { bank_code, account_number },
    errors: {},
    message: banks.ok ? null : banks.message,
    checked: null,
    idempotencyKey: fields.idempotency_key || randomUUID(),
    csrf: site.csrf,
    ...over,
  }
  return { is: 'page', http, props }
}
