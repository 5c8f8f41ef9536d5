import type { GoodwillMethod } from '../../../shared/management/approvals.ts'
import {
  addOrderNote,
  payGoodwill,
  resendDelivery,
  showOrderCodes,
} from '../../../shared/management/order-actions.ts'
import { assertPin } from '../../accounts/index.ts'
import { pendingResult } from '../../approvals/index.ts'
import { idFromIdempotencyKey, type Route, route } from '../../http/index.ts'
import type { ManagementDeps } from '../deps.ts'
import { authoriseDeliveryAccess, showCodes } from './codes.ts'
import { requestGoodwill } from './goodwill.ts'
import { writeOrderNote } from './notes.ts'
import { resendDeliveryMessage } from './resend.ts'
import { orderActionTexts } from './texts.ts'

const paidTexts: Readonly<Record<GoodwillMethod, () => string>> = {
  wallet: orderActionTexts.goodwillPaid,
  gateway: orderActionTexts.goodwillRefundStarted,
}

/** Actions on the page of one order; those on an undelivered one are routes of `operations`. */
export function orderActionRoutes(deps: ManagementDeps): Route[] {
  return [
    route(showOrderCodes, async ({ params, body, actor, requestId }) => {
      await authoriseDeliveryAccess(deps, actor, body.auth_pin)
      return { data: await showCodes(deps, params.reference, { actor, requestId }) }
    }),
    route(resendDelivery, async ({ params, body, actor, requestId, idempotencyKey }) => {
      await authoriseDeliveryAccess(deps, actor, body.auth_pin)
      const id = idFromIdempotencyKey('resendDelivery', { actor, idempotencyKey })
      const message = await resendDeliveryMessage(deps, params.reference, body, { actor, requestId, id })
      return { message, data: { channel: body.channel } }
    }),
    route(payGoodwill, async ({ params, body, actor, requestId, idempotencyKey }) => {
      await assertPin(deps, actor, body.auth_pin)
      const goodwill = {
        id: idFromIdempotencyKey('payGoodwill', { actor, idempotencyKey }),
        reference: params.reference,
        amountKobo: body.amount,
        reason: body.reason,
        method: body.method,
      }
      const { isPending, method: paidBy } = await requestGoodwill(deps, goodwill, { actor, requestId })
      return isPending ? pendingResult({}) : { message: paidTexts[paidBy](), data: {} }
    }),
    route(addOrderNote, async ({ params, body, actor, requestId, idempotencyKey }) => {
      const note = {
        reference: params.reference,
        text: body.text,
        id: idFromIdempotencyKey('addOrderNote', { actor, idempotencyKey }),
      }
      return {
        message: orderActionTexts.noteAdded(),
        data: await writeOrderNote(deps.db, note, { actor, requestId }),
      }
    }),
  ]
}
