import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { DataOf } from '../../shared/contract.ts'
import type { UserId } from '../../shared/ids.ts'
import type {
  getManagedTransactions,
  getTransactionTotals,
  ManagedTransaction,
} from '../../shared/management/transactions.ts'
import { nairaOf } from '../../shared/money.ts'
import type { Database } from '../database/index.ts'
import { type Cursor, decodeCursor, encodeCursor, pageOf } from '../http/index.ts'
import { findMatchingIds } from './find-documents.ts'
import { ordersQuery, type PageOptions, pageOrder, recordQueries } from './find-orders.ts'
import { topUpQueries } from './find-top-ups.ts'
import { paidKobo, refundedKobo } from './transaction-money.ts'

export type TransactionQuery = z.infer<typeof getManagedTransactions.query>
type Type = ManagedTransaction['type']

/** Position of a transaction in the list of all. */
export interface FoundTransaction {
  readonly id: string
  readonly type: Type
}

/** One page of orders, records and top-ups by time of creation. @throws ApiError INVALID for an invalid cursor */
export async function findTransactions(
  db: Database,
  query: TransactionQuery,
  { pageSize, userId }: { pageSize: number; userId: UserId | null },
): Promise<{ transactions: FoundTransaction[]; next: string | null }> {
  const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor)
  const matchingIds = await findMatchingIds(db, query.search)
  const pageOptions = {
    cursor,
    userId,
    matchingIds,
    limit: pageSize + 1,
    oldestFirst: query.sort === 'oldest',
  }
  const transactionsQuery = await transactionsFound(db, query, pageOptions)
  const { rows } = await sql<Cursor & FoundTransaction>`
    select id, type, created_at::text as at from (${transactionsQuery}) as found
    ${pageOrder(pageOptions)} limit ${pageSize + 1}`.execute(db.q)
  const { page, next } = pageOf(rows, pageSize, encodeCursor)
  return {
    transactions: page.map(({ id, type }) => ({ id, type })),
    next,
  }
}

/** The first transactions of each type in the order of the page; no rows when the query excludes all. */
async function transactionsFound(db: Database, query: TransactionQuery, pageOptions: PageOptions) {
  const includes = (type: Type) => query.type === undefined || query.type === type
  const isForOrders = query.service || query.state || query.vendor || query.review
  const topUps = includes('top_up') && !isForOrders ? await topUpQueries(db, query, pageOptions) : []
  return sql.join(
    [
      ...(includes('order')
        ? [sql`select id, created_at, 'order' as type from ${ordersQuery(query, pageOptions)} as of_orders`]
        : []),
      ...(includes('record')
        ? recordQueries(query, pageOptions).map(
            (records) => sql`select id, created_at, 'record' as type from ${records} as of_records`,
          )
        : []),
      ...topUps.map((kind) => sql`select id, created_at, 'top_up' as type from ${kind} as of_top_ups`),
      sql`select null::uuid, null::timestamptz, null where false`,
    ],
    sql` union all `,
  )
}

/** Totals are of this many transactions at most, the newest ones. */
const maxCounted = 50_000

/** Totals of all transactions that a query finds. */
export async function totalsOfTransactions(
  db: Database,
  query: TransactionQuery,
  userId: UserId | null,
): Promise<DataOf<typeof getTransactionTotals>> {
  const matchingIds = await findMatchingIds(db, query.search)
  const transactionsQuery = await transactionsFound(db, query, {
    cursor: null,
    userId,
    matchingIds,
    limit: maxCounted + 1,
    oldestFirst: false,
  })
  const { rows } = await sql<{ count: number; paid: string; refunded: string; charges: string }>`
    with found as materialized (
      select id from (${transactionsQuery}) as all_found order by created_at desc, id desc limit ${maxCounted + 1})
    select count(*)::int as count, coalesce(sum(${paidKobo('found')}), 0)::text as paid,
      coalesce(sum(${refundedKobo('found')}), 0)::text as refunded,
      coalesce(sum((select service_charge_kobo from orders where orders.id = found.id and state = 'delivered')), 0)::text as charges
    from found`.execute(db.q)
  const { count = 0, paid = '0', refunded = '0', charges = '0' } = rows[0] ?? {}
  return {
    count: Math.min(count, maxCounted),
    paid: nairaOf(BigInt(paid)),
    refunded: nairaOf(BigInt(refunded)),
    service_charges: nairaOf(BigInt(charges)),
    is_complete: count <= maxCounted,
  }
}
