import { sql } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import { unreadOfAll } from './store.ts'

/** A row may be committed this long after the time that is written in it. */
const overlapSeconds = 10
/** An order whose state still moves after this is a matter for its page, not for a hint. */
const liveHours = 24
/** More at once would be a flood, not news. */
const most = 200

export interface ChangedNotification {
  id: string
  user_id: string
  subject: string
}
export interface ChangedOrder {
  user_id: string
  reference: string
  service: Service
  state: OrderState
}

/** What happened to these people lately, and who of them is still signed in. Rows come again at the next look. */
export async function changesFor(db: Database, userIds: readonly string[], sessionIds: readonly string[]) {
  const users = sql`any(${userIds}::uuid[])`
  // One after the other: a look that nobody waits for takes one connection.
  const notifications = await sql<ChangedNotification>`
      select id, user_id, subject from notifications where user_id = ${users}
        and created_at > business_now() - make_interval(secs => ${overlapSeconds})
      order by created_at limit ${most}`.execute(db.q)
  const orders = await sql<ChangedOrder>`
      select user_id, reference, service, state from orders where user_id = ${users}
        and created_at > business_now() - make_interval(hours => ${liveHours})
        and state_since > business_now() - make_interval(secs => ${overlapSeconds}) and state <> 'quoted'
        and not exists (select from bulk_rows where order_id = orders.id)
      order by state_since limit ${most}`.execute(db.q)
  const unread = await unreadOfAll(userIds).execute(db.q)
  const sessions = await sql<{ id: string }>`
      select id from bearers where id = any(${sessionIds}::uuid[]) and ended_at is null`.execute(db.q)
  return {
    notifications: notifications.rows,
    orders: orders.rows,
    unread: new Map(unread.rows.map((it) => [it.user_id, it.count])),
    sessions: new Set(sessions.rows.map((it) => it.id)),
  }
}
export type Changes = Awaited<ReturnType<typeof changesFor>>
