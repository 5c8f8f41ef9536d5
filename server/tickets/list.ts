import { type RawBuilder, sql } from 'kysely'
import type { OrderId, UserId } from '../../shared/ids.ts'
import { type Language, languageOf } from '../../shared/languages.ts'
import type { Ticket, TicketState } from '../../shared/tickets.ts'
import type { Database } from '../database/index.ts'
import { decodeCursor, encodeCursor, pageOf } from '../http/index.ts'

const maxTickets = 100
const pageSize = 50

const ticketsQuery = (db: Database) =>
  db.q
    .selectFrom('tickets')
    .leftJoin('orders', 'orders.id', 'tickets.order_id')
    .select([
      'tickets.id',
      'tickets.number',
      'tickets.state',
      'tickets.message',
      'tickets.answer',
      'tickets.answered_at',
      'tickets.created_at',
      'tickets.email',
      'orders.reference',
      'orders.service',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof ticketsQuery>['execute']>>[number]

const ticketFrom = (row: Row): Ticket => ({
  number: row.number,
  state: row.state,
  order_reference: row.reference,
  service: row.service,
  message: row.message,
  answer: row.answer,
  answered_at: row.answered_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/**
 * Until when we reply: within one working day, as customers read. Working days are Monday to Friday in Lagos; public
 * holidays are not known.
 */
export const ticketDueAt: RawBuilder<Date> = sql<Date>`(select case extract(isodow from starts_at)
    when 5 then starts_at + interval '3 days' else starts_at + interval '1 day' end at time zone 'Africa/Lagos'
  from (select case extract(isodow from reported_at)
      when 6 then date_trunc('day', reported_at) + interval '2 days'
      when 7 then date_trunc('day', reported_at) + interval '1 day' else reported_at end as starts_at
    from (select tickets.created_at at time zone 'Africa/Lagos' as reported_at) as reported) as started)`

/** The user's tickets, newest first. */
export async function listUserTickets(db: Database, userId: UserId): Promise<Ticket[]> {
  const rows = await ticketsQuery(db)
    .where('tickets.user_id', '=', userId)
    .orderBy('tickets.created_at', 'desc')
    .limit(maxTickets)
    .execute()
  return rows.map(ticketFrom)
}

/** A ticket for managers, with its author. */
export interface ReportedTicket extends Ticket {
  readonly reporter: {
    readonly name: string | null
    readonly uniqueid: string | null
    readonly email: string | null
  }
  readonly language: Language
  readonly due_at: string
  readonly late: boolean
}

/**
 * One page of all tickets in one state, oldest first; with a number that ticket alone, in any state.
 * @throws ApiError INVALID for an invalid cursor
 */
export async function listTicketsByState(
  db: Database,
  state: TicketState,
  { cursor, number }: { cursor?: string | undefined; number?: string | undefined } = {},
): Promise<{ list: ReportedTicket[]; next: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await ticketsQuery(db)
    .leftJoin('users', 'users.id', 'tickets.user_id')
    .select(['users.name', 'users.uniqueid', 'users.email as user_email'])
    .select(['tickets.language', 'orders.language as order_language', ticketDueAt.as('due')])
    .select(sql<boolean>`tickets.state = 'open' and ${ticketDueAt} < app_now()`.as('late'))
    .select(sql<string>`tickets.created_at::text`.as('at'))
    .where((row) =>
      number === undefined ? row('tickets.state', '=', state) : row('tickets.number', '=', number),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(tickets.created_at, tickets.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('tickets.created_at')
    .orderBy('tickets.id')
    .limit(pageSize + 1)
    .execute()
  const { page, next } = pageOf(rows, pageSize, encodeCursor)
  return {
    list: page.map((row) => ({
      ...ticketFrom(row),
      reporter: { name: row.name, uniqueid: row.uniqueid, email: row.email ?? row.user_email },
      language: languageOf(row.language ?? row.order_language),
      due_at: row.due.toISOString(),
      late: row.late,
    })),
    next,
  }
}

/** The tickets about one order, oldest first. */
export const listOrderTickets = (db: Database, orderId: OrderId) =>
  db.q
    .selectFrom('tickets')
    .select(['number', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()
