import { useCallback, useRef, useState } from 'react'
import {
  deleteNotification,
  getNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
} from '../../shared/notifications.ts'
import { accountRequest } from '../account/account-request.ts'
import { toast } from '../lib/index.ts'
import { notificationsTexts } from './texts.ts'

/** The user's notifications and their actions. `initial` is null before the first load. */
export function useNotifications(initial: Notification[] | null, onUnread?: (unread: number) => void) {
  const [notifications, setNotifications] = useState(initial)
  const [isLoading, setIsLoading] = useState(false)
  const busy = useRef(false)

  const reload = useCallback(async (): Promise<void> => {
    setIsLoading(true)
    try {
      const list = (await accountRequest(getNotifications))?.data
      if (list) setNotifications(list)
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
    const isDeleted = await runChange(async () => {
      const envelope = await accountRequest(deleteNotification, { params: { id } })
      if (envelope) toast.success(envelope.message || notificationsTexts.deleted())
      return envelope
    })
    if (isDeleted) {
      setNotifications((previous) => previous?.filter((notification) => notification.id !== id) ?? null)
      await reload()
    }
    return isDeleted
  }

  /** Empties the visible list; the next page load shows the items as read. Source: decision E-038 */
  async function markAll(): Promise<void> {
    if (await runChange(() => accountRequest(markAllNotificationsRead))) setNotifications([])
  }

  return { notifications, isLoading, reload, markRead, remove, markAll }
}
export type Notifications = ReturnType<typeof useNotifications>
