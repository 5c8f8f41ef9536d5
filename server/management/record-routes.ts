import { createRecord, getServiceDetails } from '../../shared/management/records.ts'
import { type Route, route } from '../http/index.ts'
import type { ManagementDeps } from './deps.ts'
import { orderDetailsFor, recordPurchase } from './records.ts'
import { managementServerTexts } from './texts.ts'
import { logRead } from './users.ts'

/** Routes for purchases made on other platforms, and for delivery details. */
export function recordRoutes(deps: ManagementDeps): Route[] {
  return [
    route(createRecord, async ({ body, actor, requestId }) => {
      const reference = await recordPurchase(deps, body, { actor, requestId })
      return { message: managementServerTexts.recordSaved(), data: { reference } }
    }),
    route(getServiceDetails, async ({ params, actor, requestId }) => {
      const { order, details } = await orderDetailsFor(deps, params.service, params.reference)
      await logRead(deps.db, { actor, requestId }, 'delivery', {
        subject: order.reference,
        owner: order.user_id,
      })
      return { data: details }
    }),
  ]
}
