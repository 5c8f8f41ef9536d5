import * as z from 'zod/mini'
import { HealthStatus } from '../actions.ts'
import { services, vendors } from '../constants.ts'
import { defineEndpoint } from '../contract.ts'
import { fieldTexts } from '../field-texts.ts'
import { Day, IsoTimestamp, NairaNumber, requiredText } from '../fields.ts'
import { CursorParameter } from '../history.ts'
import { languages } from '../languages.ts'
import { orderStates } from '../orders.ts'
import { gateways } from '../payments.ts'
import { OrderReference } from '../references.ts'
import { Ticket, TicketNumber, ticketStates } from '../tickets.ts'
import { approvalKinds } from './approvals.ts'
import { managementFieldTexts } from './field-texts.ts'
import { isPeriod, overviewPeriodRules } from './period.ts'

export const DailyTotal = z.object({
  /** YYYY-MM-DD */
  day: z.string(),
  delivered: z.number(),
  /** Refunds of every cause that started on this day, second payments included. */
  refunded: z.number(),
  refunded_amount: NairaNumber,
  /** Service charges and commission of delivered orders. */
  revenue: NairaNumber,
  turnover: NairaNumber,
})
export type DailyTotal = z.infer<typeof DailyTotal>

/** Sums of a period. Naira; days in Lagos as YYYY-MM-DD, both included. */
export const PeriodTotals = z.object({
  from: z.string(),
  to: z.string(),
  turnover: NairaNumber,
  revenue: NairaNumber,
  attempts: z.number(),
  /** Attempts whose outcome is not known. */
  unknown: z.number(),
  /** Share of delivered attempts among all that were sent, 0 to 1, unknown outcomes included; null without attempts. */
  success: z.nullable(z.number()),
  /** From payment to delivery, seconds; null without deliveries. */
  median_seconds: z.nullable(z.number()),
  p95_seconds: z.nullable(z.number()),
  refunded: z.number(),
  refunded_amount: NairaNumber,
})
export type PeriodTotals = z.infer<typeof PeriodTotals>

/** Items past their deadline, with the earliest deadline among them; null without items. */
export const LateItems = z.object({ count: z.number(), oldest_due_at: z.nullable(IsoTimestamp) })

/** Business metrics. Naira; days in Lagos, oldest first. */
export const Overview = z.object({
  days: z.array(DailyTotal),
  /** As many days, immediately before. */
  previous_days: z.array(DailyTotal),
  totals: z.object({ current: PeriodTotals, previous: PeriodTotals }),
  orders: z.array(z.object({ service: z.enum(services), state: z.enum(orderStates), count: z.number() })),
  vendors: z.array(
    z.object({
      vendor: z.enum(vendors),
      attempts: z.number(),
      /**
       * Share of delivered attempts among those whose vend request has ended, 0 to 1, unknown outcomes included; null
       * without such attempts.
       */
      success: z.nullable(z.number()),
      /** From sending to delivery, seconds. */
      median_seconds: z.nullable(z.number()),
      p95_seconds: z.nullable(z.number()),
      /** Balance in our ledger. */
      float: NairaNumber,
    }),
  ),
  /**
   * Delayed deliveries: vendors that are paused for a service, and services whose paid orders have waited for more
   * than two minutes. Naira.
   */
  outages: z.array(
    z.object({
      vendor: z.enum(vendors),
      service: z.enum(services),
      /** Status of the service on the public status page. */
      status: HealthStatus,
      /** Why the vendor is paused, and since when; null if it is not paused. */
      reason: z.nullable(z.string()),
      paused_since: z.nullable(IsoTimestamp),
      waiting_orders: z.number(),
      waiting_amount: NairaNumber,
      oldest_paid_at: z.nullable(IsoTimestamp),
    }),
  ),
  /** Vendors that sold in the last 7 days and whose float is low, with the hours left if they are known. */
  low_floats: z.array(
    z.object({
      vendor: z.enum(vendors),
      float: NairaNumber,
      threshold: NairaNumber,
      hours_left: z.nullable(z.number()),
    }),
  ),
  reviews: z.number(),
  /** Orders in review by their time in review. */
  review_ages: z.object({
    under_one_hour: z.number(),
    under_one_day: z.number(),
    over_one_day: z.number(),
    oldest_since: z.nullable(IsoTimestamp),
  }),
  /** Orders in review past their deadline. */
  late_reviews: LateItems,
  pending_approvals: z.array(
    z.object({ kind: z.enum(approvalKinds), count: z.number(), oldest_requested_at: IsoTimestamp }),
  ),
  /** Open disputes, the next deadline first; at most 20. */
  disputes: z.array(
    z.object({
      gateway: z.enum(gateways),
      payment_reference: z.string(),
      /** Null for a wallet top-up. */
      order_reference: z.nullable(OrderReference),
      amount: NairaNumber,
      evidence_due_at: z.nullable(IsoTimestamp),
      /** The deadline has passed. */
      overdue: z.boolean(),
    }),
  ),
  /** Open reconciliation breaks, without disputes and unallocated funds. */
  open_breaks: z.number(),
  /** Open items of unallocated funds. */
  open_unallocated_funds: z.number(),
  open_tickets: z.number(),
  /** Open tickets without a reply within one working day. */
  late_tickets: LateItems,
  as_of: IsoTimestamp,
})
export type Overview = z.infer<typeof Overview>

