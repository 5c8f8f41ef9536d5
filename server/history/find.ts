import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { services } from '../../shared/constants.ts'
import type { allTransactions } from '../../shared/history.ts'
import { orderStates } from '../../shared/orders.ts'
import { normalisePhone } from '../../shared/phone.ts'
import { OrderReference } from '../../shared/references.ts'
import type { Database } from '../database/index.ts'
import { cursorAt, type Place, placeOf } from '../http/index.ts'

type Wish = z.infer<typeof allTransactions.query>

interface Found extends Place {
  readonly reference: string
}

/** What somebody only looked up is no order of theirs yet. */
const shownStates = orderStates.filter((state) => state !== 'quoted')

/**
 * The ids of a part of somebody's orders, newest first. Each part is read from an index that has it in that
 * order, for each service and state apart, so it takes as long for the first order as for the hundred thousandth.
 * @throws Refused INVALID for a cursor that we did not make
 */
export async function findOrders(
  db: Database,
  userId: string,
  wish: Wish,
  pageSize: number,
): Promise<{ ids: string[]; next: string | null }> {
  const most = pageSize + 1
  const within = sql.join([sql`user_id = ${userId}::uuid`, ...bounds(wish)], sql` and `)
  const parts = wish.search
    ? bySearch(wish, within, most)
    : wish.service || wish.state
      ? byServiceAndState(wish, within, most)
      : sql`(${sql.raw(columns)} where ${within} and state <> 'quoted' ${newestFirst(most)})`
  const { rows } = await sql<Found>`
    select id, created_at::text as at from (${parts}) found
    order by created_at desc, id desc limit ${most}`.execute(db.q)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    ids: shown.map((it) => it.id),
    next: rows.length > pageSize && last ? cursorAt(last) : null,
  }
}

const columns = 'select id, created_at from orders'
const newestFirst = (most: number) => sql`order by created_at desc, id desc limit ${most}`

/** One probe of the index for each service and state that may be shown. */
const byServiceAndState = (wish: Wish, within: RawBuilder<unknown>, most: number) => sql`
  select part.id, part.created_at
  from unnest(${wish.service ? [wish.service] : services}::text[]) as of_service (service)
  cross join unnest(${wish.state ? [wish.state] : shownStates}::text[]) as in_state (state)
  cross join lateral (
    ${sql.raw(columns)} where ${within} and orders.service = of_service.service and orders.state = in_state.state
      and orders.state <> 'quoted' ${newestFirst(most)}) part`

/** By the whole number, as typed and as we keep phones, or by the reference. */
function bySearch(wish: Wish, within: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  const typed = (wish.search ?? '').replace(/[\s-]/g, '')
  const numbers = [...new Set([typed, normalisePhone(typed)])]
  const reference = OrderReference.safeParse(typed.toUpperCase()).data ?? ''
  const filtered = sql.join(
    [
      within,
      sql`state <> 'quoted'`,
      ...(wish.service ? [sql`service = ${wish.service}`] : []),
      ...(wish.state ? [sql`state = ${wish.state}`] : []),
    ],
    sql` and `,
  )
  return sql`
    select part.id, part.created_at from unnest(${numbers}::text[]) as of_number (number)
    cross join lateral (${sql.raw(columns)} where ${filtered} and beneficiary = of_number.number ${newestFirst(most)}) part
    union
    select part.id, part.created_at from unnest(${numbers}::text[]) as of_number (number)
    cross join lateral (${sql.raw(columns)} where ${filtered} and phone = of_number.number ${newestFirst(most)}) part
    union
    ${sql.raw(columns)} where ${filtered} and reference = ${reference}`
}

function bounds({ from, to, cursor }: Wish): RawBuilder<unknown>[] {
  const place = cursor === undefined ? null : placeOf(cursor)
  return [
    ...(from ? [sql`created_at >= ${from}::date::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(to ? [sql`created_at < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(place ? [sql`(created_at, id) < (${place.at}::timestamptz, ${place.id}::uuid)`] : []),
  ]
}
