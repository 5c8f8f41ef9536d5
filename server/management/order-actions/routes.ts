import { addOrderNote, resendDelivery, showOrderCodes } from '../../../shared/management/order-actions.ts'
import { idempotentId, type Route, route } from '../../http/index.ts'
import type { ManagementDeps } from '../deps.ts'
import { authoriseCodes, showCodes } from './codes.ts'
import { addNote } from './notes.ts'
import { resend } from './resend.ts'
import { orderActionTexts } from './texts.ts'

/** Actions on the page of one order that move no money; money is moved by `operations`. */
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
    route(addOrderNote, async ({ params, body, actor, request, key }) => {
      const note = {
        reference: params.reference,
        text: body.text,
        id: idempotentId('addOrderNote', { actor, key }),
      }
      return {
        message: orderActionTexts.noteAdded(),
        data: await addNote(deps.db, note, { actor, request }),
      }
    }),
  ]
}
