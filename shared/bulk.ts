import * as z from 'zod/mini'
import { pinErrors } from './auth-pin.ts'
import { defineEndpoint } from './contract.ts'
import { IsoTimestamp, NairaNumber } from './fields.ts'
import { OrderReference } from './references.ts'

export const bulkLimits = { rows: 5_000, bytes: 2 * 1024 * 1024 } as const

/**
 * Columns of the file, named in its first line, in any order. `number` is the meter, smartcard, phone or profile;
 * `provider` the biller: an electricity company, a network or an exam body; `type` prepaid or postpaid, for electricity;
 * `plan` the bouquet, data plan or exam PIN, by name or code; `amount` naira, for electricity and airtime; `phone`
 * receives the messages: required where `number` is not itself a phone.
 */
export const bulkColumns = ['service', 'number', 'provider', 'type', 'plan', 'amount', 'phone'] as const
export type BulkColumn = (typeof bulkColumns)[number]

/** checking → ready → running → done; a file that is not started in time expires. */
export const bulkPurchaseStates = ['checking', 'ready', 'running', 'done', 'expired'] as const

/**
 * `invalid` rows are never bought. During a run a row is `queued`, then `pending` once its order exists, and ends as
 * `delivered`, `refunded` or `rejected` (not bought; its money is returned to the wallet).
 */
export const bulkRowStates = [
  'checking',
  'invalid',
  'ready',
  'queued',
  'pending',
  'delivered',
  'refunded',
  'rejected',
] as const
export type BulkRowState = (typeof bulkRowStates)[number]

/** One row of the file, as read. Amounts in naira, null until priced. */
export const BulkRow = z.object({
  /** Line number in the file; the first line has the column names. */
  line: z.number(),
  service: z.string(),
  number: z.string(),
  provider: z.string(),
  plan: z.string(),
  customer_name: z.nullable(z.string()),
  amount: z.nullable(NairaNumber),
  total_amount: z.nullable(NairaNumber),
  state: z.enum(bulkRowStates),
  /** Why the row is invalid, rejected or refunded. */
  error: z.nullable(z.string()),
  reference: z.nullable(OrderReference),
})
export type BulkRow = z.infer<typeof BulkRow>

export const BulkPurchase = z.object({
  id: z.string(),
  file_name: z.string(),
  state: z.enum(bulkPurchaseStates),
  created_at: IsoTimestamp,
  started_at: z.nullable(IsoTimestamp),
  finished_at: z.nullable(IsoTimestamp),
  /** Number of rows in each state. */
  counts: z.record(z.enum([...bulkRowStates, 'all']), z.number()),
  /** Amount that starting takes, or took, from the wallet: the total of the valid rows. */
  total_amount: NairaNumber,
  /** Part of it that was returned to the wallet, for rows that were not delivered. */
  refunded_amount: NairaNumber,
})
export type BulkPurchase = z.infer<typeof BulkPurchase>

/** A file with one page of its rows, by line. */
const WithRows = z.extend(BulkPurchase, {
  rows: z.array(BulkRow),
  /** Cursor of the next page; null on the last page. */
  next: z.nullable(z.string()),
  /** Of a file that can be started: purchases that a file of the last 24 hours made or is making. */
  repeated: z.optional(z.object({ rows: z.number(), started_at: IsoTimestamp })),
})
export type BulkPurchaseWithRows = z.infer<typeof WithRows>

/**
 * Accepts a CSV file in the field `file`: UTF-8, UTF-16 with a byte order mark, or Windows-1252; comma, semicolon or
 * tab. Rows are parsed immediately and looked up in the background: 202 'pending' until that is done. Moves no
 * money.
 */
export const checkBulkFile = defineEndpoint({
  name: 'checkBulkFile',
  method: 'POST',
  path: '/account/bulk-purchases/check',
  audience: 'verified',
  summary: 'Checks a file of many purchases, for companies',
  mayRespondPending: true,
  upload: { field: 'file', maxBytes: bulkLimits.bytes },
  data: WithRows,
  errors: ['COMPANIES_ONLY', 'INVALID', 'TOO_LARGE', 'TOO_MANY', 'BULK_BUSY'],
})

const BulkId = z.object({ id: z.string().check(z.uuid()) })

/**
 * Holds the total in the wallet and buys row by row. A repeated start returns the current progress. A total above the
 * limit that the user has chosen needs the PIN, as a wallet payment does. Source: ruling A6
 */
export const startBulkPurchase = defineEndpoint({
  name: 'startBulkPurchase',
  method: 'POST',
  path: '/account/bulk-purchases/{id}/start',
  audience: 'verified',
  summary: 'Pays for a checked file from the wallet and starts the purchases',
  requiresIdempotencyKey: true,
  params: BulkId,
  body: z.object({ auth_pin: z.optional(z.string().check(z.maxLength(20))) }),
  data: BulkPurchase,
  errors: [
    'COMPANIES_ONLY',
    'NOT_FOUND',
    'WALLET_TOO_LOW',
    'BULK_CHECKING',
    'BULK_EXPIRED',
    'BULK_EMPTY',
    ...pinErrors,
  ],
})

/** Progress and rows; with format csv the whole file with the result of each row. */
export const getBulkPurchase = defineEndpoint({
  name: 'getBulkPurchase',
  method: 'GET',
  path: '/account/bulk-purchases/{id}',
  audience: 'verified',
  summary: 'Progress and results of a bulk purchase file; CSV when format is csv',
  params: BulkId,
  query: z.object({
    state: z.optional(z.enum(bulkRowStates)),
    cursor: z.optional(z.string().check(z.regex(/^\d{1,6}$/, 'is not a cursor'))),
    format: z.optional(z.enum(['json', 'csv'])),
  }),
  data: WithRows,
  errors: ['COMPANIES_ONLY', 'NOT_FOUND'],
})

/** The last fifty, newest first. */
export const getBulkPurchases = defineEndpoint({
  name: 'getBulkPurchases',
  method: 'GET',
  path: '/account/bulk-purchases/all',
  audience: 'verified',
  summary: "The user's bulk purchase files",
  data: z.array(BulkPurchase),
  errors: ['COMPANIES_ONLY'],
})

/** A template: the column names and one row of each service. */
export const getBulkTemplate = defineEndpoint({
  name: 'getBulkTemplate',
  method: 'GET',
  path: '/account/bulk-purchases/template',
  audience: 'verified',
  summary: 'Template file, as CSV',
  data: z.unknown(),
  responseType: 'text/csv',
  errors: ['COMPANIES_ONLY'],
})

/** One line for each company, bouquet, plan and kind of PIN that a row may name, with its current price. */
export const getBulkPlans = defineEndpoint({
  name: 'getBulkPlans',
  method: 'GET',
  path: '/account/bulk-purchases/plans',
  audience: 'verified',
  summary: 'Companies, plans and prices for a file, as CSV',
  data: z.unknown(),
  responseType: 'text/csv',
  errors: ['COMPANIES_ONLY'],
})
