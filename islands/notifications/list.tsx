import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { DateTime } from '../purchase/date-time.tsx'
import { Button } from '../ui/index.ts'
import { NotificationDialog } from './details.tsx'
import type { Notifications } from './use-notifications.ts'

/** Notifications, newest first; each opens its details. */
export function NotificationList({ state, title }: { state: Notifications; title?: ReactNode }) {
  const { all, isLoading, markAll, markRead, remove } = state
  const [openId, setOpenId] = useState<string | null>(null)
  const open = all?.find(({ id }) => id === openId)

  return (
    <>
      <header className="split">
        {title}
        <button type="button" className="link min-h-12 script-only" onClick={() => void markAll()}>
          Mark All as Read
        </button>
      </header>
      <p className="empty" role="status">
        {all === null
          ? isLoading
            ? 'Please wait...'
            : "Couldn't load notifications."
          : all.length === 0
            ? 'No notifications!'
            : ''}
      </p>
      {all && all.length > 0 && (
        <ul>
          {all.map((notification) => (
            <li key={notification.id} className="border-t border-line py-3">
              <button
                type="button"
                className="block w-full cursor-pointer text-left"
                aria-haspopup="dialog"
                onClick={() => setOpenId(notification.id)}
              >
                <strong className={notification.read_at ? 'font-semibold text-muted' : ''}>
                  {!notification.read_at && <span className="unread" role="img" aria-label="Unread" />}
                  {notification.data.subject}
                </strong>
                <span className="block whitespace-pre-line">{notification.data.description}</span>
                <small className="text-muted">
                  <DateTime value={notification.created_at} />
                </small>
              </button>
              <div className="row script-only">
                {!notification.read_at && (
                  <Button
                    kind="quiet"
                    aria-label={`Mark as Read: ${notification.data.subject}`}
                    onClick={() => void markRead(notification.id)}
                  >
                    Mark as Read
                  </Button>
                )}
                <Button
                  kind="quiet"
                  aria-label={`Delete: ${notification.data.subject}`}
                  onClick={() => void remove(notification.id)}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {open &&
        // Rendered outside the header, which styles links differently.
        createPortal(
          <NotificationDialog
            notification={open}
            actions={{ markRead, remove }}
            onClose={() => setOpenId(null)}
          />,
          document.body,
        )}
    </>
  )
}
