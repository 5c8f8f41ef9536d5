import * as overviews from '../../shared/management/overview.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { type Route, route } from '../http/index.ts'
import { listTicketsByState, markTicketClosed, sendTicketReply } from '../tickets/index.ts'
import type { ManagementDeps } from './deps.ts'
import { managementServerTexts } from './texts.ts'
import { logRead } from './users.ts'

/** Routes with which managers read, answer and close tickets. */
export function managedTicketRoutes(deps: ManagementDeps): Route[] {
  const { db, brandName, helpUrl } = deps
  return [
    route(overviews.getManagedTickets, async ({ query, actor, requestId }) => {
      const state = query.state ?? 'open'
      await logRead(db, { actor, requestId }, 'tickets', { subject: query.number ?? state })
      return { data: await listTicketsByState(db, state, query) }
    }),
    route(overviews.replyToTicket, async ({ params, body, actor, requestId }) => {
      await db.inTransaction(async (tx) => {
        await sendTicketReply(tx, {
          number: params.number,
          reply: body.answer,
          managerId: actor.userId,
          brandName,
          helpUrl,
        })
        await recordAuditEvent(tx, { actor, action: 'ticket.answer', subject: params.number, requestId })
      })
      deps.triggerOutbox()
      return { message: managementServerTexts.replySent(), data: {} }
    }),
    route(overviews.closeTicket, async ({ params, body, actor, requestId }) => {
      await db.inTransaction(async (tx) => {
        await markTicketClosed(tx, params.number)
        const detail = { reason: body.reason ?? null }
        await recordAuditEvent(tx, {
          actor,
          action: 'ticket.close',
          subject: params.number,
          detail,
          requestId,
        })
      })
      return { message: managementServerTexts.ticketClosed(), data: {} }
    }),
  ]
}
