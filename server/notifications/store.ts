import { sql } from 'kysely'
import { mostUnread } from '../../shared/notifications.ts'
import type { Database } from '../database/index.ts'
import { Refused } from '../http/index.ts'

/** Older ones are not shown: the history has what was bought. */
const mostShown = 100

/** Somebody's newest notifications, each with the order that it is about. */
export const notificationsOf = (db: Database, userId: string) =>
  db.q
    .selectFrom('notifications')
    .leftJoin('orders', 'orders.id', 'notifications.order_id')
    .leftJoin('deliveries', 'deliveries.order_id', 'orders.id')
    .select([
      'notifications.id',
      'notifications.service',
      'notifications.subject',
      'notifications.body',
      'notifications.read_at',
      'notifications.created_at',
      'orders.reference',
      'orders.access_token',
      'orders.service as order_service',
      'orders.state as order_state',
      'orders.code',
      'orders.beneficiary',
      'orders.variation_name',
      'deliveries.tokens',
      'deliveries.units',
    ])
    .select((of) => of.fn.coalesce('orders.amount_kobo', 'notifications.amount_kobo').as('amount_kobo'))
    .where('notifications.user_id', '=', userId)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id')
    .limit(mostShown)
    .execute()

export type NotificationRow = Awaited<ReturnType<typeof notificationsOf>>[number]

/** How many somebody has not marked read, as far as they are counted. */
export async function unreadOf(db: Database, userId: string): Promise<number> {
  const { rows } = await unreadOfAll([userId]).execute(db.q)
  return rows[0]?.count ?? 0
}

/** The same of several people: to count to the end would take longer with every year. */
export const unreadOfAll = (userIds: readonly string[]) => sql<{ user_id: string; count: number }>`
  select user_id, (select count(*)::int from (
    select from notifications where user_id = people.user_id and read_at is null limit ${mostUnread}) counted) as count
  from unnest(${userIds}::uuid[]) as people (user_id)`

/** Marks all of somebody's read; those that are stay as they were. */
export async function markAllRead(db: Database, userId: string): Promise<void> {
  await db.q
    .updateTable('notifications')
    .set({ read_at: sql<Date>`business_now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute()
}

/** Marks one of somebody's own read; the first time stays. @throws Refused NOT_FOUND */
export async function markRead(db: Database, userId: string, id: string): Promise<void> {
  const marked = await db.q
    .updateTable('notifications')
    .set({ read_at: sql<Date>`coalesce(read_at, business_now())` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (marked.numUpdatedRows === 0n) throw new Refused('NOT_FOUND')
}

/** Deletes one of somebody's own. @throws Refused NOT_FOUND */
export async function deleteOne(db: Database, userId: string, id: string): Promise<void> {
  const gone = await db.q
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) throw new Refused('NOT_FOUND')
}
