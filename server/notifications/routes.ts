import {
  deleteNotification,
  getNotifications,
  getUnreadNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  streamAccountEvents,
} from '../../shared/notifications.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../http/index.ts'
import { notificationFrom } from './presenter.ts'
import { deleteOne, listNotifications, markAllRead, markRead, unreadCount } from './store.ts'
import type { Streams } from './streams.ts'
import { notificationServerTexts } from './texts.ts'

/** Notification endpoints. Users see and change only their own. */
export function notificationRoutes({ db, streams }: { db: Database; streams: Streams }): Route[] {
  const unreadFor = async (userId: string) => ({ unread: await unreadCount(db, userId) })
  return [
    route(getNotifications, async ({ actor }) => ({
      data: (await listNotifications(db, actor.userId)).map(notificationFrom),
    })),
    route(getUnreadNotifications, async ({ actor }) => ({ data: await unreadFor(actor.userId) })),
    route(markAllNotificationsRead, async ({ actor }) => {
      await markAllRead(db, actor.userId)
      return { message: notificationServerTexts.allRead(), data: await unreadFor(actor.userId) }
    }),
    route(markNotificationRead, async ({ params, actor }) => {
      await markRead(db, actor.userId, params.id)
      return { message: notificationServerTexts.read(), data: await unreadFor(actor.userId) }
    }),
    route(deleteNotification, async ({ params, actor }) => {
      await deleteOne(db, actor.userId, params.id)
      return { message: notificationServerTexts.deleted(), data: await unreadFor(actor.userId) }
    }),
    route(streamAccountEvents, async ({ actor, res }) => {
      await streams.open(actor.userId, res)
      return {}
    }),
  ]
}
