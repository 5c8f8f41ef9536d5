import {
  purchaseCabletvForUser,
  purchasePowerForUser,
  topUpWallet,
} from '../../shared/management/purchases.ts'
import { assertPin } from '../accounts/index.ts'
import { pendingResult } from '../approvals/index.ts'
import { idFromIdempotencyKey, type Route, route } from '../http/index.ts'
import type { ManagementDeps } from './deps.ts'
import { buyCabletv, buyPower } from './purchases.ts'
import { managementServerTexts } from './texts.ts'
import { topUp } from './top-up.ts'

/** Back-office routes that move money. Each requires the PIN. */
export function moneyRoutes(deps: ManagementDeps): Route[] {
  return [
    route(purchasePowerForUser, async ({ body, actor, requestId }) => {
      await assertPin(deps, actor, body.auth_pin)
      return buyPower(deps, body, { actor, requestId })
    }),
    route(purchaseCabletvForUser, async ({ body, actor, requestId }) => {
      await assertPin(deps, actor, body.auth_pin)
      return buyCabletv(deps, body, { actor, requestId })
    }),
    route(topUpWallet, async ({ body, actor, requestId, idempotencyKey }) => {
      await assertPin(deps, actor, body.auth_pin)
      const topUpRequest = {
        id: idFromIdempotencyKey('topUpWallet', { actor, idempotencyKey }),
        userId: body.user_id,
        amountKobo: body.amount,
        subject: body.subject || null,
      }
      const approval_id = await topUp(deps, topUpRequest, { actor, requestId })
      if (approval_id) return pendingResult({ approval_id })
      return { message: managementServerTexts.walletCredited(), data: { approval_id } }
    }),
  ]
}
