import { getServiceHealth } from '../../shared/actions.ts'
import {
  closeReview,
  creditUnallocatedFunds,
  deliverOrder,
  getAuditLogs,
  getReconciliation,
  getReviews,
  openFloatBalance,
  refundOrder,
  rejectAccountOfRefund,
  requeryOrder,
  resolveBreak,
  returnUnallocatedFunds,
  subscribeToServiceAlert,
} from '../../shared/operations.ts'
import { pendingResult } from '../approvals/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { type Actor, ApiError, type Route, route } from '../http/index.ts'
import { allocateFunds, type Destination } from './allocate-funds.ts'
import type { OperationsDeps } from './deps.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { withPermittedActions } from './permitted-actions.ts'
import { latestDailyMetrics } from './reconciliation/daily-metrics.ts'
import { openFloatForBreak } from './reconciliation/float.ts'
import { listBreaks, markBreakResolved } from './reconciliation/list-breaks.ts'
import { rejectRefundAccount } from './refund-account-review.ts'
import { refundReviewedOrder } from './refund-reviewed-order.ts'
import { close, deliver, type ManagerAction, requery } from './review-actions.ts'
import { reviewServerTexts } from './review-texts.ts'
import { listReviews } from './reviews.ts'
import { subscribeToService } from './service-alerts.ts'
import { cacheSeconds, createServiceHealth } from './service-status.ts'
import { operationsTexts } from './texts.ts'

/** Operations routes: two public routes, the others for managers. */
export function operationsRoutes(deps: OperationsDeps): Route[] {
  const serviceHealth = createServiceHealth(deps)
  /** Every request requires the PIN; an earlier correct PIN has no effect. */
  const authorise = async (request: {
    actor: Actor
    requestId: string
    body: { auth_pin: string; reason: string }
  }): Promise<ManagerAction> => {
    await deps.assertPin(request.actor, request.body.auth_pin)
    return { actor: request.actor, requestId: request.requestId, reason: request.body.reason }
  }
  const allocate = async (
    id: string,
    destination: Destination,
    { actor, requestId, reason }: ManagerAction,
  ) => {
    const allocation = { breakId: BigInt(id), to: destination, note: reason }
    const isPending = await allocateFunds(deps, allocation, { actor, requestId })
    if (isPending) return pendingResult({})
    return {
      data: {},
      message:
        destination.type === 'wallet'
          ? reviewServerTexts.walletCredited()
          : reviewServerTexts.refundStarted(),
    }
  }
  return [
    route(subscribeToServiceAlert, async ({ params, body, ...caller }) => {
      await subscribeToService(deps, params.service, body, caller)
      return { data: { service: params.service }, message: operationsTexts.messageWhenBack() }
    }),
    route(getServiceHealth, async () => ({ data: await serviceHealth(), cacheSeconds })),

    route(getReviews, async ({ query, actor, requestId }) => {
      const reviews = await listReviews(deps, query, { actor, requestId })
      const list = reviews.list.map((review) => withPermittedActions(actor, review))
      return { data: { ...reviews, list } }
    }),
    route(requeryOrder, async (request) => ({
      data: await requery(deps, request.params.reference, await authorise(request)),
      message: reviewServerTexts.requerySent(),
    })),
    route(deliverOrder, async (request) => ({
      data: await deliver(deps, request.params.reference, request.body.evidence, await authorise(request)),
      message: reviewServerTexts.delivered(),
    })),
    route(refundOrder, async (request) => {
      const bankReference = request.body.evidence?.bank_reference
      const { isPending, status } = await refundReviewedOrder(
        deps,
        request.params.reference,
        bankReference,
        await authorise(request),
      )
      return isPending ? pendingResult(status) : { data: status, message: reviewServerTexts.refundStarted() }
    }),
    route(rejectAccountOfRefund, async (request) => ({
      data: await rejectRefundAccount(deps, request.params.reference, await authorise(request)),
      message: reviewServerTexts.accountRejected(),
    })),
    route(closeReview, async (request) => ({
      data: await close(deps, request.params.reference, await authorise(request)),
      message: reviewServerTexts.closed(),
    })),

    route(getReconciliation, async ({ query, actor, requestId }) => {
      const breaks = await listBreaks(deps.db, query)
      await recordAuditEvent(deps.db.q, { actor, action: 'difference.read', requestId })
      return { data: { ...breaks, daily_metrics: await latestDailyMetrics(deps.db) } }
    }),
    route(resolveBreak, async (context) => {
      const { actor, requestId, reason } = await authorise(context)
      if (!(await markBreakResolved(deps.db, BigInt(context.params.id), { actor, requestId, reason })))
        throw new ApiError('NOT_FOUND')
      return { data: {}, message: reviewServerTexts.breakResolved() }
    }),
    route(openFloatBalance, async (context) => {
      const { actor, requestId, reason } = await authorise(context)
      const message = await openFloatForBreak(deps, BigInt(context.params.id), {
        actor,
        requestId,
        reason,
      })
      return { data: {}, message }
    }),
    route(creditUnallocatedFunds, async (request) => {
      const action = await authorise(request)
      const user = await deps.db.q
        .selectFrom('users')
        .select('id')
        .where('uniqueid', '=', request.body.user_id)
        .executeTakeFirst()
      if (!user) throw new ApiError('NOT_FOUND', { field: 'user_id' })
      return allocate(request.params.id, { type: 'wallet', userId: user.id }, action)
    }),
    route(returnUnallocatedFunds, async (request) => {
      const reference = request.body.bank_reference
      const destination =
        reference === undefined ? ({ type: 'gateway' } as const) : ({ type: 'transfer', reference } as const)
      return allocate(request.params.id, destination, await authorise(request))
    }),

    route(getAuditLogs, async ({ query, actor, requestId }) => ({
      data: await listAuditEvents(deps.db, query, { actor, requestId }),
    })),
  ]
}
