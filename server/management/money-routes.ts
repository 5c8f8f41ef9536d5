import {
  allApprovals,
  approve,
  reject,
  subscribeCabletv,
  subscribePower,
  topUpWallet,
} from '../../shared/management/purchases.ts'
import { assertPin } from '../accounts/index.ts'
import { intentionId, type Route, route } from '../http/index.ts'
import type { ManagementParts } from './parts.ts'
import { buyCabletv, buyPower } from './purchases.ts'
import { approvalsFor, approveWaiting, rejectWaiting, topUp } from './top-up.ts'

/** The calls of the back office that move money: each asks for the PIN again. */
export function moneyRoutes(parts: ManagementParts): Route[] {
  const { db } = parts
  return [
    route(subscribePower, async ({ body, actor, request }) => {
      await assertPin(parts, actor, body.auth_pin)
      return buyPower(parts, body, { actor, request })
    }),
    route(subscribeCabletv, async ({ body, actor, request }) => {
      await assertPin(parts, actor, body.auth_pin)
      return buyCabletv(parts, body, { actor, request })
    }),
    route(topUpWallet, async ({ body, actor, request, key }) => {
      await assertPin(parts, actor, body.auth_pin)
      const it = {
        id: intentionId('topUpWallet', { actor, key }),
        userId: body.user_id,
        amountKobo: body.amount,
        subject: body.subject || null,
      }
      const waiting = await topUp(parts, it, { actor, request })
      if (!waiting) return { message: 'The wallet was topped up.', data: { approval_id: null } }
      const message = 'This sum needs a second manager. It waits for one.'
      return { http: 202, status: 'pending', message, data: { approval_id: waiting } }
    }),
    route(allApprovals, async ({ actor }) => ({ data: await approvalsFor(db, actor) })),
    route(approve, async ({ params, body, actor, request }) => {
      await assertPin(parts, actor, body.auth_pin)
      await approveWaiting(parts, params.id, { actor, request })
      return { message: 'Approved.', data: {} }
    }),
    route(reject, async ({ params, body, actor, request }) => {
      await assertPin(parts, actor, body.auth_pin)
      await rejectWaiting(parts, params.id, body.reason ?? null, { actor, request })
      return { message: 'Rejected.', data: {} }
    }),
  ]
}
