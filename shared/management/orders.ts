import * as z from 'zod/mini'
import { services, vendors } from '../constants.ts'
import { call } from '../contract.ts'
import { Day, Iso, NairaNumber } from '../fields.ts'
import { Cursor } from '../history.ts'
import { moneyPlaces, orderStates } from '../orders.ts'
import { gateways } from '../payments.ts'
import { OrderReference } from '../references.ts'
import { UserId } from './users.ts'

/** Gateways, and the ways to pay that pass none. */
export const payers = [...gateways, 'wallet', 'manager'] as const

/** An order as managers find it. Naira. */
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
  amount: NairaNumber,
  service_charge: NairaNumber,
  total_amount: NairaNumber,
  payer: z.nullable(z.enum(payers)),
  payment_reference: z.nullable(z.string()),
  vendor: z.enum(vendors),
  created_at: Iso,
  /** A record of a purchase made elsewhere: no money of ours moved. */
  recorded: z.boolean(),
})
export type ManagedOrder = z.infer<typeof ManagedOrder>

const filters = {
  /** Phone, meter, smartcard, its last four digits, e-mail, or either reference. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  service: z.optional(z.enum(services)),
  state: z.optional(z.enum(orderStates)),
  gateway: z.optional(z.enum(payers)),
  vendor: z.optional(z.enum(vendors)),
  review: z.optional(z.literal('1')),
  user_id: z.optional(UserId),
  from: z.optional(Day),
  to: z.optional(Day),
} as const

/** Newest first. With `format=csv` a file of at most 50,000 rows, streamed. */
export const managedOrders = call({
  name: 'managedOrders',
  method: 'GET',
  path: '/management/orders/all',
  audience: 'manager',
  summary: 'Any order by what the caller knows',
  query: z.object({ ...filters, cursor: z.optional(Cursor), format: z.optional(z.enum(['json', 'csv'])) }),
  data: z.object({ list: z.array(ManagedOrder), next: z.nullable(z.string()) }),
  errors: [],
})

/** One line of an order's story: a state, a call to a counterparty, a posting, a message, an act of a manager. */
export const TimelineEntry = z.object({
  at: Iso,
  kind: z.enum(['order', 'payment', 'attempt', 'refund', 'posting', 'message', 'manager']),
  /** In words: "Payment PAY-… succeeded at paystack". */
  says: z.string(),
  /** What belongs to it, by name: states, references, accounts with signed naira. No secrets. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** Reading it is logged. Tokens and PINs are not in it. */
export const managedOrder = call({
  name: 'managedOrder',
  method: 'GET',
  path: '/management/orders/{reference}',
  audience: 'manager',
  summary: 'One order and its whole story',
  params: z.object({ reference: OrderReference }),
  data: z.object({
    order: ManagedOrder,
    money: z.object({ is: z.enum(moneyPlaces), says: z.string() }),
    timeline: z.array(TimelineEntry),
    tickets: z.array(z.object({ number: z.string(), state: z.string() })),
  }),
  errors: ['NOT_FOUND'],
})
