import type { Response } from 'express'
import {
  endOtherSessions,
  endSession,
  getActivityLogs,
  getSessions,
  toggleActivityLogs,
  updateUserLanguage,
  verifyPin,
} from '../../shared/security.ts'
import { recordAccountEvent } from '../audit/index.ts'
import { type Route, route, sessionIdOf, sessionTokenFromHeader } from '../http/index.ts'
import { listActivity } from './activity.ts'
import type { AccountDeps } from './deps.ts'
import { assertPin } from './pin.ts'
import { toggleActivityLog } from './profile.ts'
import { auditContext, requestOrigin } from './request-origin.ts'
import { listSessions, revokeOtherSessions, revokeSession } from './sessions.ts'
import { accountServerTexts } from './texts.ts'

/** Account security endpoints: sessions, activity log, PIN verification. */
export function securityRoutes(deps: AccountDeps): Route[] {
  const { db } = deps
  const currentSessionId = (res: Response) =>
    sessionIdOf(db.q, sessionTokenFromHeader(res.req.get('authorization')))
  return [
    route(getSessions, async ({ actor, res }) => ({
      data: await listSessions(db, { userId: actor.userId, current: await currentSessionId(res) }),
    })),
    route(endOtherSessions, async ({ actor, res, ...caller }) => {
      const current = await currentSessionId(res)
      const endedCount = await db.inTransaction(async (tx) => {
        const count = await revokeOtherSessions(tx, actor.userId, current)
        if (count > 0)
          await recordAccountEvent(tx, {
            actor,
            action: 'account.session_end',
            ...auditContext(requestOrigin(res, caller)),
          })
        return count
      })
      return { message: accountServerTexts.otherDevicesSignedOut(), data: { ended: endedCount } }
    }),
    route(endSession, async ({ params, actor, res, ...caller }) => {
      await db.inTransaction(async (tx) => {
        await revokeSession(tx, actor.userId, params.id)
        await recordAccountEvent(tx, {
          actor,
          action: 'account.session_end',
          ...auditContext(requestOrigin(res, caller)),
        })
      })
      return { message: accountServerTexts.deviceSignedOut(), data: {} }
    }),

    route(updateUserLanguage, async ({ actor, body: { language } }) => {
      await db.q.updateTable('users').set({ language }).where('id', '=', actor.userId).execute()
      return { data: { language } }
    }),
    route(toggleActivityLogs, async ({ actor, res, ...caller }) => {
      const isOn = await toggleActivityLog(deps, actor, requestOrigin(res, caller))
      const message = isOn ? accountServerTexts.activityLogOn() : accountServerTexts.activityLogOff()
      return { message, data: { save_activity_logs: isOn } }
    }),
    route(getActivityLogs, async ({ actor, query }) => ({
      data: await listActivity(db, actor.userId, query.cursor),
    })),

    route(verifyPin, async ({ body, actor }) => {
      await assertPin(deps, actor, body.pin, 'pin')
      return { message: accountServerTexts.pinVerified(), data: {} }
    }),
  ]
}
