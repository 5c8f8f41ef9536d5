import { getReferral, redeemBonus } from '../../shared/referral.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../http/index.ts'
import type { Settings } from '../settings/index.ts'
import { referralOf } from './overview.ts'
import { redeemReferralBonus } from './redeem.ts'
import { referralServerTexts } from './texts.ts'

/** Referral endpoints. */
export function referralRoutes(deps: { db: Database; settings: Settings; appUrl: string }): Route[] {
  return [
    route(getReferral, async ({ actor }) => ({ data: await referralOf(deps, actor.userId) })),
    route(redeemBonus, async ({ body, ...caller }) => ({
      message: referralServerTexts.movedToWallet(),
      data: await redeemReferralBonus(deps, body.amount, caller),
    })),
  ]
}
