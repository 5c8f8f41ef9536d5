import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { mostUnread } from '../../shared/notifications.ts'
import { BellIcon } from '../ui/index.ts'
import { NotificationList } from './list.tsx'
import { watchAccount } from './live.ts'
import { useNotifications } from './use-notifications.ts'

/** The head's bell: how many are unread, live; a press opens the list under it. */
export function Bell() {
  const [unread, setUnread] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const state = useNotifications(null, setUnread)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  const hear = useEffectEvent((event: Parameters<Parameters<typeof watchAccount>[0]>[0]) => {
    if (event.about === 'order') return
    setUnread(event.unread)
    if (event.about === 'notification' && isOpen) void state.reload()
  })
  useEffect(() => watchAccount((event) => hear(event)), [])

  useEffect(() => {
    if (!isOpen) return
    const close = ({ target }: Event) => {
      // A dialog of an item lies over the page, and a toast may hang in it.
      const inside =
        target instanceof Element && (place.current?.contains(target) || target.closest('dialog'))
      if (!inside) setIsOpen(false)
    }
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      // The dialog of an item takes an Escape for itself.
      if (key !== 'Escape' || defaultPrevented) return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
      document.removeEventListener('keydown', leave)
    }
  }, [isOpen])

  function toggle(): void {
    if (!isOpen) void state.reload()
    setIsOpen(!isOpen)
  }

  const shown = unread < mostUnread ? String(unread) : `${mostUnread - 1}+`
  return (
    <div ref={place}>
      <button
        ref={button}
        type="button"
        className="icon-btn relative"
        aria-label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
        aria-expanded={isOpen}
        aria-controls="notifications"
        onClick={toggle}
      >
        <BellIcon />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {shown}
          </span>
        )}
      </button>
      <section id="notifications" className="menu bell-list" aria-label="Notifications" hidden={!isOpen}>
        <NotificationList state={state} title={<h2>Notifications</h2>} />
      </section>
    </div>
  )
}

/** Hangs the bell in the head, in the place of the link that stood there, and shows where in the account we are. */
export function hang(place: HTMLElement): void {
  createRoot(place).render(<Bell />)
  const row = document.querySelector('.services')
  const here = row?.querySelector<HTMLElement>('[aria-current]')
  if (row && here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
}
