import { createRecord, serviceDetails } from '../../shared/management/records.ts'
import { type Route, route } from '../http/index.ts'
import type { ManagementParts } from './parts.ts'
import { detailsFor, record } from './records.ts'
import { logRead } from './users.ts'

/** The calls about what was bought elsewhere, and what was delivered. */
export function recordRoutes(parts: ManagementParts): Route[] {
  return [
    route(createRecord, async ({ body, actor, request }) => {
      const reference = await record(parts, body, { actor, request })
      return { message: 'The record was saved.', data: { reference } }
    }),
    route(serviceDetails, async ({ params, actor, request }) => {
      const { order, details } = await detailsFor(parts, params.service, params.reference)
      await logRead(parts.db, {
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
