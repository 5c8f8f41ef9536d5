import * as z from 'zod/mini'
import { paymentMethods, services } from './constants.ts'
import { call } from './contract.ts'
import { Day, Iso, NairaNumber } from './fields.ts'
import { Badge } from './journeys.ts'
import { OrderStatus, orderStates } from './orders.ts'
import { OrderReference } from './references.ts'

/** One of a person's own orders. Amounts in naira. What `OrderStatus` says of state and money is true when it was asked. */
export const Transaction = z.extend(OrderStatus, {
  /** In a few words: "Electricity", "DStv Compact", "MTN airtime". */
  title: z.string(),
  /** Meter, smartcard, phone or profile that is served; phones as 0803…. */
  number: z.string(),
  /** Whose it is, where the lookup said it. */
  customer_name: z.nullable(z.string()),
  /** The company, network or examination. */
  network: Badge,
  /** Bouquet, plan or kind of PIN. */
  bundle: z.nullable(z.string()),
  phone_number: z.string(),
  amount: NairaNumber,
  service_charge: NairaNumber,
  total_amount: NairaNumber,
  /** kWh as decimal text; electricity only. */
  units: z.nullable(z.string()),
  /** MANAGER: a manager bought it for the person, who paid outside. */
  payment_method: z.nullable(z.enum([...paymentMethods, 'MANAGER'])),
  created_at: Iso,
  delivered_at: z.nullable(Iso),
  /** The page of the order's true state. */
  link: z.string(),
  /** There is a receipt: ask `transactionReceipt` for the PDF. */
  has_receipt: z.boolean(),
  /** It ended without a delivery: `buyAgain` makes a new order of the same. */
  may_buy_again: z.boolean(),
})
export type Transaction = z.infer<typeof Transaction>

/** The part of a history after the first; opaque. */
export const Cursor = z.string().check(z.maxLength(120), z.regex(/^[\w-]+$/, 'is not a cursor'))

/**
 * One's own orders, newest first; what was only looked up is none. `search`: the whole number that was served
 * (meter, smartcard, phone) or that got the news, or the reference. `from` and `to`: days in Lagos, both included.
 */
export const allTransactions = call({
  name: 'allTransactions',
  method: 'GET',
  path: '/account/transactions/all',
  audience: 'user',
  summary: "One's own orders",
  query: z.object({
    search: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    service: z.optional(z.enum(services)),
    state: z.optional(z.enum(orderStates)),
    from: z.optional(Day),
    to: z.optional(Day),
    cursor: z.optional(Cursor),
  }),
  data: z.object({
    list: z.array(Transaction),
    /** Ask with it for the next part; null at the end. */
    next: z.nullable(z.string()),
  }),
  errors: [],
})

const Own = z.object({ reference: OrderReference })

/** The receipt of one's own delivered order of any service. A company's has its registered details. */
export const transactionReceipt = call({
  name: 'transactionReceipt',
  method: 'GET',
  path: '/account/transactions/{reference}/receipt',
  audience: 'user',
  summary: "The receipt of one's own delivered order, as a PDF",
  params: Own,
  data: z.unknown(),
  answers: 'application/pdf',
  errors: ['NOT_FOUND'],
})

/**
 * The same once more: an order that may still be paid is handed out itself, one that ended without a delivery
 * is looked up and priced anew. Nothing is charged. `link` is where to go on.
 */
export const buyAgain = call({
  name: 'buyAgain',
  method: 'POST',
  path: '/account/transactions/{reference}/again',
  audience: 'user',
  summary: 'Makes an order like one of one’s own that ended without a delivery',
  params: Own,
  data: z.object({ reference: OrderReference, link: z.string() }),
  errors: [
    'NOT_FOUND',
    'ORDER_PAID',
    'PAYMENT_PENDING',
    'SERVICE_OFF',
    'METER_NOT_FOUND',
    'METER_CANNOT_VEND',
    'SMARTCARD_NOT_FOUND',
    'PROFILE_NOT_FOUND',
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'LOOKUP_UNAVAILABLE',
    'TOO_MANY',
  ],
})

/** What was delivered in one month, or of one service. Naira; `units` in kWh, electricity only. */
const Sum = { orders: z.number(), spent: NairaNumber, units: z.number() }

/** Delivered orders, by the month of delivery in Lagos, the oldest first; months without any are there with zeros. */
export const accountSummary = call({
  name: 'accountSummary',
  method: 'GET',
  path: '/account/summary',
  audience: 'user',
  summary: 'What was spent in the last months, and for how many units',
  query: z.object({
    months: z.optional(z.string().check(z.regex(/^(?:[1-9]|1\d|2[0-4])$/, 'Please choose 1 to 24 months.'))),
  }),
  data: z.object({
    months: z.array(z.object({ /** YYYY-MM */ month: z.string(), ...Sum })),
    services: z.array(z.object({ service: z.enum(services), ...Sum })),
  }),
  errors: [],
})
