import { AccountHead } from '../account/account-head.tsx'
import type { NotificationsPage } from '../pages.ts'
import { NotificationList } from './list.tsx'
import { notificationsTexts } from './texts.ts'
import { useNotifications } from './use-notifications.ts'

/** Notifications page; target of the bell without JavaScript. */
export default function NotificationPage(page: NotificationsPage) {
  const state = useNotifications(page.notifications)
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>{notificationsTexts.title()}</h1>
      <section className="card stack" aria-label={notificationsTexts.title()}>
        <NotificationList state={state} />
      </section>
    </div>
  )
}
