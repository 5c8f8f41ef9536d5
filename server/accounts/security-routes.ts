import type { Response } from 'express'
import {
  allActivity,
  allSessions,
  endOtherSessions,
  endSession,
  toggleActivityLogs,
  verifyPin,
} from '../../shared/security.ts'
import { accountEvent } from '../audit/index.ts'
import { bearerIn, type Route, route, sessionOf } from '../http/index.ts'
import { activityOf } from './activity.ts'
import type { AccountParts } from './parts.ts'
import { assertPin } from './pin.ts'
import { flipActivityLog } from './profile.ts'
import { endOthers, endOwnSession, sessionsOf } from './sessions.ts'
import { told, whereOf } from './where.ts'

/** The calls that guard an account: its sessions, its activity log, a manager's PIN. */
export function securityRoutes(parts: AccountParts): Route[] {
  const { db } = parts
  const currentOf = (res: Response) => sessionOf(db.q, bearerIn(res.req.get('authorization')))
  return [
    route(allSessions, async ({ actor, res }) => ({
      data: await sessionsOf(db, { userId: actor.userId, current: await currentOf(res) }),
    })),
    route(endOtherSessions, async ({ actor, res, ...caller }) => {
      const current = await currentOf(res)
      const ended = await db.inTransaction(async (tx) => {
        const count = await endOthers(tx, actor.userId, current)
        if (count > 0)
          await accountEvent(tx, { by: actor, action: 'account.session_end', ...told(whereOf(res, caller)) })
        return count
      })
      return { message: 'You are signed out everywhere else.', data: { ended } }
    }),
    route(endSession, async ({ params, actor, res, ...caller }) => {
      await db.inTransaction(async (tx) => {
        await endOwnSession(tx, actor.userId, params.id)
        await accountEvent(tx, { by: actor, action: 'account.session_end', ...told(whereOf(res, caller)) })
      })
      return { message: 'That device is signed out.', data: {} }
    }),

    route(toggleActivityLogs, async ({ actor, res, ...caller }) => {
      const isOn = await flipActivityLog(parts, actor, whereOf(res, caller))
      const message = isOn
        ? 'Your activities are kept from now on.'
        : 'Your activities are not kept any more.'
      return { message, data: { save_activity_logs: isOn } }
    }),
    route(allActivity, async ({ actor, query }) => ({
      data: await activityOf(db, actor.userId, query.cursor),
    })),

    route(verifyPin, async ({ body, actor }) => {
      await assertPin(parts, actor, body.pin, 'pin')
      return { message: 'The PIN is right.', data: {} }
    }),
  ]
}
