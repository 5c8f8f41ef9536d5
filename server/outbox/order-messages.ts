import type { OrderId } from '../../shared/ids.ts'
import type { Database } from '../database/index.ts'

const columns = [
  'channel',
  'recipient',
  'subject',
  'state',
  'attempt_count',
  'failure_reason',
  'created_at',
  'sent_at',
] as const

/** The messages about an order, also archived ones, oldest first. */
export const messagesOfOrder = (db: Database, orderId: OrderId) =>
  db.q
    .selectFrom('outbox')
    .select(columns)
    .where('order_id', '=', orderId)
    .unionAll(db.q.selectFrom('message_archive').select(columns).where('order_id', '=', orderId))
    .orderBy('created_at')
    .execute()
