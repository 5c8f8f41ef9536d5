import { type ApprovalKind, approve, getApprovals, reject } from '../../shared/management/approvals.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, type Route, route } from '../http/index.ts'
import { type ApprovalHandler, decideApproval } from './approvals.ts'
import { type DescribeSetting, listApprovals } from './list.ts'
import { approvalServerTexts } from './texts.ts'

interface ApprovalDeps {
  readonly db: Database
  /**
   * Checks the manager's PIN on the call that needs it.
   * @throws ApiError PIN_WRONG and the other PIN errors
   */
  readonly assertPin: (actor: Actor, pin: string) => Promise<void>
  /** Executes an approved request, by kind. */
  readonly handlers: Readonly<Record<ApprovalKind, ApprovalHandler>>
  readonly describeSetting: DescribeSetting
}

/** Routes for listing and deciding approvals. */
export function approvalRoutes({ db, assertPin, handlers, describeSetting }: ApprovalDeps): Route[] {
  return [
    route(getApprovals, async ({ query, actor, requestId }) => {
      await recordAuditEvent(db.q, {
        actor,
        action: 'approvals.read',
        subject: query.kind ?? 'all',
        requestId,
      })
      return { data: await listApprovals(db, actor, query.kind, describeSetting) }
    }),
    route(approve, async ({ params, body, actor, requestId }) => {
      await assertPin(actor, body.auth_pin)
      await decideApproval(
        db,
        { id: params.id, state: 'approved', reason: null },
        { actor, requestId },
        handlers,
      )
      return { message: approvalServerTexts.approved(), data: {} }
    }),
    route(reject, async ({ params, body, actor, requestId }) => {
      await assertPin(actor, body.auth_pin)
      const reason = body.reason ?? null
      await decideApproval(db, { id: params.id, state: 'rejected', reason }, { actor, requestId }, handlers)
      return { message: approvalServerTexts.rejected(), data: {} }
    }),
  ]
}
