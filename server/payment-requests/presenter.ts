import type { UserId } from '../../shared/ids.ts'
import { formatMoney, nairaOf } from '../../shared/money.ts'
import { orderPageUrl, paymentRequestPageUrl } from '../../shared/pages.ts'
import type { PayerOrder, PaymentRequest, PublicRequest } from '../../shared/payment-requests.ts'
import { listPayments } from '../payments/index.ts'
import {
  currentStatus,
  maskedNumber,
  type Order,
  orderStatusOf,
  toLocalPhone,
  totalsOf,
} from '../purchase/index.ts'
import { codeContext } from './create.ts'
import type { PaymentRequestDeps } from './deps.ts'
import { firstName, type RequestRow, requestTitleOf, statusOf } from './request.ts'
import { paymentRequestTexts } from './texts.ts'

const amountOf = ({ amount_kobo: kobo }: RequestRow): number | null => (kobo === null ? null : nairaOf(kobo))

const codeOf = ({ secrets }: PaymentRequestDeps, request: RequestRow): string =>
  secrets.decrypt(request.encrypted_code, codeContext(request.code_hash))

/** A request for its requester. */
export async function showRequest(deps: PaymentRequestDeps, request: RequestRow): Promise<PaymentRequest> {
  const code = codeOf(deps, request)
  return {
    id: request.id,
    state: statusOf(request),
    service: request.service,
    title: requestTitleOf(request),
    number: toLocalPhone(request.selection.number),
    amount: amountOf(request),
    note: request.note,
    code,
    link: `${deps.appUrl}${paymentRequestPageUrl(code)}`,
    expires_at: request.expires_at.toISOString(),
    created_at: request.created_at.toISOString(),
    order: await paidOrderOf(deps, request),
  }
}

async function paidOrderOf(
  { db }: PaymentRequestDeps,
  { paid_order_id: orderId }: RequestRow,
): Promise<PaymentRequest['order']> {
  if (orderId === null) return null
  const order = (await db.q
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()) as Order
  const { page } = orderStatusOf(order, await listPayments(db.q, order.id), [])
  const { reference, state, service, access_token: accessToken } = order
  return {
    reference,
    state,
    link: orderPageUrl(page, service, reference, accessToken),
    total_amount: nairaOf(order.total_kobo),
  }
}

const requesterOf = async ({ db }: PaymentRequestDeps, userId: UserId): Promise<string> => {
  const user = await db.q
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return firstName(user.name)
}

/** A request for its payer: whom and what, no more. */
export const showToPayer = async (deps: PaymentRequestDeps, request: RequestRow): Promise<PublicRequest> => ({
  state: statusOf(request),
  requester: await requesterOf(deps, request.user_id),
  service: request.service,
  title: requestTitleOf(request),
  number: maskedNumber(request.selection.number),
  amount: amountOf(request),
  note: request.note,
  expires_at: request.expires_at.toISOString(),
})

/** The order of a request for its payer: status and amounts, without token and full number. */
export async function showOrderToPayer(
  deps: PaymentRequestDeps,
  request: RequestRow,
  order: Order,
): Promise<PayerOrder> {
  const status = await currentStatus(deps.db, order)
  const requester = await requesterOf(deps, request.user_id)
  const isDelivered = order.state === 'delivered'
  const requestStatus = statusOf(request)
  return {
    reference: order.reference,
    state: order.state,
    service: order.service,
    title: requestTitleOf(request),
    number: maskedNumber(order.beneficiary),
    requester,
    ...totalsOf(order),
    money: {
      status: status.money.status,
      message: isDelivered
        ? paymentRequestTexts.payerDelivered({ total: formatMoney(order.total_kobo), requester })
        : status.money.message,
    },
    refunds: status.extra_refunds.map(({ message }) => message),
    needs_account: status.refund_account !== undefined,
    can_pay: status.can_pay && requestStatus === 'open',
    request: requestStatus,
    request_code: codeOf(deps, request),
    delivered_at: order.delivered_at?.toISOString() ?? null,
  }
}
