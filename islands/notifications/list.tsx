import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Moment } from '../purchase/moment.tsx'
import { Button } from '../ui/index.ts'
import { NotificationDialog } from './details.tsx'
import type { Notifications } from './use-notifications.ts'

/** Notifications, the newest first; each opens its details. */
export function NotificationList({ state, title }: { state: Notifications; title?: ReactNode }) {
  const { all, isAsking, markAll, markRead, remove } = state
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
          ? isAsking
            ? 'Please wait...'
            : 'They cannot be shown right now.'
          : all.length === 0
            ? 'No notifications!'
            : ''}
      </p>
      {all && all.length > 0 && (
        <ul>
          {all.map((it) => (
            <li key={it.id} className="border-t border-line py-3">
              <button
                type="button"
                className="block w-full cursor-pointer text-left"
                aria-haspopup="dialog"
                onClick={() => setOpenId(it.id)}
              >
                <strong className={it.read_at ? 'font-semibold text-muted' : ''}>
                  {!it.read_at && <span className="unread" role="img" aria-label="Unread" />}
                  {it.data.subject}
                </strong>
                <span className="block whitespace-pre-line">{it.data.description}</span>
                <small className="text-muted">
                  <Moment at={it.created_at} />
                </small>
              </button>
              <div className="row script-only">
                {!it.read_at && (
                  <Button
                    kind="quiet"
                    aria-label={`Mark as Read: ${it.data.subject}`}
                    onClick={() => void markRead(it.id)}
                  >
                    Mark as Read
                  </Button>
                )}
                <Button
                  kind="quiet"
                  aria-label={`Delete: ${it.data.subject}`}
                  onClick={() => void remove(it.id)}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {open &&
        // Outside the head, whose links look otherwise.
        createPortal(
          <NotificationDialog it={open} actions={{ markRead, remove }} onClose={() => setOpenId(null)} />,
          document.body,
        )}
    </>
  )
}
