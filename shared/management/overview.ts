import * as z from 'zod/mini'
import { services, vendors } from '../constants.ts'
import { call } from '../contract.ts'
import { Iso, NairaNumber, text } from '../fields.ts'
import { Cursor } from '../history.ts'
import { orderStates } from '../orders.ts'
import { Ticket, TicketNumber, ticketStates } from '../tickets.ts'

/** The business at a glance. Naira; days in Lagos, oldest first. */
export const Overview = z.object({
  days: z.array(
    z.object({
      /** YYYY-MM-DD */
      day: z.string(),
      delivered: z.number(),
      refunded: z.number(),
      /** Service charges and commission of what was delivered. */
      revenue: NairaNumber,
      turnover: NairaNumber,
    }),
  ),
  orders: z.array(z.object({ service: z.enum(services), state: z.enum(orderStates), count: z.number() })),
  vendors: z.array(
    z.object({
      vendor: z.enum(vendors),
      attempts: z.number(),
      /** Delivered of those that ended, 0 to 1; null when none ended. */
      success: z.nullable(z.number()),
      /** From sending to delivery, seconds. */
      median_seconds: z.nullable(z.number()),
      p95_seconds: z.nullable(z.number()),
      /** By our ledger. */
      float: NairaNumber,
    }),
  ),
  reviews: z.number(),
  differences: z.number(),
  open_tickets: z.number(),
  as_of: Iso,
})
export type Overview = z.infer<typeof Overview>

export const managementOverview = call({
  name: 'managementOverview',
  method: 'GET',
  path: '/management/overview',
  audience: 'manager',
  summary: 'Orders, vendors, floats and revenue of the last days',
  query: z.object({ days: z.optional(z.enum(['1', '7', '30', '90'])) }),
  data: Overview,
  errors: [],
})

/** A report as managers see it. */
export const ManagedTicket = z.extend(Ticket, {
  by: z.object({
    name: z.nullable(z.string()),
    uniqueid: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
})
export type ManagedTicket = z.infer<typeof ManagedTicket>

/** Reports in one state, open ones unless said. Who waits longest stands first. */
export const managedTickets = call({
  name: 'managedTickets',
  method: 'GET',
  path: '/management/tickets/all',
  audience: 'manager',
  summary: 'Reports of problems',
  query: z.object({ state: z.optional(z.enum(ticketStates)), cursor: z.optional(Cursor) }),
  data: z.object({ list: z.array(ManagedTicket), next: z.nullable(z.string()) }),
  errors: [],
})

const ofTicket = z.object({ number: TicketNumber })

/** The answer goes to the reporter by mail, and stands beside the report. */
export const answerTicket = call({
  name: 'answerTicket',
  method: 'POST',
  path: '/management/tickets/{number}/answer',
  audience: 'manager',
  summary: 'Answers a report',
  params: ofTicket,
  body: z.object({
    answer: z
      .string('Please write an answer.')
      .check(z.trim(), z.minLength(1, 'Please write an answer.'), z.maxLength(4_000)),
  }),
  data: z.object({}),
  errors: ['NOT_FOUND'],
})

export const closeTicket = call({
  name: 'closeTicket',
  method: 'POST',
  path: '/management/tickets/{number}/close',
  audience: 'manager',
  summary: 'Closes a report',
  params: ofTicket,
  body: z.object({ reason: z.optional(text('Please say why.', 200)) }),
  data: z.object({}),
  errors: ['NOT_FOUND'],
})
