import { AccountHead } from '../account/account-head.tsx'
import type { NotificationsPage } from '../pages.ts'
import { NotificationList } from './list.tsx'
import { useNotifications } from './use-notifications.ts'

/** Notifications page; target of the bell without JavaScript. */
export default function NotificationPage(page: NotificationsPage) {
  const state = useNotifications(page.notifications)
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>Notifications</h1>
      <section className="card stack" aria-label="Notifications">
        <NotificationList state={state} />
      </section>
    </div>
  )
}
