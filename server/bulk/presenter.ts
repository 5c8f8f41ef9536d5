import { sql } from 'kysely'
import {
  type BulkPurchase,
  type BulkPurchaseWithRows,
  type BulkRow,
  type BulkRowState,
  bulkColumns,
  bulkRowStates,
} from '../../shared/bulk.ts'
import type { BulkPurchaseId, UserId } from '../../shared/ids.ts'
import { nairaOf, nairaText } from '../../shared/money.ts'
import { groupDigits } from '../../shared/tokens.ts'
import type { Database, Tx } from '../database/index.ts'
import { csvFile, type FileResponse } from '../http/index.ts'
import { findRepeatedRows } from './repeated-rows.ts'
import { isExpired, type Row, type StoredBulkPurchase } from './store.ts'
import { bulkServerTexts } from './texts.ts'

/** Rows per response: an open page polls every few seconds, often on metered mobile data. */
const pageSize = 50
const maxBulkPurchases = 50

/** A purchased row has the state of its order. */
const currentState = sql<BulkRowState>`case
  when bulk_rows.state <> 'purchased' then bulk_rows.state
  when orders.state in ('delivered', 'refunded') then orders.state
  else 'pending' end`

type BulkPurchaseRow = StoredBulkPurchase & { readonly is_expired: boolean }

/** Bulk purchases in API form, for their owner. */
async function bulkPurchasesFrom(
  db: Database,
  bulkPurchases: readonly BulkPurchaseRow[],
): Promise<BulkPurchase[]> {
  if (bulkPurchases.length === 0) return []
  const unfinished = bulkPurchases.filter(({ counts }) => counts === null)
  const countsById = await countsOf(
    db.q,
    unfinished.map(({ id }) => id),
  )
  const refundedById = await refundedOf(
    db.q,
    bulkPurchases.filter(({ started_at }) => started_at !== null).map(({ id }) => id),
  )
  return bulkPurchases.map((bulkPurchase) => {
    const counts = bulkPurchase.counts ?? countsById.get(bulkPurchase.id) ?? {}
    return {
      id: bulkPurchase.id,
      file_name: bulkPurchase.file_name,
      state: bulkPurchase.state === 'ready' && bulkPurchase.is_expired ? 'expired' : bulkPurchase.state,
      created_at: bulkPurchase.created_at.toISOString(),
      started_at: bulkPurchase.started_at?.toISOString() ?? null,
      finished_at: bulkPurchase.finished_at?.toISOString() ?? null,
      counts: {
        ...(Object.fromEntries(bulkRowStates.map((state) => [state, counts[state] ?? 0])) as Record<
          BulkRowState,
          number
        >),
        all: Object.values(counts).reduce((sum, count) => sum + count, 0),
      },
      total_amount: nairaOf(bulkPurchase.total_kobo),
      refunded_amount: nairaOf(refundedById.get(bulkPurchase.id) ?? 0n),
    }
  })
}

/** Kobo returned to the wallet by bulk purchase, for rejected rows and refunded orders. Purchases without any are left out. */
async function refundedOf(db: Database['q'], ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ bulk_id: BulkPurchaseId; kobo: bigint }>`
    select bulk_id, sum(bulk_rows.total_kobo)::bigint as kobo
    from bulk_rows left join orders on orders.id = bulk_rows.order_id
    where bulk_id = any(${ids}::uuid[])
      and (bulk_rows.state = 'rejected' or (bulk_rows.state = 'purchased' and orders.state = 'refunded'))
    group by 1`.execute(db)
  return new Map(rows.map(({ bulk_id, kobo }) => [bulk_id, kobo]))
}

