import * as z from 'zod/mini'
import { call } from './contract.ts'
import { Iso, NairaNumber } from './fields.ts'
import { OrderReference } from './references.ts'

export const bulkLimits = { rows: 5_000, bytes: 2 * 1024 * 1024 } as const

/**
 * The columns of the file, by their names in its first line, in any order. `number` is the meter, smartcard,
 * phone or profile; `provider` the company, network or examination; `type` prepaid or postpaid, for electricity;
 * `plan` the bouquet, plan or kind of PIN by name or code; `amount` naira, for electricity and airtime; `phone`
 * gets the news: needed where `number` is no phone itself.
 */
export const bulkColumns = ['service', 'number', 'provider', 'type', 'plan', 'amount', 'phone'] as const
export type BulkColumn = (typeof bulkColumns)[number]

/** checking → ready → running → done; a file that was not started in time is expired. */
export const bulkStates = ['checking', 'ready', 'running', 'done', 'expired'] as const

/**
 * `wrong` rows are never bought. While it runs a row is `waiting`, then `pending` from its order on, and ends
 * `delivered`, `refunded` or `refused` (not bought; its money is back in the wallet).
 */
export const bulkRowStates = [
  'checking',
  'wrong',
  'ready',
  'waiting',
  'pending',
  'delivered',
  'refunded',
  'refused',
] as const
export type BulkRowState = (typeof bulkRowStates)[number]

/** One line of the file, as it was read. Amounts in naira, null until it is priced. */
export const BulkRow = z.object({
  /** Its line in the file; the first line has the names. */
  line: z.number(),
  service: z.string(),
  number: z.string(),
  provider: z.string(),
  plan: z.string(),
  customer_name: z.nullable(z.string()),
  amount: z.nullable(NairaNumber),
  total_amount: z.nullable(NairaNumber),
  state: z.enum(bulkRowStates),
  /** Why it is wrong, refused or refunded. */
  why: z.nullable(z.string()),
  reference: z.nullable(OrderReference),
})
export type BulkRow = z.infer<typeof BulkRow>

export const BulkPurchase = z.object({
  id: z.string(),
  file_name: z.string(),
  state: z.enum(bulkStates),
  created_at: Iso,
  started_at: z.nullable(Iso),
  finished_at: z.nullable(Iso),
  /** How many rows are in each state. */
  counts: z.record(z.enum([...bulkRowStates, 'all']), z.number()),
  /** What starting takes from the wallet, or took: the totals of the rows that are not wrong. */
  total_amount: NairaNumber,
})
export type BulkPurchase = z.infer<typeof BulkPurchase>

/** A file with a part of its rows, by line. */
const WithRows = z.extend(BulkPurchase, {
  rows: z.array(BulkRow),
  /** Ask with it for the next part; null at the end. */
  next: z.nullable(z.string()),
})
export type BulkWithRows = z.infer<typeof WithRows>

/**
 * Takes a CSV file in the field `file`: UTF-8, UTF-16 with its mark or Windows-1252; comma, semicolon or tab.
 * Every row is read at once and looked up soon after: 202 'pending' while that goes on. No money is moved.
 */
export const checkBulk = call({
  name: 'checkBulk',
  method: 'POST',
  path: '/account/bulk-purchases/check',
  audience: 'verified',
  summary: 'Checks a file of many purchases, for companies',
  upload: { field: 'file', mostBytes: bulkLimits.bytes },
  data: WithRows,
  errors: ['COMPANIES_ONLY', 'INVALID', 'TOO_LARGE', 'TOO_MANY', 'BULK_BUSY'],
})

const BulkId = z.object({ id: z.string().check(z.uuid()) })

/** Sets the total aside from the wallet, and buys row after row. Started again it answers how far it is. */
export const startBulk = call({
  name: 'startBulk',
  method: 'POST',
  path: '/account/bulk-purchases/{id}/start',
  audience: 'verified',
  summary: 'Pays for a checked file from the wallet and begins to buy',
  keyed: true,
  params: BulkId,
  data: BulkPurchase,
  errors: ['COMPANIES_ONLY', 'NOT_FOUND', 'WALLET_TOO_LOW', 'BULK_CHECKING', 'BULK_EXPIRED', 'BULK_EMPTY'],
})

/** Progress and rows; with format csv the whole file back, with what became of each row. */
export const getBulk = call({
  name: 'getBulk',
  method: 'GET',
  path: '/account/bulk-purchases/{id}',
  audience: 'verified',
  summary: 'Progress and results of a file of purchases; CSV when format is csv',
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
export const allBulk = call({
  name: 'allBulk',
  method: 'GET',
  path: '/account/bulk-purchases/all',
  audience: 'verified',
  summary: "One's own files of purchases",
  data: z.array(BulkPurchase),
  errors: ['COMPANIES_ONLY'],
})

/** A file to begin with: the names of the columns and one row of each service. */
export const bulkTemplate = call({
  name: 'bulkTemplate',
  method: 'GET',
  path: '/account/bulk-purchases/template',
  audience: 'verified',
  summary: 'A file to begin with, as CSV',
  data: z.unknown(),
  answers: 'text/csv',
  errors: ['COMPANIES_ONLY'],
})
