import { createTicket, getTickets, reportOrder } from '../../shared/tickets.ts'
import type { Database } from '../database/index.ts'
import { ApiError, type Limits, type Route, route } from '../http/index.ts'
import { canOpen, openOrder, orderByReference, orderLimitKey } from '../purchase/index.ts'
import { listUserTickets } from './list.ts'
import { saveTicket } from './save-ticket.ts'
import { ticketServerTexts } from './texts.ts'

/** Ticket endpoints. */
export function ticketRoutes({ db, limits }: { db: Database; limits: Limits }): Route[] {
  const emailOf = async (id: string): Promise<string> => {
    const query = db.q.selectFrom('users').select('email').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).email
  }
  return [
    route(createTicket, async ({ body, actor }) => {
      await limits.consume('ticket_person', actor.userId)
      const order = body.order_reference ? await orderByReference(db.q, body.order_reference) : null
      if (order !== null && order?.user_id !== actor.userId)
        throw new ApiError('NOT_FOUND', { field: 'order_reference' })
      const number = await saveTicket(db, {
        userId: actor.userId,
        orderId: order?.id ?? null,
        email: await emailOf(actor.userId),
        message: body.message,
      })
      return { message: ticketServerTexts.created({ number }), data: { number } }
    }),

    route(getTickets, async ({ actor }) => ({ data: await listUserTickets(db, actor.userId) })),

    route(reportOrder, async ({ params, body, ...caller }) => {
      const { reference } = params
      // A guest who found an old order by meter and phone may view it, and may report it.
      const order = await openOrder(
        { db, limits },
        { reference, token: body.access_token, caller, allowsViewToken: true },
      )
      // The view-only token does not prove the customer: such a ticket is a guest's, and is counted apart.
      const isCustomer = canOpen(order, caller, body.access_token)
      await limits.consume('ticket_client', caller.ip)
      await limits.consume('ticket_order', orderLimitKey(order, isCustomer))
      const number = await saveTicket(db, {
        userId: isCustomer ? order.user_id : null,
        orderId: order.id,
        email: body.email || order.email || (order.user_id && (await emailOf(order.user_id))),
        message: body.message,
      })
      return { message: ticketServerTexts.created({ number }), data: { number } }
    }),
  ]
}
