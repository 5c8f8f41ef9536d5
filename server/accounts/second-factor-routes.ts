import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactorState,
  startSecondFactor,
} from '../../shared/second-factor.ts'
import { type Route, route, sessionIdOf, sessionTokenFromHeader } from '../http/index.ts'
import type { AccountDeps } from './deps.ts'
import { requestOrigin } from './request-origin.ts'
import {
  confirmEnrolment,
  countUnusedRecoveryCodes,
  disableFactor,
  hasSecondFactor,
  startEnrolment,
} from './second-factor.ts'
import { secondFactorTexts } from './texts.ts'

/** Endpoints of a manager's own second factor. */
export function secondFactorRoutes(deps: AccountDeps, { required }: { required: boolean }): Route[] {
  return [
    route(getSecondFactorState, async ({ actor }) => {
      const [enrolled, recovery_codes] = await Promise.all([
        hasSecondFactor(deps, actor.userId),
        countUnusedRecoveryCodes(deps, actor.userId),
      ])
      return { data: { enrolled, required, recovery_codes } }
    }),
    route(startSecondFactor, async ({ actor, body }) => ({
      data: await startEnrolment(deps, actor, body.password),
    })),
    route(confirmSecondFactor, async ({ actor, body, res, ...caller }) => {
      const session = await sessionIdOf(deps.db.q, sessionTokenFromHeader(res.req.get('authorization')))
      const attempt = { code: body.code, session, ...requestOrigin(res, caller) }
      const recovery_codes = await confirmEnrolment(deps, actor, attempt)
      return { message: secondFactorTexts.turnedOn(), data: { recovery_codes } }
    }),
    route(disableSecondFactor, async ({ actor, body, res, ...caller }) => {
      await disableFactor(deps, actor, { ...body, ...requestOrigin(res, caller) })
      return { message: secondFactorTexts.turnedOff(), data: {} }
    }),
  ]
}
