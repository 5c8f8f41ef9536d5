import * as z from 'zod/mini'
import { services } from './constants.ts'
import { call } from './contract.ts'
import { Email, Iso } from './fields.ts'
import { AccessToken, OrderReference } from './references.ts'

export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

/** How people name their report to us: T-7K4M2QXA. */
export const TicketNumber = z.string().check(z.regex(/^T-[A-HJ-NP-Z2-9]{8}$/, 'is not a ticket'))

/** What somebody writes to us, with line breaks. */
const Message = z
  .string('Please tell us what happened.')
  .check(
    z.trim(),
    z.minLength(5, 'Please tell us what happened.'),
    z.maxLength(2_000, 'Please use at most 2000 characters.'),
    z.regex(/^[\P{Cc}\n\r\t]*$/u, 'Please use letters, digits and signs only.'),
  )

export const Ticket = z.object({
  number: TicketNumber,
  state: z.enum(ticketStates),
  order_reference: z.nullable(OrderReference),
  service: z.nullable(z.enum(services)),
  message: z.string(),
  answer: z.nullable(z.string()),
  answered_at: z.nullable(Iso),
  created_at: Iso,
})
export type Ticket = z.infer<typeof Ticket>

const Reported = z.object({ number: TicketNumber })

/** Reports a problem, with one's own order when it is about one. The same words again give the same number. */
export const createTicket = call({
  name: 'createTicket',
  method: 'POST',
  path: '/account/tickets/create',
  audience: 'user',
  summary: 'Reports a problem',
  body: z.object({
    order_reference: z.optional(z.nullable(z.union([OrderReference, z.literal('')]))),
    message: Message,
  }),
  data: Reported,
  errors: ['NOT_FOUND', 'TOO_MANY'],
})

/** Newest first, at most a hundred. */
export const allTickets = call({
  name: 'allTickets',
  method: 'GET',
  path: '/account/tickets/all',
  audience: 'user',
  summary: "One's own reports and our answers",
  data: z.array(Ticket),
  errors: [],
})

/** The same on an order's page, for whoever may see it: the browser that made it, its owner, or a link to it. */
export const reportOrder = call({
  name: 'reportOrder',
  method: 'POST',
  path: '/orders/{reference}/report',
  audience: 'anyone',
  summary: 'Reports a problem with an order',
  params: z.object({ reference: OrderReference }),
  body: z.object({
    message: Message,
    access_token: z.optional(z.nullable(AccessToken)),
    /** Where the answer goes, when it is not the order's own address. */
    email: z.optional(z.nullable(z.union([Email, z.literal('')]))),
  }),
  data: Reported,
  errors: ['NOT_FOUND', 'TOO_MANY'],
})
