import {
  allReviews,
  auditLogs,
  closeReview,
  creditSetApart,
  deliverOrder,
  reconciliation,
  refundOrder,
  requeryOrder,
  resolveDifference,
  returnSetApart,
  tellMeWhenBack,
} from '../../shared/operations.ts'
import { waiting } from '../approvals/index.ts'
import { audit } from '../audit/index.ts'
import { type Actor, Refused, type Route, route } from '../http/index.ts'
import { listDeeds } from './audit-list.ts'
import { lastFigures } from './books/figures.ts'
import { explainDifference, listDifferences } from './books/list.ts'
import { giveApart, type Receiver } from './give-apart.ts'
import type { OperationsParts } from './parts.ts'
import { type Act, close, deliver, refund, requery } from './review-acts.ts'
import { listReviews } from './reviews.ts'
import { waitForService } from './tell-me.ts'

/** What anybody may ask of operations, and what managers do. */
export function operationsRoutes(parts: OperationsParts): Route[] {
  /** Asked anew on each call: a PIN that was right before counts for nothing. */
  const act = async (it: {
    actor: Actor
    request: string
    body: { auth_pin: string; reason: string }
  }): Promise<Act> => {
    await parts.assertPin(it.actor, it.body.auth_pin)
    return { by: it.actor, request: it.request, reason: it.body.reason }
  }
  const gives = async (id: string, to: Receiver, { by, request, reason }: Act) => {
    const it = { differenceId: BigInt(id), to, why: reason }
    const waits = await giveApart(parts, it, { actor: by, request })
    if (waits) return waiting({})
    return { data: {}, message: to.is === 'wallet' ? 'The wallet was credited.' : 'The money is going back.' }
  }
  return [
    route(tellMeWhenBack, async ({ params, body, ...caller }) => {
      await waitForService(parts, params.service, body, caller)
      return { data: { service: params.service }, message: 'We will tell you when it is back.' }
    }),

    route(allReviews, async ({ query, actor, request }) => ({
      data: await listReviews(parts, query, { by: actor, request }),
    })),
    route(requeryOrder, async (it) => ({
      data: await requery(parts, it.params.reference, await act(it)),
      message: 'We have asked again.',
    })),
    route(deliverOrder, async (it) => ({
      data: await deliver(parts, it.params.reference, it.body.evidence, await act(it)),
      message: 'The order is delivered, and the customer is told.',
    })),
    route(refundOrder, async (it) => {
      const bankReference = it.body.evidence?.bank_reference
      const { waits, status } = await refund(parts, it.params.reference, bankReference, await act(it))
      return waits ? waiting(status) : { data: status, message: 'The money is going back.' }
    }),
    route(closeReview, async (it) => ({
      data: await close(parts, it.params.reference, await act(it)),
      message: 'The order has left the queue.',
    })),

    route(reconciliation, async ({ query, actor, request }) => {
      const found = await listDifferences(parts.db, query)
      await audit(parts.db.q, { by: actor, action: 'difference.read', request })
      return { data: { ...found, figures: await lastFigures(parts.db) } }
    }),
    route(resolveDifference, async (it) => {
      const { by, request, reason } = await act(it)
      if (!(await explainDifference(parts.db, BigInt(it.params.id), { by, request, why: reason })))
        throw new Refused('NOT_FOUND')
      return { data: {}, message: 'The difference is explained.' }
    }),
    route(creditSetApart, async (it) => {
      const acting = await act(it)
      const user = await parts.db.q
        .selectFrom('users')
        .select('id')
        .where('uniqueid', '=', it.body.user_id)
        .executeTakeFirst()
      if (!user) throw new Refused('NOT_FOUND', { field: 'user_id' })
      return gives(it.params.id, { is: 'wallet', userId: user.id }, acting)
    }),
    route(returnSetApart, async (it) => {
      const reference = it.body.bank_reference
      const to = reference === undefined ? ({ is: 'gateway' } as const) : ({ is: 'bank', reference } as const)
      return gives(it.params.id, to, await act(it))
    }),

    route(auditLogs, async ({ query, actor, request }) => ({
      data: await listDeeds(parts.db, query, { by: actor, request }),
    })),
  ]
}
