import { type ApprovalKind, allApprovals, approve, reject } from '../../shared/management/approvals.ts'
import type { Database } from '../database/index.ts'
import { type Actor, type Route, route } from '../http/index.ts'
import { approvalsFor, decide, type Happens } from './approvals.ts'

interface Parts {
  readonly db: Database
  /** Asks a manager for the PIN, on the call that needs it. @throws Refused PIN_WRONG and its kin */
  readonly assertPin: (actor: Actor, pin: string) => Promise<void>
  /** What a yes does, by what was asked for. */
  readonly happens: Readonly<Record<ApprovalKind, Happens>>
}

/** The calls by which a second manager decides what the first one asked for. */
export function approvalRoutes({ db, assertPin, happens }: Parts): Route[] {
  return [
    route(allApprovals, async ({ query, actor }) => ({ data: await approvalsFor(db, actor, query.kind) })),
    route(approve, async ({ params, body, actor, request }) => {
      await assertPin(actor, body.auth_pin)
      await decide(db, { id: params.id, state: 'approved', because: null }, { actor, request }, happens)
      return { message: 'Approved.', data: {} }
    }),
    route(reject, async ({ params, body, actor, request }) => {
      await assertPin(actor, body.auth_pin)
      const because = body.reason ?? null
      await decide(db, { id: params.id, state: 'rejected', because }, { actor, request }, happens)
      return { message: 'Rejected.', data: {} }
    }),
  ]
}
