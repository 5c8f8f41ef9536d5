import * as z from 'zod/mini'
import { accountFieldTexts } from './account-field-texts.ts'
import { services } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { fieldTexts } from './field-texts.ts'
import { Email, IsoTimestamp, visible } from './fields.ts'
import { AccessToken, OrderReference } from './references.ts'

export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

/** Ticket number, e.g. T-7K4M2QXA. */
export const TicketNumber = z.string().check(z.regex(/^T-[A-HJ-NP-Z2-9]{8}$/, 'is not a ticket'))

/** Message of a ticket; may contain line breaks and tabs. */
const Message = z
  .string({ error: accountFieldTexts.messageMissing })
  .check(
    z.trim(),
    z.minLength(5, { error: accountFieldTexts.messageMissing }),
    z.maxLength(2_000, { error: () => fieldTexts.tooLong({ max: 2000 }) }),
    z.regex(/^[\P{Cc}\n\r\t]*$/u, { error: fieldTexts.invalidCharacters }),
    z.regex(visible, { error: accountFieldTexts.messageMissing }),
  )

export const Ticket = z.object({
  number: TicketNumber,
  state: z.enum(ticketStates),
  order_reference: z.nullable(OrderReference),
  service: z.nullable(z.enum(services)),
  message: z.string(),
  answer: z.nullable(z.string()),
  answered_at: z.nullable(IsoTimestamp),
  created_at: IsoTimestamp,
})
export type Ticket = z.infer<typeof Ticket>

const CreatedTicket = z.object({ number: TicketNumber })

/**
 * Creates a ticket, optionally about one of the user's orders. Idempotent: sending the same message again
 * within 24 hours returns the existing ticket.
 */
export const createTicket = defineEndpoint({
  name: 'createTicket',
  method: 'POST',
  path: '/account/tickets/create',
  audience: 'user',
  summary: 'Reports a problem',
  body: z.object({
    order_reference: z.optional(z.nullable(z.union([OrderReference, z.literal('')]))),
    message: Message,
  }),
  data: CreatedTicket,
  errors: ['NOT_FOUND', 'TOO_MANY'],
})

/** Newest first, at most a hundred. */
export const getTickets = defineEndpoint({
  name: 'getTickets',
  method: 'GET',
  path: '/account/tickets/all',
  audience: 'user',
  summary: "The user's tickets and our replies",
  data: z.array(Ticket),
})

/**
 * Creates a ticket from an order's page, for anyone who has access to the order: the browser that created it,
 * its owner, or a holder of its link.
 */
export const reportOrder = defineEndpoint({
  name: 'reportOrder',
  method: 'POST',
  path: '/orders/{reference}/report',
  audience: 'anyone',
  summary: 'Reports a problem with an order',
  params: z.object({ reference: OrderReference }),
  body: z.object({
    message: Message,
    access_token: z.optional(z.nullable(AccessToken)),
    /** Reply address, when it is not the order's own e-mail. */
    email: z.optional(z.nullable(z.union([Email, z.literal('')]))),
  }),
  data: CreatedTicket,
  errors: ['NOT_FOUND', 'TOO_MANY'],
})
