import { useCallback, useRef, useState } from 'react'
import {
  deleteNotification,
  getNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
  restoreNotification,
} from '../../shared/notifications.ts'
import { accountRequest } from '../account/account-request.ts'
import { toast } from '../lib/index.ts'
import { notificationsTexts } from './texts.ts'

interface RemovedNotification {
  notification: Notification
  undoToken: string
}

/** The user's notifications and their actions. `initial` is null before the first load. */
export function useNotifications(initial: Notification[] | null, onUnread?: (unread: number) => void) {
  const [loaded, setLoaded] = useState(initial)
  /** Emptied with Mark All as Read: not shown until the next page load. */
  const [emptiedIds, setEmptiedIds] = useState<readonly string[]>([])
  const notifications = loaded?.filter(({ id }) => !emptiedIds.includes(id)) ?? null
  const [isLoading, setIsLoading] = useState(false)
  /** The last deleted one, which can be restored. */
  const [lastRemoved, setLastRemoved] = useState<RemovedNotification | null>(null)
  const busy = useRef(false)

  const reload = useCallback(async (): Promise<void> => {
    setIsLoading(true)
    try {
      const list = (await accountRequest(getNotifications))?.data
      if (list) setLoaded(list)
    } catch {
      // A toast shows the error; the list stays.
    }
    setIsLoading(false)
  }, [])

  /** @returns whether the change succeeded */
  async function runChange(task: () => Promise<{ data?: { unread: number } } | null>): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    let isSuccessful = false
    try {
      const envelope = await task()
      if (envelope?.data) onUnread?.(envelope.data.unread)
      isSuccessful = envelope !== null
    } catch {
      // A toast shows the error.
    }
    busy.current = false
    return isSuccessful
  }

  async function markRead(id: string): Promise<void> {
    if (await runChange(() => accountRequest(markNotificationRead, { params: { id } }))) await reload()
  }

  async function remove(id: string): Promise<boolean> {
    const notification = notifications?.find((entry) => entry.id === id)
    const isDeleted = await runChange(async () => {
      const envelope = await accountRequest(deleteNotification, { params: { id } })
      if (envelope) toast.success(envelope.message || notificationsTexts.deleted())
      if (notification && envelope?.data) setLastRemoved({ notification, undoToken: envelope.data.undo })
      return envelope
    })
    if (isDeleted) {
      setLoaded((previous) => previous?.filter((notification) => notification.id !== id) ?? null)
      await reload()
    }
    return isDeleted
  }

  async function restore({ notification, undoToken }: RemovedNotification): Promise<void> {
    const isRestored = await runChange(async () => {
      const params = { id: notification.id }
      const envelope = await accountRequest(restoreNotification, { params, body: { undo: undoToken } })
      if (envelope) toast.success(envelope.message || notificationsTexts.restored())
      return envelope
    })
    if (!isRestored) return
    setLastRemoved(null)
    await reload()
  }

  /** Empties the visible list; the next page load shows the items as read. Source: ruling E-038 */
  async function markAll(): Promise<void> {
    const listedIds = loaded?.map(({ id }) => id) ?? []
    if (await runChange(() => accountRequest(markAllNotificationsRead))) setEmptiedIds(listedIds)
  }

  return { notifications, isLoading, lastRemoved, reload, markRead, remove, restore, markAll }
}
export type Notifications = ReturnType<typeof useNotifications>
