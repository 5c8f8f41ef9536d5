import { getReferral, redeemBonus } from '../../shared/referral.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../http/index.ts'
import type { Settings } from '../settings/index.ts'
import { referralOf } from './overview.ts'
import { redeem } from './redeem.ts'

/** The calls of the referral bonus. */
export function referralRoutes(parts: { db: Database; settings: Settings; appUrl: string }): Route[] {
  return [
    route(getReferral, async ({ actor }) => ({ data: await referralOf(parts, actor.userId) })),
    route(redeemBonus, async ({ body, ...caller }) => ({
      message: 'Your bonus is in your wallet.',
      data: await redeem(parts, body.amount, caller),
    })),
  ]
}
