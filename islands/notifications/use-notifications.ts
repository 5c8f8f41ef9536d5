import { useCallback, useRef, useState } from 'react'
import {
  allNotifications,
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
} from '../../shared/notifications.ts'
import { askAccount } from '../account/ask-account.ts'
import { toast } from '../lib/index.ts'

/** One's notifications, and what may be done with them. `first` is null where nobody has asked yet. */
export function useNotifications(first: Notification[] | null, onUnread?: (unread: number) => void) {
  const [all, setAll] = useState(first)
  const [isAsking, setIsAsking] = useState(false)
  const busy = useRef(false)

  const reload = useCallback(async (): Promise<void> => {
    setIsAsking(true)
    try {
      const list = (await askAccount(allNotifications))?.data
      if (list) setAll(list)
    } catch {
      // Told in a toast; what was known stays.
    }
    setIsAsking(false)
  }, [])

  /** @returns whether it was done */
  async function change(work: () => Promise<{ data?: { unread: number } } | null>): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    let done = false
    try {
      const answer = await work()
      if (answer?.data) onUnread?.(answer.data.unread)
      done = answer !== null
    } catch {
      // Told in a toast.
    }
    busy.current = false
    return done
  }

  async function markRead(id: string): Promise<void> {
    if (await change(() => askAccount(markNotificationRead, { params: { id } }))) await reload()
  }

  async function remove(id: string): Promise<boolean> {
    const isGone = await change(async () => {
      const envelope = await askAccount(deleteNotification, { params: { id } })
      if (envelope) toast.success(envelope.message || 'Deleted.')
      return envelope
    })
    if (isGone) {
      setAll((was) => was?.filter((it) => it.id !== id) ?? null)
      await reload()
    }
    return isGone
  }

  /** Empties the list on screen; the items come back as read with the next page. Source: decision E-038 */
  async function markAll(): Promise<void> {
    if (await change(() => askAccount(markAllNotificationsRead))) setAll([])
  }

  return { all, isAsking, reload, markRead, remove, markAll }
}
export type Notifications = ReturnType<typeof useNotifications>
