import { blockPaymentRequest, getManagedPaymentRequests } from '../../shared/management/payment-requests.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { ApiError, type Route, route } from '../http/index.ts'
import { listRequests } from './managed-list.ts'
import { lockRequest, paymentRequestMachine } from './request.ts'
import { paymentRequestTexts } from './texts.ts'

/** Routes of managers: payment requests and the reports about them. Reading and blocking are audited. */
export const managedPaymentRequestRoutes = ({ db }: { db: Database }): Route[] => [
  route(getManagedPaymentRequests, async ({ query: { view = 'reported', cursor }, actor, requestId }) => {
    await recordAuditEvent(db.q, { actor, action: 'payment_request.read', subject: view, requestId })
    return { data: await listRequests(db, { view, cursor }) }
  }),

  route(blockPaymentRequest, async ({ params, body, actor, requestId }) => {
    await db.inTransaction(async (tx) => {
      const request = await lockRequest(tx, params.id)
      if (!request) throw new ApiError('NOT_FOUND')
      if (request.state === 'blocked') return
      if (request.state !== 'open') throw new ApiError('REQUEST_CLOSED')
      await paymentRequestMachine.transition(
        tx,
        request as typeof request & { readonly state: 'open' },
        'blocked',
        {},
        { event: 'manager.blocked' },
      )
      await recordAuditEvent(tx, {
        actor,
        action: 'payment_request.block',
        subject: request.id,
        dataSubject: request.user_id,
        detail: { reason: body.reason },
        requestId,
      })
    })
    return { message: paymentRequestTexts.blocked(), data: {} }
  }),
]
