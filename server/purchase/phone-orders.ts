import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Database } from '../database/index.ts'
import type { Order } from './order.ts'

/** Whose orders: those of a phone (E.164) that gets their messages, and of the user who owns that phone. */
interface PhoneOwner {
  readonly phone: string
  readonly userId: UserId | null
}

/** A number can be assigned to another person: orders of a phone alone, and tokens, are shown for this time. */
const phoneOrderDays = 90
/** Only this number of the latest orders is searched, so the cost does not grow with history. */
const searchedOrders = 30

/** The latest orders of a phone and its user, newest first, without quotes. */
export async function ordersOfPhone(db: Database, { phone, userId }: PhoneOwner): Promise<Order[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select orders.id, orders.created_at from order_search_terms term
        join orders on orders.id = term.order_id and orders.phone = ${phone}
        where term.term = ${phone} and term.created_at > app_now() - make_interval(days => ${phoneOrderDays})
        order by term.created_at desc limit ${searchedOrders})
      union
      (select id, created_at from orders where user_id = ${userId}::uuid and state <> 'quoted'
        order by created_at desc limit ${searchedOrders})) found
    order by created_at desc limit ${searchedOrders}`.execute(db.q)
  if (rows.length === 0) return []
  return db.q
    .selectFrom('orders')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('created_at', 'desc')
    .execute()
}

/** The latest delivered orders for one meter that a phone or its user bought, newest first. */
export const meterOrdersOfPhone = (
  db: Database,
  meterNumber: string,
  { phone, userId }: PhoneOwner,
  limit: number,
): Promise<Order[]> =>
  db.q
    .selectFrom('orders')
    .selectAll()
    .where('service', '=', 'power')
    .where('beneficiary', '=', meterNumber)
    .where('state', '=', 'delivered')
    .where('delivered_at', '>', sql<Date>`app_now() - make_interval(days => ${phoneOrderDays})`)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('phone', '=', phone)]))
    .orderBy('delivered_at', 'desc')
    .limit(limit)
    .execute()
