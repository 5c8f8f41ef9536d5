import { type Selectable, sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import { maxUnreadCount } from '../../shared/notifications.ts'
import type { Database, Tables } from '../database/index.ts'
import { ApiError } from '../http/index.ts'

/** Older notifications are not shown: the history lists all orders. */
const maxListed = 100

/** The user's newest notifications, each with its order. */
export const listNotifications = (db: Database, userId: UserId) =>
  db.q
    .selectFrom('notifications')
    .leftJoin('orders', 'orders.id', 'notifications.order_id')
    .leftJoin('deliveries', 'deliveries.order_id', 'orders.id')
    .select([
      'notifications.id',
      'notifications.user_id',
      'notifications.service',
      'notifications.subject',
      'notifications.body',
      'notifications.read_at',
      'notifications.created_at',
      'orders.reference',
      'orders.user_id as order_user_id',
      'orders.payment_request_id',
      'orders.access_token',
      'orders.service as order_service',
      'orders.state as order_state',
      'orders.code',
      'orders.beneficiary',
      'orders.variation_name',
      'deliveries.tokens',
      'deliveries.units',
    ])
    .select((eb) => eb.fn.coalesce('notifications.amount_kobo', 'orders.amount_kobo').as('amount_kobo'))
    .where('notifications.user_id', '=', userId)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id')
    .limit(maxListed)
    .execute()

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

/** Number of the user's unread notifications, up to the counting limit. */
export async function unreadCount(db: Database, userId: UserId): Promise<number> {
  const { rows } = await unreadCounts([userId]).execute(db.q)
  return rows[0]?.count ?? 0
}

/** Unread counts of several users. Limited, so that the cost does not grow with the number of notifications. */
export const unreadCounts = (userIds: readonly UserId[]) => sql<{ user_id: UserId; count: number }>`
  select user_id, (select count(*)::int from (
    select from notifications where user_id = people.user_id and read_at is null limit ${maxUnreadCount}) counted) as count
  from unnest(${userIds}::uuid[]) as people (user_id)`

/** Marks all unread notifications of the user as read. */
export async function markAllRead(db: Database, userId: UserId): Promise<void> {
  await db.q
    .updateTable('notifications')
    .set({ read_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute()
}

/** Marks one notification of the user as read; keeps the first time. @throws ApiError NOT_FOUND */
export async function markRead(db: Database, userId: UserId, id: string): Promise<void> {
  const result = await db.q
    .updateTable('notifications')
    .set({ read_at: sql<Date>`coalesce(read_at, app_now())` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new ApiError('NOT_FOUND')
}

/** Deletes one notification of the user, and returns it. @throws ApiError NOT_FOUND */
export async function deleteOne(
  db: Database,
  userId: UserId,
  id: string,
): Promise<Selectable<Tables['notifications']>> {
  const deleted = await db.q
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!deleted) throw new ApiError('NOT_FOUND')
  return deleted
}

/** Stores a deleted notification again; a repeat has no effect. */
export async function restoreOne(
  db: Database,
  notification: Selectable<Tables['notifications']>,
): Promise<void> {
  await db.q
    .insertInto('notifications')
    .values(notification)
    .onConflict((row) => row.doNothing())
    .execute()
}
