import * as z from 'zod/mini'
import { accountFieldTexts } from './account-field-texts.ts'
import { paymentMethods, services } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { Day, IsoTimestamp, NairaNumber, orderTotals } from './fields.ts'
import { OrderStatus, orderStates } from './orders.ts'
import { OrderReference } from './references.ts'
import { Badge, repeatedLookupErrors } from './service-contract.ts'

/** One of the user's orders. Amounts in naira. State and money in `OrderStatus` are as of the request. */
export const Transaction = z.extend(OrderStatus, {
  /** Short title: "Electricity", "DStv Compact", "MTN airtime". */
  title: z.string(),
  /** The meter, smartcard, phone or profile number; phones as 0803…. */
  number: z.string(),
  /** The number's owner, where the lookup returned one. */
  customer_name: z.nullable(z.string()),
  /** The name of the biller: an electricity company, a network or an exam body. */
  network: Badge,
  /** Bouquet, plan or kind of PIN. */
  bundle: z.nullable(z.string()),
  phone_number: z.string(),
  ...orderTotals,
  /** kWh as decimal text; electricity only. */
  units: z.nullable(z.string()),
  /** MANAGER: a manager bought it for the user, who paid outside the application. */
  payment_method: z.nullable(z.enum([...paymentMethods, 'MANAGER'])),
  /** How the user paid: "Card ending 4242"; null when it is unpaid or another person paid. */
  paid_with: z.nullable(z.string()),
  created_at: IsoTimestamp,
  delivered_at: z.nullable(IsoTimestamp),
  /** URL of the page for the order's current state. */
  link: z.string(),
  /** A receipt is available from `getTransactionReceipt` as a PDF. */
  has_receipt: z.boolean(),
  /** The order ended without a delivery: `buyAgain` creates a new one like it. */
  can_buy_again: z.boolean(),
  /** A purchase made on another platform that a manager recorded: it moved no money. */
  recorded: z.boolean(),
})
export type Transaction = z.infer<typeof Transaction>

/** Opaque cursor of a history page. */
export const CursorParameter = z.string().check(z.maxLength(120), z.regex(/^[\w-]+$/, 'is not a cursor'))

/**
 * The user's orders, newest first; lookups that were never ordered are excluded. `search`: the complete number
 * (meter, smartcard, phone), the phone that received the messages, or the reference. `from` and `to`: days in Lagos,
 * both included.
 */
export const getTransactions = defineEndpoint({
  name: 'getTransactions',
  method: 'GET',
  path: '/account/transactions/all',
  audience: 'user',
  summary: "The user's orders",
  query: z.object({
    search: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    service: z.optional(z.enum(services)),
    state: z.optional(z.enum(orderStates)),
    from: z.optional(Day),
    to: z.optional(Day),
    cursor: z.optional(CursorParameter),
  }),
  data: z.object({
    list: z.array(Transaction),
    /** Cursor of the next page; null on the last page. */
    next: z.nullable(z.string()),
  }),
})

const OrderParams = z.object({ reference: OrderReference })

/** The receipt of the user's own delivered order of any service. A company's receipt has its registered details. */
export const getTransactionReceipt = defineEndpoint({
  name: 'getTransactionReceipt',
  method: 'GET',
  path: '/account/transactions/{reference}/receipt',
  audience: 'user',
  summary: "The receipt of the user's delivered order, as a PDF",
  params: OrderParams,
  data: z.unknown(),
  responseType: 'application/pdf',
  errors: ['NOT_FOUND', 'TOO_MANY'],
})

/**
 * Repeats a purchase: an order that can still be paid is returned itself; one that ended without a delivery is
 * looked up and priced again. Charges nothing. `link` is the page to continue on.
 */
export const buyAgain = defineEndpoint({
  name: 'buyAgain',
  method: 'POST',
  path: '/account/transactions/{reference}/again',
  audience: 'user',
  summary: 'Creates an order like an undelivered one of the user',
  params: OrderParams,
  data: z.object({ reference: OrderReference, link: z.string() }),
  errors: ['NOT_FOUND', 'ORDER_PAID', 'PAYMENT_PENDING', ...repeatedLookupErrors],
})

/** Totals of the orders delivered in one month, or of one service. Naira; `units` in kWh, electricity only. */
const Totals = { orders: z.number(), spent: NairaNumber, units: z.number() }

/** Delivered orders, by month of delivery in Lagos, oldest first; months without orders are included with zeros. */
export const getAccountSummary = defineEndpoint({
  name: 'getAccountSummary',
  method: 'GET',
  path: '/account/summary',
  audience: 'user',
  summary: 'Spending and units of the last months',
  query: z.object({
    months: z.optional(
      z.string().check(z.regex(/^(?:[1-9]|1\d|2[0-4])$/, { error: accountFieldTexts.monthsInvalid })),
    ),
  }),
  data: z.object({
    months: z.array(z.object({ /** YYYY-MM */ month: z.string(), ...Totals })),
    services: z.array(z.object({ service: z.enum(services), ...Totals })),
  }),
})
