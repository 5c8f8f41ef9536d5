import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { services } from '../../shared/constants.ts'
import type { managedOrders } from '../../shared/management/orders.ts'
import { orderStates } from '../../shared/orders.ts'
import { normalisePhone } from '../../shared/phone.ts'
import type { Database } from '../database/index.ts'
import { cursorAt, type Place, placeOf } from '../http/index.ts'

type Wish = z.infer<typeof managedOrders.query>

/** What somebody only looked up is no order yet. */
const shownStates = orderStates.filter((state) => state !== 'quoted')

/**
 * The ids of a part of all orders, the newest first. Every way is read from an index that has it in that order:
 * what was typed and who was paid from `order_terms`, services and states from orders themselves.
 * @throws Refused INVALID for a cursor that we did not make
 */
export async function findManaged(
  db: Database,
  wish: Wish,
  { pageSize, userId }: { pageSize: number; userId: string | null },
): Promise<{ ids: string[]; next: string | null }> {
  const place = wish.cursor === undefined ? null : placeOf(wish.cursor)
  const { rows } = await sql<Place>`
    select id, created_at::text as at from (${partsOf(wish, { place, userId, most: pageSize + 1 })}) found
    order by created_at desc, id desc limit ${pageSize + 1}`.execute(db.q)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    ids: shown.map((it) => it.id),
    next: rows.length > pageSize && last ? cursorAt(last) : null,
  }
}

interface Bounds {
  readonly place: Place | null
  readonly userId: string | null
  readonly most: number
}

function partsOf(wish: Wish, it: Bounds): RawBuilder<unknown> {
  const terms = termsOf(wish)
  if (terms.length > 0) return byTerms(wish, terms, it)
  if (it.userId || wish.review) return straight(wish, it)
  return byServiceAndState(wish, it)
}

/** The words that were typed, as they are kept; the gateway or the vendor when nothing was. */
function termsOf({ search, gateway, vendor }: Wish): string[] {
  if (search) {
    const typed = search.replace(/[\s-]/g, '')
    return [
      ...new Set([
        typed,
        normalisePhone(typed),
        search.toLowerCase(),
        ...(/^\d{4}$/.test(typed) ? [`last4:${typed}`] : []),
      ]),
    ]
  }
  if (gateway) return [`payer:${gateway}`]
  return vendor ? [`vendor:${vendor}`] : []
}

const byTerms = (wish: Wish, terms: readonly string[], it: Bounds) => sql`
  select part.id, part.created_at from unnest(${terms}::text[]) as of_term (term)
  cross join lateral (
    select orders.id, orders.created_at from order_terms join orders on orders.id = order_terms.order_id
    where order_terms.term = of_term.term ${after('order_terms.created_at', 'order_terms.order_id', wish, it)}
      and ${filters(wish, it)}
    order by order_terms.created_at desc, order_terms.order_id desc limit ${it.most}) part
  union
  select orders.id, orders.created_at from orders where ${filters(wish, it)}
    and reference = upper(${wish.search ?? ''}) ${after('created_at', 'id', wish, it)}
  union
  select orders.id, orders.created_at from orders join payments on payments.order_id = orders.id
  where payments.reference = ${wish.search ?? ''} and ${filters(wish, it)} ${after('orders.created_at', 'orders.id', wish, it)}`

const straight = (wish: Wish, it: Bounds) => sql`
  select id, created_at from orders where ${filters(wish, it)} ${after('created_at', 'id', wish, it)}
  order by created_at desc, id desc limit ${it.most}`

/** One probe of the index for each service and state that may be shown. */
const byServiceAndState = (wish: Wish, it: Bounds) => sql`
  select part.id, part.created_at
  from unnest(${wish.service ? [wish.service] : services}::text[]) as of_service (service)
  cross join unnest(${wish.state ? [wish.state] : shownStates}::text[]) as in_state (state)
  cross join lateral (
    select id, created_at from orders where orders.service = of_service.service and orders.state = in_state.state
      and orders.state <> 'quoted' ${after('created_at', 'id', wish, it)}
    order by created_at desc, id desc limit ${it.most}) part`

/** What else must hold of an order. */
function filters(wish: Wish, { userId }: Bounds): RawBuilder<unknown> {
  return sql.join(
    [
      sql`orders.state <> 'quoted'`,
      ...(wish.service ? [sql`orders.service = ${wish.service}`] : []),
      ...(wish.state ? [sql`orders.state = ${wish.state}`] : []),
      ...(wish.vendor ? [sql`orders.vendor = ${wish.vendor}`] : []),
      ...(wish.review ? [sql`orders.review_since is not null`] : []),
      ...(userId ? [sql`orders.user_id = ${userId}::uuid`] : []),
      ...(wish.gateway
        ? [
            sql`exists (select from payments as paid where paid.order_id = orders.id and paid.gateway = ${wish.gateway})`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/** The days, and what the last part ended at. */
function after(at: string, id: string, { from, to }: Wish, { place }: Bounds): RawBuilder<unknown> {
  const column = sql.ref(at)
  const parts = [
    ...(from ? [sql`and ${column} >= ${from}::date::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(to ? [sql`and ${column} < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(place ? [sql`and (${column}, ${sql.ref(id)}) < (${place.at}::timestamptz, ${place.id}::uuid)`] : []),
  ]
  return parts.length > 0 ? sql.join(parts, sql` `) : sql``
}
