import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { maxUnreadCount } from '../../shared/notifications.ts'
import { BellIcon } from '../ui/index.ts'
import { watchAccountEvents } from './account-events.ts'
import { closeMoreWhenLeft } from './close-more.ts'
import { NotificationList } from './list.tsx'
import { notificationsTexts } from './texts.ts'
import { useNotifications } from './use-notifications.ts'

/** Notification bell of the page header: live unread count; a click opens the list below it. */
export function Bell() {
  const [unread, setUnread] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const state = useNotifications(null, setUnread)
  const container = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  const onAccountEvent = useEffectEvent((event: Parameters<Parameters<typeof watchAccountEvents>[0]>[0]) => {
    if (event.type === 'order') return
    setUnread(event.unread)
    if (event.type === 'notification' && isOpen) void state.reload()
  })
  useEffect(() => watchAccountEvents((event) => onAccountEvent(event)), [])

  useEffect(() => {
    if (!isOpen) return
    const closeOnOutside = ({ target }: Event) => {
      // The dialog of an item, and toasts inside it, are outside the container.
      const isInside =
        target instanceof Element && (container.current?.contains(target) || target.closest('dialog'))
      if (!isInside) setIsOpen(false)
    }
    const closeOnEscape = ({ key, defaultPrevented }: KeyboardEvent) => {
      // Escape in the dialog of an item closes only the dialog.
      if (key !== 'Escape' || defaultPrevented) return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOnOutside)
    document.addEventListener('focusin', closeOnOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOnOutside)
      document.removeEventListener('focusin', closeOnOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen])

  function toggle(): void {
    if (!isOpen) void state.reload()
    setIsOpen(!isOpen)
  }

  const badgeText = unread < maxUnreadCount ? String(unread) : `${maxUnreadCount - 1}+`
  return (
    <div ref={container}>
      <button
        ref={button}
        type="button"
        className="icon-btn bell"
        aria-label={
          unread > 0 ? notificationsTexts.titleWithUnread({ count: badgeText }) : notificationsTexts.title()
        }
        aria-expanded={isOpen}
        aria-controls="notifications"
        onClick={toggle}
      >
        <BellIcon />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {badgeText}
          </span>
        )}
      </button>
      <section
        id="notifications"
        className="menu bell-list"
        aria-label={notificationsTexts.title()}
        hidden={!isOpen}
      >
        <NotificationList state={state} title={<h2>{notificationsTexts.title()}</h2>} />
      </section>
    </div>
  )
}

/**
 * Mounts the bell in the page header in place of the link, scrolls the current navigation item into view, and makes
 * "More" of the bottom navigation close when it is left.
 */
export function mountBell(container: HTMLElement): void {
  createRoot(container).render(<Bell />)
  const more = document.querySelector<HTMLDetailsElement>('#more')
  if (more) closeMoreWhenLeft(more)
  const row = document.querySelector('.service-navigation')
  const currentLink = row?.querySelector<HTMLElement>('[aria-current]')
  if (row && currentLink)
    row.scrollLeft = currentLink.offsetLeft - (row.clientWidth - currentLink.offsetWidth) / 2
}
