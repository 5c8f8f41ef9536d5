import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { services } from '../../shared/constants.ts'
import type { UserId } from '../../shared/ids.ts'
import type { getManagedOrders } from '../../shared/management/orders.ts'
import { orderStates } from '../../shared/orders.ts'
import { normalisePhone } from '../../shared/phone.ts'
import type { Database } from '../database/index.ts'
import { type Cursor, decodeCursor, encodeCursor, pageOf } from '../http/index.ts'
import { type MatchingIds, noMatchingIds } from './find-documents.ts'

export type OrderQuery = z.infer<typeof getManagedOrders.query>

/** A quote is not an order yet. */
const listedStates = orderStates.filter((state) => state !== 'quoted')

/**
 * One page of order ids, newest first. Every filter reads an index in this order: search terms, gateways and
 * vendors from `order_search_terms`, services and states from `orders`.
 * @throws ApiError INVALID for an invalid cursor
 */
export async function findManagedOrders(
  db: Database,
  query: OrderQuery,
  { pageSize, userId }: { pageSize: number; userId: UserId | null },
): Promise<{ ids: string[]; next: string | null }> {
  const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor)
  const pageOptions = { cursor, userId, matchingIds: noMatchingIds, limit: pageSize + 1, oldestFirst: false }
  const { rows } = await sql<Cursor>`
    select id, created_at::text as at from (
      ${sql.join([ordersQuery(query, pageOptions), ...recordQueries(query, pageOptions)], sql` union all `)}) found
    order by created_at desc, id desc limit ${pageSize + 1}`.execute(db.q)
  const { page, next } = pageOf(rows, pageSize, encodeCursor)
  return {
    ids: page.map((row) => row.id),
    next,
  }
}

/** The part of a list to read: rows after the cursor, of one user or of all, at most `limit`. */
export interface PageOptions {
  readonly cursor: Cursor | null
  readonly userId: UserId | null
  readonly matchingIds: MatchingIds
  readonly limit: number
  readonly oldestFirst: boolean
}

/** The order of a page by time, which the indexes have in both directions. */
export function pageOrder(
  { oldestFirst }: Pick<PageOptions, 'oldestFirst'>,
  timeColumn = 'created_at',
  idColumn = 'id',
): RawBuilder<unknown> {
  const direction = oldestFirst ? sql`asc` : sql`desc`
  return sql`order by ${sql.ref(timeColumn)} ${direction}, ${sql.ref(idColumn)} ${direction}`
}

/** The newest orders of a query: their `id` and `created_at`. */
export const ordersQuery = (query: OrderQuery, pageOptions: PageOptions): RawBuilder<unknown> =>
  sql`(select id, created_at from (${candidatesQuery(query, pageOptions)}) orders_found
    ${pageOrder(pageOptions)} limit ${pageOptions.limit})`

function candidatesQuery(query: OrderQuery, pageOptions: PageOptions): RawBuilder<unknown> {
  const terms = termsOf(query)
  if (terms.length > 0) return byTerms(query, terms, pageOptions)
  if (pageOptions.userId || query.review) return byOwnerOrReview(query, pageOptions)
  return byServiceAndState(query, pageOptions)
}

/** The search terms in stored form; without a search, the gateway or the vendor. */
function termsOf({ search, gateway, vendor }: OrderQuery): string[] {
  if (search) {
    const compact = search.replace(/[\s-]/g, '')
    return [
      ...new Set([
        compact,
        normalisePhone(compact),
        search.toLowerCase(),
        ...(/^\d{4}$/.test(compact) ? [`last4:${compact}`] : []),
      ]),
    ]
  }
  if (gateway) return [`payer:${gateway}`]
  return vendor ? [`vendor:${vendor}`] : []
}

const byTerms = (query: OrderQuery, terms: readonly string[], pageOptions: PageOptions) => sql`
  select part.id, part.created_at from unnest(${terms}::text[]) as of_term (term)
  cross join lateral (
    select orders.id, orders.created_at from order_search_terms join orders on orders.id = order_search_terms.order_id
    where order_search_terms.term = of_term.term ${rangeCondition('order_search_terms.created_at', 'order_search_terms.order_id', query, pageOptions)}
      and ${orderFilters(query, pageOptions)}
    ${pageOrder(pageOptions, 'order_search_terms.created_at', 'order_search_terms.order_id')} limit ${pageOptions.limit}) part
  union
  select orders.id, orders.created_at from orders where ${orderFilters(query, pageOptions)}
    and reference = upper(${query.search ?? ''}) ${rangeCondition('created_at', 'id', query, pageOptions)}
  union
  select orders.id, orders.created_at from orders where ${orderFilters(query, pageOptions)}
    and orders.id in (select unnest(${[...pageOptions.matchingIds.orders]}::uuid[])
      union select order_id from payments where id = any(${[...pageOptions.matchingIds.payments]}::uuid[])
      union select order_id from attempts where id = any(${[...pageOptions.matchingIds.attempts]}::uuid[]))
    ${rangeCondition('created_at', 'id', query, pageOptions)}
  union
  select orders.id, orders.created_at from orders join payments on payments.order_id = orders.id
  where payments.reference = ${query.search ?? ''} and ${orderFilters(query, pageOptions)} ${rangeCondition('orders.created_at', 'orders.id', query, pageOptions)}`

