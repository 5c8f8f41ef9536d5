import { createRecord, getServiceDetails } from '../../shared/management/records.ts'
import { type Route, route } from '../http/index.ts'
import type { ManagementDeps } from './deps.ts'
import { recordDetailsFor, recordPurchase } from './records.ts'
import { logRead } from './users.ts'

/** Routes for purchases made on other platforms, and for delivery details. */
export function recordRoutes(deps: ManagementDeps): Route[] {
  return [
    route(createRecord, async ({ body, actor, request }) => {
      const reference = await recordPurchase(deps, body, { actor, request })
      return { message: 'The record was saved.', data: { reference } }
    }),
    route(getServiceDetails, async ({ params, actor, request }) => {
      const { order, details } = await recordDetailsFor(deps, params.service, params.reference)
      await logRead(deps.db, {
        by: actor,
        request,
        what: 'delivery',
        subject: order.reference,
        owner: order.user_id,
      })
      return { data: details }
    }),
  ]
}
