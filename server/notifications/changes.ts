import { sql } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { UserId } from '../../shared/ids.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import { unreadCounts } from './store.ts'

/** A row may be committed this long after its timestamp. */
const overlapSeconds = 10
/** State changes of older orders are not streamed; their page shows them. */
const liveHours = 24
/** Maximum rows per poll. */
const maxRows = 200

export interface ChangedNotification {
  id: string
  user_id: UserId
  subject: string
}
export interface ChangedOrder {
  user_id: UserId
  reference: string
  service: Service
  state: OrderState
}

/** Recent changes of these users, and their live sessions. Consecutive polls overlap and return rows again. */
export async function changesFor(db: Database, userIds: readonly UserId[], sessionIds: readonly string[]) {
  const users = sql`any(${userIds}::uuid[])`
  // Sequential queries: a background poll uses one connection.
  const notifications = await sql<ChangedNotification>`
      select id, user_id, subject from notifications where user_id = ${users}
        and created_at > app_now() - make_interval(secs => ${overlapSeconds})
      order by created_at limit ${maxRows}`.execute(db.q)
  const orders = await sql<ChangedOrder>`
      select user_id, reference, service, state from orders where user_id = ${users}
        and created_at > app_now() - make_interval(hours => ${liveHours})
        and state_since > app_now() - make_interval(secs => ${overlapSeconds}) and state <> 'quoted'
        and not exists (select from bulk_rows where order_id = orders.id)
      order by state_since limit ${maxRows}`.execute(db.q)
  const unread = await unreadCounts(userIds).execute(db.q)
  const sessions = await sql<{ id: string }>`
      select id from session_tokens where id = any(${sessionIds}::uuid[]) and revoked_at is null`.execute(
    db.q,
  )
  return {
    notifications: notifications.rows,
    orders: orders.rows,
    unread: new Map(unread.rows.map((row) => [row.user_id, row.count])),
    sessions: new Set(sessions.rows.map((row) => row.id)),
  }
}
export type Changes = Awaited<ReturnType<typeof changesFor>>