/** Current number of rows per bulk purchase and state; states without rows are omitted. */
export async function countsOf(
  db: Database['q'] | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Record<string, number>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ bulk_id: BulkPurchaseId; counts: Record<string, number> }>`
    select bulk_id, jsonb_object_agg(state, count) as counts from (
      select bulk_id, ${currentState} as state, count(*)::int as count
      from bulk_rows left join orders on orders.id = bulk_rows.order_id
      where bulk_id = any(${ids}::uuid[]) group by 1, 2) by_state
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.bulk_id, row.counts]))
}

export async function bulkPurchaseFrom(db: Database, bulkPurchase: BulkPurchaseRow): Promise<BulkPurchase> {
  const [presented] = await bulkPurchasesFrom(db, [bulkPurchase])
  if (!presented) throw new Error(`No bulk purchase ${bulkPurchase.id}`)
  return presented
}

/** The user's latest bulk purchases, newest first. */
export const listBulkPurchases = async (db: Database, userId: UserId): Promise<BulkPurchase[]> =>
  bulkPurchasesFrom(
    db,
    await db.q
      .selectFrom('bulk_purchases')
      .selectAll()
      .select(isExpired.as('is_expired'))
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(maxBulkPurchases)
      .execute(),
  )

/** A bulk purchase with one page of its rows, by line. */
export async function bulkPurchaseWithRows(
  db: Database,
  bulkPurchase: BulkPurchaseRow,
  { state, cursor }: { state?: BulkRowState | undefined; cursor?: string | undefined } = {},
): Promise<BulkPurchaseWithRows> {
  const rows = await selectRows(db, bulkPurchase.id, { state, after: Number(cursor ?? 0), max: pageSize + 1 })
  const page = rows.slice(0, pageSize)
  const presented = await bulkPurchaseFrom(db, bulkPurchase)
  const repeated = presented.state === 'ready' ? await findRepeatedRows(db, bulkPurchase) : undefined
  return {
    ...presented,
    rows: page.map(rowFrom),
    next: rows.length > pageSize ? String(page.at(-1)?.line ?? '') : null,
    ...(repeated && { repeated }),
  }
}

/** CSV of all rows with their results. */
export async function resultFile(db: Database, bulkPurchase: StoredBulkPurchase): Promise<FileResponse> {
  const rows = await selectRows(db, bulkPurchase.id, { after: 0, max: Number.MAX_SAFE_INTEGER })
  const header = [
    bulkServerTexts.csvLine(),
    ...bulkColumns,
    bulkServerTexts.csvResult(),
    bulkServerTexts.csvWhy(),
    bulkServerTexts.csvReference(),
    bulkServerTexts.csvCustomer(),
    bulkServerTexts.csvTotal(),
    bulkServerTexts.csvCodes(),
    bulkServerTexts.csvUnits(),
  ]
  const name = bulkPurchase.file_name.replace(/\.[^.]*$/, '').replace(/[^\w -]+/g, '-')
  return csvFile(`${name || 'purchases'}-results.csv`, [
    header,
    ...rows.map((row) => [
      row.line,
      ...bulkColumns.map((column) => row[column]),
      row.current_state,
      errorOf(row),
      row.reference,
      row.customer_name,
      row.total_kobo === null ? null : nairaText(row.total_kobo),
      codesOf(row),
      row.units,
    ]),
  ])
}

type RowWithOrder = Awaited<ReturnType<typeof selectRows>>[number]

/** Rows of a bulk purchase after a line, each with its order and delivery. */
const selectRows = (
  db: Database,
  bulkId: BulkPurchaseId,
  { state, after, max }: { state?: BulkRowState | undefined; after: number; max: number },
) =>
  db.q
    .selectFrom('bulk_rows')
    .leftJoin('orders', 'orders.id', 'bulk_rows.order_id')
    .leftJoin('deliveries', 'deliveries.order_id', 'orders.id')
    .selectAll('bulk_rows')
    .select(['orders.reference', 'deliveries.tokens', 'deliveries.pins', 'deliveries.units'])
    .select(currentState.as('current_state'))
    .where('bulk_id', '=', bulkId)
    .where('line', '>', after)
    .$if(state !== undefined, (query) => query.where(currentState, '=', state ?? 'invalid'))
    .orderBy('line')
    .limit(max)
    .execute()

const rowFrom = (row: RowWithOrder): BulkRow => ({
  line: row.line,
  service: row.service,
  number: row.number,
  provider: row.provider,
  plan: row.plan,
  customer_name: row.customer_name,
  amount: row.amount_kobo === null ? null : nairaOf(row.amount_kobo),
  total_amount: row.total_kobo === null ? null : nairaOf(row.total_kobo),
  state: row.current_state,
  error: errorOf(row),
  reference: isPurchased(row) ? row.reference : null,
})

/** Before its purchase, the order of a row is only a quote, whose reference is not shown. */
const isPurchased = (row: Row): boolean => row.state === 'purchased'

const errorOf = (row: RowWithOrder): string | null =>
  row.current_state === 'refunded' ? bulkServerTexts.orderRefunded() : row.error

/** Digits are grouped so that spreadsheets do not read tokens as numbers and round them. */
const codesOf = (row: RowWithOrder): string =>
  [
    ...(row.tokens ?? []).map(({ digits }) => groupDigits(digits)),
    ...(row.pins ?? []).map(({ serial, pin }) =>
      serial ? bulkServerTexts.pinWithSerial({ pin, serial }) : pin,
    ),
  ].join(' / ')
