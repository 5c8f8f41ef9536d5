import {
  addOrderNote,
  payGoodwill,
  resendDelivery,
  showOrderCodes,
} from '../../../shared/management/order-actions.ts'
import { assertPin } from '../../accounts/index.ts'
import { pendingResult } from '../../approvals/index.ts'
import { idempotentId, type Route, route } from '../../http/index.ts'
import type { ManagementDeps } from '../deps.ts'
import { authoriseCodes, showCodes } from './codes.ts'
import { requestGoodwill } from './goodwill.ts'
import { writeOrderNote } from './notes.ts'
import { resend } from './resend.ts'
import { orderActionTexts } from './texts.ts'

/** Actions on the page of one order; those on an undelivered one are routes of `operations`. */
export function orderActionRoutes(deps: ManagementDeps): Route[] {
  return [
    route(showOrderCodes, async ({ params, body, actor, request }) => {
      await authoriseCodes(deps, actor, body.auth_pin)
      return { data: await showCodes(deps, params.reference, { actor, request }) }
    }),
    route(resendDelivery, async ({ params, body, actor, request, key }) => {
      await authoriseCodes(deps, actor, body.auth_pin)
      const id = idempotentId('resendDelivery', { actor, key })
      const message = await resend(deps, params.reference, body, { actor, request, id })
      return { message, data: { channel: body.channel } }
    }),
    route(payGoodwill, async ({ params, body, actor, request, key }) => {
      await assertPin(deps, actor, body.auth_pin)
      const goodwill = {
        id: idempotentId('payGoodwill', { actor, key }),
        reference: params.reference,
        amountKobo: body.amount,
        reason: body.reason,
      }
      const isPending = await requestGoodwill(deps, goodwill, { actor, request })
      return isPending ? pendingResult({}) : { message: orderActionTexts.goodwillPaid(), data: {} }
    }),
    route(addOrderNote, async ({ params, body, actor, request, key }) => {
      const note = {
        reference: params.reference,
        text: body.text,
        id: idempotentId('addOrderNote', { actor, key }),
      }
      return {
        message: orderActionTexts.noteAdded(),
        data: await writeOrderNote(deps.db, note, { actor, request }),
      }
    }),
  ]
}