const byOwnerOrReview = (query: OrderQuery, pageOptions: PageOptions) => sql`
  select id, created_at from orders where ${orderFilters(query, pageOptions)} ${rangeCondition('created_at', 'id', query, pageOptions)}
  ${pageOrder(pageOptions)} limit ${pageOptions.limit}`

/** One index probe per listed service and state. */
const byServiceAndState = (query: OrderQuery, pageOptions: PageOptions) => sql`
  select part.id, part.created_at
  from unnest(${query.service ? [query.service] : services}::text[]) as of_service (service)
  cross join unnest(${query.state ? [query.state] : listedStates}::text[]) as in_state (state)
  cross join lateral (
    select id, created_at from orders where orders.service = of_service.service and orders.state = in_state.state
      and orders.state <> 'quoted' ${rangeCondition('created_at', 'id', query, pageOptions)}
    ${pageOrder(pageOptions)} limit ${pageOptions.limit}) part`

/**
 * Purchases on other platforms that a manager recorded: delivered electricity without a payment here. Empty when the
 * query excludes them.
 */
export function recordQueries(query: OrderQuery, pageOptions: PageOptions): RawBuilder<unknown>[] {
  const isIncluded =
    (query.service ?? 'power') === 'power' && (query.state ?? 'delivered') === 'delivered' && !query.review
  if (!isIncluded || query.gateway) return []
  const conditions = [
    sql`true`,
    ...(pageOptions.userId ? [sql`user_id = ${pageOptions.userId}::uuid`] : []),
    ...(query.vendor ? [sql`platform = ${query.vendor}`] : []),
    ...(query.search ? [recordMatches(query.search, pageOptions.matchingIds)] : []),
  ]
  return [
    sql`(select id, created_at from power_records
      where ${sql.join(conditions, sql` and `)} ${rangeCondition('created_at', 'id', query, pageOptions)}
      ${pageOrder(pageOptions)} limit ${pageOptions.limit})`,
  ]
}

function recordMatches(search: string, { records }: MatchingIds): RawBuilder<unknown> {
  const compact = search.replace(/[\s-]/g, '')
  const last4 = /^\d{4}$/.test(compact)
    ? sql`or right(meter_number, 4) = ${compact} or right(phone, 4) = ${compact}`
    : sql``
  return sql`(meter_number = ${compact} or phone = ${normalisePhone(compact)} or lower(email) = ${search.toLowerCase()}
    or reference = ${compact.toUpperCase()} or order_reference = ${search}
    or id = any(${[...records]}::uuid[]) ${last4})`
}

/** The filters that apply to every order query. */
function orderFilters(query: OrderQuery, { userId }: PageOptions): RawBuilder<unknown> {
  return sql.join(
    [
      sql`orders.state <> 'quoted'`,
      ...(query.service ? [sql`orders.service = ${query.service}`] : []),
      ...(query.state ? [sql`orders.state = ${query.state}`] : []),
      ...(query.vendor ? [sql`orders.vendor = ${query.vendor}`] : []),
      ...(query.review ? [sql`orders.review_since is not null`] : []),
      ...(userId ? [sql`orders.user_id = ${userId}::uuid`] : []),
      ...(query.gateway
        ? [
            sql`exists (select from payments as paid where paid.order_id = orders.id and paid.gateway = ${query.gateway})`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/** The range of days, and the cursor of the previous page. */
export function rangeCondition(
  timeColumn: string,
  idColumn: string,
  { from, to }: Pick<OrderQuery, 'from' | 'to'>,
  { cursor, oldestFirst }: Pick<PageOptions, 'cursor' | 'oldestFirst'>,
): RawBuilder<unknown> {
  const column = sql.ref(timeColumn)
  const rangeConditions = [
    ...(from ? [sql`and ${column} >= ${from}::date::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(to ? [sql`and ${column} < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(cursor
      ? [
          sql`and (${column}, ${sql.ref(idColumn)}) ${oldestFirst ? sql`>` : sql`<`} (${cursor.at}::timestamptz, ${cursor.id}::uuid)`,
        ]
      : []),
  ]
  return rangeConditions.length > 0 ? sql.join(rangeConditions, sql` `) : sql``
}
