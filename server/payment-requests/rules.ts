import type { UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { lockWalletOwner } from '../ledger/index.ts'
import { notify } from '../notifications/index.ts'
import type { Order, PaymentRequestRules } from '../purchase/index.ts'
import {
  lockRequest,
  notPayableText,
  paymentRequestMachine,
  type RequestRow,
  requestTitleOf,
  selectRequests,
  statusOf,
} from './request.ts'
import { paymentRequestTexts } from './texts.ts'

/** A checkout opens only for an open request; the first payment that arrives marks the request as paid. */
export const paymentRequestRules: PaymentRequestRules = {
  async assertOpen(tx, requestId) {
    const request = await lockRequest(tx, requestId)
    if (!request || statusOf(request) !== 'open')
      throw new ApiError('REQUEST_CLOSED', request && { message: notPayableText(request) })
  },

  async claim(tx, order) {
    const request = order.payment_request_id && (await lockRequestAndOwner(tx, order.payment_request_id))
    if (!request) return 'closed'
    // A payment that was started before the expiry still counts: it is refunded only if the request is cancelled or
    // blocked, or its requester's account is blocked or closed.
    if (request.state === 'paid') return request.paid_order_id === order.id ? 'claimed' : 'paid'
    if (request.state !== 'open' || request.is_suspended) return 'closed'
    await paymentRequestMachine.transition(
      tx,
      request as typeof request & { readonly state: 'open' },
      'paid',
      { paid_order_id: order.id },
      { event: 'payment.succeeded' },
    )
    await assignToRequester(tx, order, request.user_id)
    await notify(tx, {
      userId: request.user_id,
      service: request.service,
      subject: paymentRequestTexts.paidSubject(),
      body: paymentRequestTexts.paidBody({ title: requestTitleOf(request) }),
      orderId: order.id,
    })
    return 'claimed'
  },
}

/** Locks the requester, so that the account is not closed before the transaction ends, and then the request. */
async function lockRequestAndOwner(tx: Tx, id: string): Promise<RequestRow | undefined> {
  const request = await selectRequests(tx).where('id', '=', id).executeTakeFirst()
  if (request) await lockWalletOwner(tx, request.user_id)
  return lockRequest(tx, id)
}

/** Adds the paid order to the requester's account. */
const assignToRequester = (tx: Tx, order: Order, userId: UserId) =>
  tx.updateTable('orders').set({ user_id: userId }).where('id', '=', order.id).execute()
