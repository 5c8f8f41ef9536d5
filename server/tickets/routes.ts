import { allTickets, createTicket, reportOrder } from '../../shared/tickets.ts'
import type { Database } from '../database/index.ts'
import { type Limits, Refused, type Route, route } from '../http/index.ts'
import { openOrder, orderByReference } from '../purchase/index.ts'
import { ticketsOf } from './list.ts'
import { keepReport } from './report.ts'

const received = (number: string) =>
  `We have your report. Its number is ${number}; we answer within one working day.`

/** The calls of reported problems. */
export function ticketRoutes({ db, limits }: { db: Database; limits: Limits }): Route[] {
  const addressOf = async (id: string): Promise<string> => {
    const person = db.q.selectFrom('users').select('email').where('id', '=', id)
    return (await person.executeTakeFirstOrThrow()).email
  }
  return [
    route(createTicket, async ({ body, actor, client }) => {
      await limits.spend('ticket_client', client)
      await limits.spend('ticket_person', actor.userId)
      const order = body.order_reference ? await orderByReference(db.q, body.order_reference) : null
      if (order !== null && order?.user_id !== actor.userId)
        throw new Refused('NOT_FOUND', { field: 'order_reference' })
      const number = await keepReport(db, {
        userId: actor.userId,
        orderId: order?.id ?? null,
        email: await addressOf(actor.userId),
        message: body.message,
      })
      return { message: received(number), data: { number } }
    }),

    route(allTickets, async ({ actor }) => ({ data: await ticketsOf(db, actor.userId) })),

    route(reportOrder, async ({ params, body, ...caller }) => {
      const { reference } = params
      // Who found an old purchase by meter and phone may view it, and may find it wrong.
      const order = await openOrder(
        { db, limits },
        { reference, secret: body.access_token, caller, toView: true },
      )
      await limits.spend('ticket_client', caller.client)
      await limits.spend('ticket_order', order.id)
      const number = await keepReport(db, {
        userId: order.user_id,
        orderId: order.id,
        email: body.email || order.email || (order.user_id && (await addressOf(order.user_id))),
        message: body.message,
      })
      return { message: received(number), data: { number } }
    }),
  ]
}
