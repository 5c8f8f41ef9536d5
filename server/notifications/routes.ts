import type { UserId } from '../../shared/ids.ts'
import {
  deleteNotification,
  getNotifications,
  getUnreadNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  restoreNotification,
  streamAccountEvents,
} from '../../shared/notifications.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../http/index.ts'
import type { Secrets } from '../secrets/index.ts'
import { notificationFrom } from './presenter.ts'
import { deleteOne, listNotifications, markAllRead, markRead, restoreOne, unreadCount } from './store.ts'
import type { Streams } from './streams.ts'
import { notificationServerTexts } from './texts.ts'
import { createNotificationUndoToken, parseNotificationUndoToken } from './undo.ts'

/** Notification endpoints. Users see and change only their own. */
export function notificationRoutes({
  db,
  secrets,
  streams,
}: {
  db: Database
  secrets: Secrets
  streams: Streams
}): Route[] {
  const unreadFor = async (userId: UserId) => ({ unread: await unreadCount(db, userId) })
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
      const deleted = await deleteOne(db, actor.userId, params.id)
      const unread = await unreadFor(actor.userId)
      return {
        message: notificationServerTexts.deleted(),
        data: { ...unread, undo: createNotificationUndoToken(secrets, deleted) },
      }
    }),
    route(restoreNotification, async ({ params, body, actor }) => {
      await restoreOne(db, parseNotificationUndoToken(secrets, { userId: actor.userId, ...params, ...body }))
      return { message: notificationServerTexts.restored(), data: await unreadFor(actor.userId) }
    }),
    route(streamAccountEvents, async ({ actor, res }) => {
      await streams.open(actor.userId, res)
      return {}
    }),
  ]
}
