import * as z from 'zod/mini'
import { services, vendors } from '../constants.ts'
import { defineEndpoint } from '../contract.ts'
import { Day, IsoTimestamp, NairaNumber, orderTotals } from '../fields.ts'
import { CursorParameter } from '../history.ts'
import { OrderOperations, Review } from '../operations.ts'
import { moneyStatuses, OrderStep, orderStates } from '../orders.ts'
import { gateways } from '../payments.ts'
import { OrderReference } from '../references.ts'
import { ticketStates } from '../tickets.ts'
import { deliveredActions, OrderNote } from './order-actions.ts'
import { UserUniqueId } from './users.ts'

/** The source of an order's payment: a gateway, the user's wallet, or a manager who collected it. */
export const paymentSources = [...gateways, 'wallet', 'manager'] as const
export type PaymentSource = (typeof paymentSources)[number]

/** An order in the back office. Naira. */
export const ManagedOrder = z.object({
  reference: OrderReference,
  service: z.enum(services),
  /** The network or company, and the plan. */
  title: z.string(),
  number: z.string(),
  customer_name: z.nullable(z.string()),
  phone_number: z.string(),
  email: z.nullable(z.string()),
  user: z.nullable(z.object({ uniqueid: z.string(), name: z.string() })),
  state: z.enum(orderStates),
  review: z.nullable(z.string()),
  ...orderTotals,
  /** The payment source; null for an unpaid order. */
  payer: z.nullable(z.enum(paymentSources)),
  payment_reference: z.nullable(z.string()),
  vendor: z.enum(vendors),
  created_at: IsoTimestamp,
  /** A purchase made on another platform: it moved no money. */
  recorded: z.boolean(),
})
export type ManagedOrder = z.infer<typeof ManagedOrder>

/** Filters of the searches of the back office. */
export const orderFilters = {
  /** A phone, meter or smartcard number or its last four digits, an e-mail, or the reference of an order or a payment. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  service: z.optional(z.enum(services)),
  state: z.optional(z.enum(orderStates)),
  gateway: z.optional(z.enum(paymentSources)),
  vendor: z.optional(z.enum(vendors)),
  review: z.optional(z.literal('1')),
  user_id: z.optional(UserUniqueId),
  from: z.optional(Day),
  to: z.optional(Day),
} as const

/** Newest first. With `format=csv` a file of at most 50,000 rows, streamed. */
export const getManagedOrders = defineEndpoint({
  name: 'getManagedOrders',
  method: 'GET',
  path: '/management/orders/all',
  audience: 'manager',
  summary: 'Searches orders',
  query: z.object({
    ...orderFilters,
    cursor: z.optional(CursorParameter),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
  data: z.object({ list: z.array(ManagedOrder), next: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

/** One entry of an order's timeline: a state, a provider call, a posting, a message, a manager's action. */
export const TimelineEntry = z.object({
  at: IsoTimestamp,
  kind: z.enum(['order', 'payment', 'attempt', 'refund', 'posting', 'message', 'manager']),
  /** Sentence: "Payment PAY-… succeeded at paystack". */
  message: z.string(),
  /** Details by name: states, references, accounts with signed naira. No secrets. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const managedPaymentStatuses = ['pending', 'paid', 'failed', 'mismatch', 'reversed'] as const
export const managedRefundStatuses = ['in_progress', 'refunded', 'needs_attention', 'failed'] as const

/** A payment of an order with its refund, if any. Naira, except for a payment in another currency. */
export const ManagedPayment = z.object({
  reference: z.string(),
  gateway: z.enum(paymentSources),
  status: z.enum(managedPaymentStatuses),
  /** The amount received; the requested one until then. */
  amount: NairaNumber,
  currency: z.string(),
  created_at: IsoTimestamp,
  /** The order was paid with this payment. */
  pays_order: z.boolean(),
  refund: z.nullable(
    z.object({ status: z.enum(managedRefundStatuses), amount: NairaNumber, currency: z.string() }),
  ),
  /** The newest dispute by the payer's bank. */
  dispute: z.nullable(
    z.object({
      state: z.enum(['open', 'won', 'lost']),
      amount: NairaNumber,
      evidence_due_at: z.nullable(IsoTimestamp),
      /** The deadline has passed. */
      overdue: z.boolean(),
    }),
  ),
})
export type ManagedPayment = z.infer<typeof ManagedPayment>

/** Reads are audited. Tokens and PINs are excluded. */
export const getManagedOrder = defineEndpoint({
  name: 'getManagedOrder',
  method: 'GET',
  path: '/management/orders/{reference}',
  audience: 'manager',
  summary: 'One order and its timeline',
  params: z.object({ reference: OrderReference }),
  data: z.object({
    order: ManagedOrder,
    money: z.object({ status: z.enum(moneyStatuses), message: z.string() }),
    /** A refund of the order needs the customer's bank account. */
    needs_account: z.boolean(),
    /** The refund waits for the decision of the payer's bank about a dispute. */
    refund_held: z.optional(z.boolean()),
    /** The customer's timeline; empty for a recorded purchase. */
    steps: z.array(OrderStep),
    timeline: z.array(TimelineEntry),
    tickets: z.array(z.object({ number: z.string(), state: z.enum(ticketStates) })),
    /** Why the order is in review. */
    review: z.nullable(Review),
    /** Oldest first. */
    payments: z.array(ManagedPayment),
    /** Oldest first. */
    notes: z.array(OrderNote),
    /** Null for a purchase recorded by a manager. */
    operations: z.nullable(OrderOperations),
    /** Null before the delivery. */
    delivery: z.nullable(
      z.object({
        vendor_reference: z.nullable(z.string()),
        /** kWh as decimal text, electricity only. */
        units: z.nullable(z.string()),
      }),
    ),
    delivered_actions: z.array(z.enum(deliveredActions)),
    /** The most goodwill for the order to the user's wallet, naira; null when none is possible. */
    goodwill_limit: z.nullable(NairaNumber),
    /** The most goodwill through the gateway, to the payer. */
    goodwill_gateway_limit: z.nullable(NairaNumber),
    /** Earlier goodwill for the order, with what the gateway has yet to refund. */
    goodwill_paid: NairaNumber,
  }),
  errors: ['NOT_FOUND'],
})
