import {
  cancelPaymentRequest,
  createPaymentRequest,
  createPaymentRequestOrder,
  getPayerOrder,
  getPaymentRequest,
  getPaymentRequests,
  reportPaymentRequest,
} from '../../shared/payment-requests.ts'
import { ApiError, type Caller, ipNetworkOf, type Route, route } from '../http/index.ts'
import {
  isPayer,
  type OrderProcessor,
  openOrder,
  processOrder,
  rejectFailedAccess,
} from '../purchase/index.ts'
import { createRequest, hashOf } from './create.ts'
import type { PaymentRequestDeps } from './deps.ts'
import { createOrderOfRequest } from './order.ts'
import { showOrderToPayer, showRequest, showToPayer } from './presenter.ts'
import {
  cancelRequest,
  lockRequest,
  notPayableText,
  type RequestRow,
  selectRequests,
  statusOf,
} from './request.ts'
import { paymentRequestTexts } from './texts.ts'

const maxListed = 100
/** A payer's page waits this long for an order in progress; the page refreshes itself afterwards. */
const processMs = 3_000

/** Routes of payment requests: the requester's, and the payer's. */
export function paymentRequestRoutes(deps: PaymentRequestDeps, orderProcessor: OrderProcessor): Route[] {
  const { db, limits } = deps

  /** @throws ApiError NOT_FOUND for an unknown code, TOO_MANY */
  async function findRequest(code: string, caller: Caller): Promise<RequestRow> {
    await limits.consume('request_client', caller.ip)
    const request = await selectRequests(db.q).where('code_hash', '=', hashOf(code)).executeTakeFirst()
    // A blocked request is not shown to anyone: its note may be the abuse.
    if (!request || statusOf(request) === 'blocked') return rejectFailedAccess(limits, caller)
    return request
  }

  return [
    route(createPaymentRequest, async ({ body, ...caller }) => ({
      message: paymentRequestTexts.created(),
      data: await showRequest(deps, await createRequest(deps, body, caller)),
    })),

    route(getPaymentRequests, async ({ actor }) => {
      const requests = await selectRequests(db.q)
        .where('user_id', '=', actor.userId)
        .orderBy('created_at', 'desc')
        .limit(maxListed)
        .execute()
      return { data: await Promise.all(requests.map((request) => showRequest(deps, request))) }
    }),

    route(cancelPaymentRequest, async ({ params, actor }) => {
      await db.inTransaction(async (tx) => {
        const request = await lockRequest(tx, params.id)
        if (request?.user_id !== actor.userId) throw new ApiError('NOT_FOUND')
        if (request.state === 'cancelled') return
        if (request.state !== 'open')
          throw new ApiError('REQUEST_CLOSED', { message: notPayableText(request) })
        await cancelRequest(tx, request)
      })
      const request = await selectRequests(db.q).where('id', '=', params.id).executeTakeFirstOrThrow()
      return { message: paymentRequestTexts.cancelled(), data: await showRequest(deps, request) }
    }),

    route(getPaymentRequest, async ({ params, ...caller }) => ({
      data: await showToPayer(deps, await findRequest(params.code, caller)),
    })),

    route(createPaymentRequestOrder, async ({ params, body, ...caller }) => {
      const request = await findRequest(params.code, caller)
      // Another person with the link uses up their own points, and not those of the payer.
      const payer = caller.actor ? `user ${caller.actor.userId}` : ipNetworkOf(caller.ip)
      await limits.consume('request_order_payer', `${request.id} ${payer}`)
      await limits.consume('request_order', request.id)
      const { reference } = await createOrderOfRequest(deps, request, body.amount, caller)
      return { data: { reference } }
    }),

    route(getPayerOrder, async ({ params, body, ...caller }) => {
      const access = { reference: params.reference, token: body.token, caller, allowsPayer: true }
      const order = await openOrder({ db, limits }, access)
      if (!order.payment_request_id || !isPayer(order, caller, body.token)) throw new ApiError('NOT_FOUND')
      const isInProgress = order.state !== 'quoted' && order.state !== 'delivered'
      const current = isInProgress
        ? // A status that is not in progress is not an error for a page that shows the status.
          await processOrder(orderProcessor, order, processMs).then(
            (result) => result.order,
            () => null,
          )
        : order
      const currentOrder = current ?? (await openOrder({ db, limits }, access))
      const request = await selectRequests(db.q)
        .where('id', '=', order.payment_request_id)
        .executeTakeFirstOrThrow()
      return { data: await showOrderToPayer(deps, request, currentOrder) }
    }),

    route(reportPaymentRequest, async ({ params, body, ...caller }) => {
      const request = await findRequest(params.code, caller)
      await limits.consume('request_report', `${request.id} ${ipNetworkOf(caller.ip)}`)
      await db.q
        .insertInto('payment_request_reports')
        .values({ request_id: request.id, reason: body.reason })
        .execute()
      return { message: paymentRequestTexts.reported(), data: {} }
    }),
  ]
}