export const getManagementOverview = defineEndpoint({
  name: 'getManagementOverview',
  method: 'GET',
  path: '/management/overview',
  audience: 'manager',
  summary: 'Orders, vendors, floats and revenue of the last days, or of the days from one to another',
  query: z
    .object({
      days: z.optional(z.enum(['1', '7', '30', '90'])),
      from: z.optional(Day),
      to: z.optional(Day),
    })
    .check(isPeriod(overviewPeriodRules)),
  data: Overview,
  errors: ['INVALID'],
})

/** A ticket in the back office. */
export const ManagedTicket = z.extend(Ticket, {
  reporter: z.object({
    name: z.nullable(z.string()),
    uniqueid: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  /** Language in which the reporter reads the site. */
  language: z.enum(languages),
  /** Until when we reply: one working day after the ticket. */
  due_at: IsoTimestamp,
  /** Open, and the deadline has passed. */
  late: z.boolean(),
})
export type ManagedTicket = z.infer<typeof ManagedTicket>

/** Tickets in one state, by default open ones, longest waiting first. `number`: that ticket alone, in any state. */
export const getManagedTickets = defineEndpoint({
  name: 'getManagedTickets',
  method: 'GET',
  path: '/management/tickets/all',
  audience: 'manager',
  summary: 'Tickets',
  query: z.object({
    state: z.optional(z.enum(ticketStates)),
    number: z.optional(TicketNumber),
    cursor: z.optional(CursorParameter),
  }),
  data: z.object({ list: z.array(ManagedTicket), next: z.nullable(z.string()) }),
})

const TicketParams = z.object({ number: TicketNumber })

/** The reply is e-mailed to the reporter and stored with the ticket. */
export const replyToTicket = defineEndpoint({
  name: 'replyToTicket',
  method: 'POST',
  path: '/management/tickets/{number}/answer',
  audience: 'manager',
  summary: 'Replies to a ticket',
  params: TicketParams,
  body: z.object({
    answer: z
      .string({ error: managementFieldTexts.answerMissing })
      .check(z.trim(), z.minLength(1, { error: managementFieldTexts.answerMissing }), z.maxLength(4_000)),
  }),
  data: z.object({}),
  errors: ['NOT_FOUND'],
})

export const closeTicket = defineEndpoint({
  name: 'closeTicket',
  method: 'POST',
  path: '/management/tickets/{number}/close',
  audience: 'manager',
  summary: 'Closes a ticket',
  params: TicketParams,
  body: z.object({ reason: z.optional(requiredText(fieldTexts.reasonMissing, 200)) }),
  data: z.object({}),
  errors: ['NOT_FOUND'],
})
