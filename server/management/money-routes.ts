import { subscribeCabletv, subscribePower, topUpWallet } from '../../shared/management/purchases.ts'
import { assertPin } from '../accounts/index.ts'
import { waiting } from '../approvals/index.ts'
import { intentionId, type Route, route } from '../http/index.ts'
import type { ManagementParts } from './parts.ts'
import { buyCabletv, buyPower } from './purchases.ts'
import { topUp } from './top-up.ts'

/** The calls of the back office that move money: each asks for the PIN again. */
export function moneyRoutes(parts: ManagementParts): Route[] {
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
      const approval_id = await topUp(parts, it, { actor, request })
      if (approval_id) return waiting({ approval_id })
      return { message: 'The wallet was topped up.', data: { approval_id } }
    }),
  ]
}
