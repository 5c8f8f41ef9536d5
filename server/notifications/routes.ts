import {
  accountEvents,
  allNotifications,
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
  unreadNotifications,
} from '../../shared/notifications.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../http/index.ts'
import { notificationFrom } from './show.ts'
import { deleteOne, markAllRead, markRead, notificationsOf, unreadOf } from './store.ts'
import type { Streams } from './streams.ts'

/** The calls of notifications: everybody sees and changes only their own. */
export function notificationRoutes({ db, streams }: { db: Database; streams: Streams }): Route[] {
  const unreadFor = async (userId: string) => ({ unread: await unreadOf(db, userId) })
  return [
    route(allNotifications, async ({ actor }) => ({
      data: (await notificationsOf(db, actor.userId)).map(notificationFrom),
    })),
    route(unreadNotifications, async ({ actor }) => ({ data: await unreadFor(actor.userId) })),
    route(markAllNotificationsRead, async ({ actor }) => {
      await markAllRead(db, actor.userId)
      return { message: 'All are marked read.', data: await unreadFor(actor.userId) }
    }),
    route(markNotificationRead, async ({ params, actor }) => {
      await markRead(db, actor.userId, params.id)
      return { message: 'Marked read.', data: await unreadFor(actor.userId) }
    }),
    route(deleteNotification, async ({ params, actor }) => {
      await deleteOne(db, actor.userId, params.id)
      return { message: 'The notification was deleted.', data: await unreadFor(actor.userId) }
    }),
    route(accountEvents, async ({ actor, res }) => {
      await streams.open(actor.userId, res)
      return {}
    }),
  ]
}
