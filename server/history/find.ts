import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { services } from '../../shared/constants.ts'
import type { getTransactions } from '../../shared/history.ts'
import type { UserId } from '../../shared/ids.ts'
import { type OrderState, orderStates } from '../../shared/orders.ts'
import { normalisePhone } from '../../shared/phone.ts'
import { OrderReference } from '../../shared/references.ts'
import { orderStatuses } from '../../shared/statuses.ts'
import type { Database } from '../database/index.ts'
import { type Cursor, decodeCursor, encodeCursor, pageOf } from '../http/index.ts'

type TransactionQuery = z.infer<typeof getTransactions.query>

interface OrderRow extends Cursor {
  readonly reference: string
}

/** A quote is not part of the history. */
const visibleStates = orderStates.filter((state) => state !== 'quoted')

/**
 * The ids of one page of a user's orders, newest first. Each page is read from an index in that order,
 * separately for each service and state, so the cost does not grow with the number of earlier pages.
 * @throws ApiError INVALID for a cursor that this API did not issue
 */
export async function findOrders(
  db: Database,
  userId: UserId,
  query: TransactionQuery,
  pageSize: number,
): Promise<{ ids: string[]; next: string | null }> {
  const limit = pageSize + 1
  const conditions = sql.join([sql`user_id = ${userId}::uuid`, ...rangeConditions(query)], sql` and `)
  const selection = query.search
    ? bySearch(query, conditions, limit)
    : query.service || query.state
      ? byServiceAndState(query, conditions, limit)
      : sql`(${sql.raw(selectFromOrders)} where ${conditions} and state <> 'quoted' ${newestFirst(limit)})`
  const { rows } = await sql<OrderRow>`
    select id, created_at::text as at from (${selection} ${recordedPurchases(query, userId, limit)}) found
    order by created_at desc, id desc limit ${limit}`.execute(db.q)
  const { page, next } = pageOf(rows, pageSize, encodeCursor)
  return {
    ids: page.map((row) => row.id),
    next,
  }
}

const selectFromOrders = 'select id, created_at from orders'
const newestFirst = (limit: number) => sql`order by created_at desc, id desc limit ${limit}`

/** The visible states that are shown with the same status as this one: `paid` and `vending` are both Processing. */
const statesWithSameStatus = (state: OrderState): OrderState[] =>
  visibleStates.filter((other) => orderStatuses[other].label === orderStatuses[state].label)

/** One index scan for each visible service and state. */
const byServiceAndState = (query: TransactionQuery, conditions: RawBuilder<unknown>, limit: number) => sql`
  select part.id, part.created_at
  from unnest(${query.service ? [query.service] : services}::text[]) as of_service (service)
  cross join unnest(${query.state ? statesWithSameStatus(query.state) : visibleStates}::text[]) as in_state (state)
  cross join lateral (
    ${sql.raw(selectFromOrders)} where ${conditions} and orders.service = of_service.service and orders.state = in_state.state
      and orders.state <> 'quoted' ${newestFirst(limit)}) part`

/** By the full number, as typed and in the stored form of phones, or by the reference. */
function bySearch(
  query: TransactionQuery,
  conditions: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const searchText = (query.search ?? '').replace(/[\s-]/g, '')
  const numbers = [...new Set([searchText, normalisePhone(searchText)])]
  const reference = OrderReference.safeParse(searchText.toUpperCase()).data ?? ''
  const filterCondition = sql.join(
    [
      conditions,
      sql`state <> 'quoted'`,
      ...(query.service ? [sql`service = ${query.service}`] : []),
      ...(query.state ? [sql`state = any(${statesWithSameStatus(query.state)}::text[])`] : []),
    ],
    sql` and `,
  )
  return sql`
    select part.id, part.created_at from unnest(${numbers}::text[]) as of_number (number)
    cross join lateral (${sql.raw(selectFromOrders)} where ${filterCondition} and beneficiary = of_number.number ${newestFirst(limit)}) part
    union
    select part.id, part.created_at from unnest(${numbers}::text[]) as of_number (number)
    cross join lateral (${sql.raw(selectFromOrders)} where ${filterCondition} and phone = of_number.number ${newestFirst(limit)}) part
    union
    ${sql.raw(selectFromOrders)} where ${filterCondition} and reference = ${reference}`
}

/** Electricity that the user bought elsewhere and a manager recorded: listed as delivered electricity orders. */
function recordedPurchases(query: TransactionQuery, userId: UserId, limit: number): RawBuilder<unknown> {
  if ((query.service ?? 'power') !== 'power' || (query.state ?? 'delivered') !== 'delivered') return sql``
  const searchText = (query.search ?? '').replace(/[\s-]/g, '')
  const conditions = [
    sql`user_id = ${userId}::uuid`,
    ...rangeConditions(query),
    ...(query.search
      ? [
          sql`(meter_number = ${searchText} or phone = ${normalisePhone(searchText)} or reference = ${searchText.toUpperCase()})`,
        ]
      : []),
  ]
  return sql`union all (select id, created_at from power_records
    where ${sql.join(conditions, sql` and `)} ${newestFirst(limit)})`
}

function rangeConditions({ from, to, cursor }: TransactionQuery): RawBuilder<unknown>[] {
  const cursorPosition = cursor === undefined ? null : decodeCursor(cursor)
  return [
    ...(from ? [sql`created_at >= ${from}::date::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(to ? [sql`created_at < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(cursorPosition
      ? [sql`(created_at, id) < (${cursorPosition.at}::timestamptz, ${cursorPosition.id}::uuid)`]
      : []),
  ]
}
