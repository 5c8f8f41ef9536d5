import * as z from 'zod/mini'
import { services, vendors } from '../constants.ts'
import { defineEndpoint } from '../contract.ts'
import { IsoTimestamp, NairaNumber } from '../fields.ts'
import { CursorParameter } from '../history.ts'
import { orderStates } from '../orders.ts'
import { orderFilters, paymentSources } from './orders.ts'
import { isPeriod, listPeriodRules } from './period.ts'
import { topUpKinds, topUpStates } from './top-ups.ts'

/** Orders, purchases on other platforms that a manager recorded, and wallet top-ups. */
export const transactionTypes = ['order', 'record', 'top_up'] as const

export const transactionSortOrders = ['newest', 'oldest'] as const

/** An order, a manual record or a wallet top-up in the back office. Naira. */
export const ManagedTransaction = z.object({
  id: z.string(),
  type: z.enum(transactionTypes),
  /** Of the order or record; of a top-up its payment, transfer or request. */
  reference: z.string(),
  /** Null for a top-up. */
  service: z.nullable(z.enum(services)),
  /** The network or company, and the plan; empty for a top-up. */
  title: z.string(),
  /** Meter, smartcard, phone or profile; null for a top-up. */
  number: z.nullable(z.string()),
  customer_name: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  email: z.nullable(z.string()),
  user: z.nullable(z.object({ uniqueid: z.string(), name: z.string() })),
  /** Null for a top-up. */
  state: z.nullable(z.enum(orderStates)),
  top_up_state: z.nullable(z.enum(topUpStates)),
  top_up_kind: z.nullable(z.enum(topUpKinds)),
  review: z.nullable(z.string()),
  /** Null while the amount of a transfer is not known. */
  amount: z.nullable(NairaNumber),
  service_charge: NairaNumber,
  total_amount: z.nullable(NairaNumber),
  /** Money received from the customer, second payments included. */
  paid: NairaNumber,
  /** Money returned to the customer. */
  refunded: NairaNumber,
  /** The payment source; null while unpaid. */
  payer: z.nullable(z.enum(paymentSources)),
  payment_reference: z.nullable(z.string()),
  vendor: z.nullable(z.enum(vendors)),
  vendor_reference: z.nullable(z.string()),
  units: z.nullable(z.string()),
  created_at: IsoTimestamp,
  paid_at: z.nullable(IsoTimestamp),
  delivered_at: z.nullable(IsoTimestamp),
})
export type ManagedTransaction = z.infer<typeof ManagedTransaction>

/** A filter by service, state, vendor or review leaves orders and records only; `search` also finds users of top-ups. */
const filters = {
  ...orderFilters,
  type: z.optional(z.enum(transactionTypes)),
} as const

/** Newest first by default. With `format=csv` a file of at most 50,000 rows. */
export const getManagedTransactions = defineEndpoint({
  name: 'getManagedTransactions',
  method: 'GET',
  path: '/management/transactions/all',
  audience: 'manager',
  summary: 'Searches orders, manual records and wallet top-ups',
  query: z
    .object({
      ...filters,
      /** Order of the list by the time of creation. */
      sort: z.optional(z.enum(transactionSortOrders)),
      cursor: z.optional(CursorParameter),
      format: z.optional(z.enum(['json', 'csv'])),
    })
    .check(isPeriod(listPeriodRules)),
  data: z.object({ list: z.array(ManagedTransaction), next: z.nullable(z.string()) }),
  errors: ['INVALID', 'NOT_FOUND'],
})

/** Totals of the transactions that a filter finds, of the newest 50,000. Naira. */
export const getTransactionTotals = defineEndpoint({
  name: 'getTransactionTotals',
  method: 'GET',
  path: '/management/transactions/totals',
  audience: 'manager',
  summary: 'Totals of orders, manual records and wallet top-ups',
  query: z.object(filters).check(isPeriod(listPeriodRules)),
  data: z.object({
    count: z.number(),
    paid: NairaNumber,
    refunded: NairaNumber,
    /** Service charges of delivered orders. */
    service_charges: NairaNumber,
    /** False when the filter finds more transactions than are counted. */
    is_complete: z.boolean(),
  }),
  errors: ['INVALID', 'NOT_FOUND'],
})
