import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { keepNumbersTogether } from '../lib/format.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, lineIcon } from '../ui/index.ts'
import { NotificationDialog } from './details.tsx'
import { notificationsTexts } from './texts.ts'
import type { Notifications } from './use-notifications.ts'

const TrashIcon = lineIcon('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5m4-5v5')

/** Notifications, newest first; each opens its details. */
export function NotificationList({ state, title }: { state: Notifications; title?: ReactNode }) {
  const { notifications, isLoading, lastRemoved, markAll, markRead, remove, restore } = state
  const [openId, setOpenId] = useState<string | null>(null)
  const openNotification = notifications?.find(({ id }) => id === openId)

  return (
    <>
      <header className="split">
        {title}
        <button
          type="button"
          className="link link-tall script-only"
          disabled={notifications === null}
          onClick={() => void markAll()}
        >
          {notificationsTexts.markAllRead()}
        </button>
      </header>
      <p className="empty" role="status">
        {notifications === null
          ? isLoading
            ? commonTexts.pleaseWait()
            : notificationsTexts.notLoaded()
          : notifications.length === 0
            ? notificationsTexts.empty()
            : ''}
      </p>
      <div role="status">
        {lastRemoved && (
          <p className="note row">
            {notificationsTexts.deletedNotice(lastRemoved.notification.data)}
            <Button kind="plain" onClick={() => void restore(lastRemoved)}>
              {notificationsTexts.undo()}
            </Button>
          </p>
        )}
      </div>
      {notifications && notifications.length > 0 && (
        <ul>
          {notifications.map((notification) => (
            <li key={notification.id} className="notification">
              <button
                type="button"
                className="notification-open"
                aria-haspopup="dialog"
                onClick={() => setOpenId(notification.id)}
              >
                <strong className={notification.read_at ? 'notification-read' : ''}>
                  {!notification.read_at && (
                    <span className="unread" role="img" aria-label={notificationsTexts.unread()} />
                  )}
                  {notification.data.subject}
                </strong>
                <span className="preserve-lines">{keepNumbersTogether(notification.data.description)}</span>
                <small className="text-muted">
                  <DateTime value={notification.created_at} />
                </small>
              </button>
              <button
                type="button"
                className="icon-btn script-only"
                aria-label={notificationsTexts.deleteLabel(notification.data)}
                title={commonTexts.delete()}
                onClick={() => void remove(notification.id)}
              >
                <TrashIcon />
              </button>
              {!notification.read_at && (
                <Button
                  kind="quiet"
                  className="script-only"
                  aria-label={notificationsTexts.markReadLabel(notification.data)}
                  onClick={() => void markRead(notification.id)}
                >
                  {notificationsTexts.markRead()}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {openNotification &&
        // Rendered outside the header, which styles links differently.
        createPortal(
          <NotificationDialog
            notification={openNotification}
            actions={{ markRead, remove }}
            onClose={() => setOpenId(null)}
          />,
          document.body,
        )}
    </>
  )
}
