import { sql } from 'kysely'
import {
  type BulkPurchase,
  type BulkRow,
  type BulkRowState,
  type BulkWithRows,
  bulkColumns,
  bulkRowStates,
} from '../../shared/bulk.ts'
import { nairaOf, nairaText } from '../../shared/money.ts'
import { groupDigits } from '../../shared/tokens.ts'
import type { Database, Tx } from '../database/index.ts'
import { csvFile, type Document } from '../http/index.ts'
import { type Bulk, isTooOld, type Row } from './store.ts'

/** Rows of one answer: somebody who watches a file asks for them every few seconds, on a line that costs. */
const pageSize = 50
const mostFiles = 50

/** From the start on a row's state is its order's. */
const stateNow = sql<BulkRowState>`case
  when bulk_rows.state <> 'bought' then bulk_rows.state
  when orders.state in ('delivered', 'refunded') then orders.state
  else 'pending' end`

type Counted = Bulk & { readonly too_old: boolean }

/** Files as their owner sees them. */
async function filesFrom(db: Database, bulks: readonly Counted[]): Promise<BulkPurchase[]> {
  if (bulks.length === 0) return []
  const open = bulks.filter(({ counts }) => counts === null)
  const counted = await countsOf(
    db.q,
    open.map(({ id }) => id),
  )
  return bulks.map((bulk) => {
    const counts = bulk.counts ?? counted.get(bulk.id) ?? {}
    return {
      id: bulk.id,
      file_name: bulk.file_name,
      state: bulk.state === 'ready' && bulk.too_old ? 'expired' : bulk.state,
      created_at: bulk.created_at.toISOString(),
      started_at: bulk.started_at?.toISOString() ?? null,
      finished_at: bulk.finished_at?.toISOString() ?? null,
      counts: {
        ...(Object.fromEntries(bulkRowStates.map((state) => [state, counts[state] ?? 0])) as Record<
          BulkRowState,
          number
        >),
        all: Object.values(counts).reduce((sum, it) => sum + it, 0),
      },
      total_amount: nairaOf(bulk.total_kobo),
    }
  })
}

/** The rows of these files by their state, as it is now; a state that none is in is left out. */
export async function countsOf(
  db: Database['q'] | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Record<string, number>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ bulk_id: string; counts: Record<string, number> }>`
    select bulk_id, jsonb_object_agg(state, count) as counts from (
      select bulk_id, ${stateNow} as state, count(*)::int as count
      from bulk_rows left join orders on orders.id = bulk_rows.order_id
      where bulk_id = any(${ids}::uuid[]) group by 1, 2) by_state
    group by 1`.execute(db)
  return new Map(rows.map((it) => [it.bulk_id, it.counts]))
}

export async function fileFrom(db: Database, bulk: Counted): Promise<BulkPurchase> {
  const [file] = await filesFrom(db, [bulk])
  if (!file) throw new Error(`No file ${bulk.id}`)
  return file
}

/** Somebody's last files, newest first. */
export const filesOf = async (db: Database, userId: string): Promise<BulkPurchase[]> =>
  filesFrom(
    db,
    await db.q
      .selectFrom('bulk_purchases')
      .selectAll()
      .select(isTooOld.as('too_old'))
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(mostFiles)
      .execute(),
  )

/** A file with a part of its rows, by line. */
export async function withRows(
  db: Database,
  bulk: Counted,
  { state, cursor }: { state?: BulkRowState | undefined; cursor?: string | undefined } = {},
): Promise<BulkWithRows> {
  const rows = await read(db, bulk.id, { state, after: Number(cursor ?? 0), most: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  return {
    ...(await fileFrom(db, bulk)),
    rows: shown.map(rowFrom),
    next: rows.length > pageSize ? String(shown.at(-1)?.line ?? '') : null,
  }
}

/** The whole file back, each row with what became of it. */
export async function resultFile(db: Database, bulk: Bulk): Promise<Document> {
  const rows = await read(db, bulk.id, { after: 0, most: Number.MAX_SAFE_INTEGER })
  const head = [
    'line',
    ...bulkColumns,
    'result',
    'why',
    'reference',
    'customer',
    'total (NGN)',
    'token or PIN',
    'units',
  ]
  const name = bulk.file_name.replace(/\.[^.]*$/, '').replace(/[^\w -]+/g, '-')
  return csvFile(`${name || 'purchases'}-results.csv`, [
    head,
    ...rows.map((row) => [
      row.line,
      ...bulkColumns.map((column) => row[column]),
      row.state_now,
      whyOf(row),
      row.reference,
      row.customer_name,
      row.total_kobo === null ? null : nairaText(row.total_kobo),
      codesOf(row),
      row.units,
    ]),
  ])
}

type Shown = Awaited<ReturnType<typeof read>>[number]

/** Rows of a file from a line on, each with its order and what was delivered. */
const read = (
  db: Database,
  bulkId: string,
  { state, after, most }: { state?: BulkRowState | undefined; after: number; most: number },
) =>
  db.q
    .selectFrom('bulk_rows')
    .leftJoin('orders', 'orders.id', 'bulk_rows.order_id')
    .leftJoin('deliveries', 'deliveries.order_id', 'orders.id')
    .selectAll('bulk_rows')
    .select(['orders.reference', 'deliveries.tokens', 'deliveries.pins', 'deliveries.units'])
    .select(stateNow.as('state_now'))
    .where('bulk_id', '=', bulkId)
    .where('line', '>', after)
    .$if(state !== undefined, (it) => it.where(stateNow, '=', state ?? 'wrong'))
    .orderBy('line')
    .limit(most)
    .execute()

const rowFrom = (row: Shown): BulkRow => ({
  line: row.line,
  service: row.service,
  number: row.number,
  provider: row.provider,
  plan: row.plan,
  customer_name: row.customer_name,
  amount: row.amount_kobo === null ? null : nairaOf(row.amount_kobo),
  total_amount: row.total_kobo === null ? null : nairaOf(row.total_kobo),
  state: row.state_now,
  why: whyOf(row),
  reference: isBought(row) ? row.reference : null,
})

/** An order that was only priced appears nowhere. */
const isBought = (row: Row): boolean => row.state === 'bought'

const whyOf = (row: Shown): string | null =>
  row.state_now === 'refunded' ? 'We could not deliver it. The money is back in your wallet.' : row.why

/** Grouped, so that no spreadsheet takes them for numbers and rounds them. */
const codesOf = (row: Shown): string =>
  [
    ...(row.tokens ?? []).map(({ digits }) => groupDigits(digits)),
    ...(row.pins ?? []).map(({ serial, pin }) => (serial ? `${pin} (serial ${serial})` : pin)),
  ].join(' / ')

/** A file to begin with. */
export const template = (): Document =>
  csvFile('purchases.csv', [
    [...bulkColumns],
    ['power', '11000000099', 'ikeja', 'prepaid', '', '2000', '08031234567'],
    ['cabletv', '1212121212', 'dstv', '', 'DStv Padi', '', '08031234567'],
    ['airtime', '08031234567', 'mtn', '', '', '500', ''],
    ['data', '08031234567', 'mtn', '', '', '', ''],
    ['education', '08031234567', 'waec', '', '', '', ''],
  ])
