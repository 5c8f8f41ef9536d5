import { sql } from 'kysely'
import { type Database, inSeconds } from '../database/index.ts'
import {
  countDueRows,
  defineQueue,
  defineTableQueue,
  dueRowsPollMs,
  type PeriodicCheck,
} from '../jobs/index.ts'
import { reviewAfterSeconds } from '../vending/index.ts'
import { requeryWrittenOffAttempt } from './deliver.ts'
import { maxConcurrentOrders, type OrderProcessor } from './order-processor.ts'

/**
 * Due orders, and due written-off attempts: their orders are refunded, and the vendor may still deliver, which is then
 * our loss.
 */
export const orderQueues = (orderProcessor: OrderProcessor) => [
  defineTableQueue(orderProcessor.deps.db, 'orders', {
    concurrency: maxConcurrentOrders,
    process: ({ id }) => orderProcessor.advance(id),
  }),
  defineQueue({
    name: 'written_off_attempts',
    concurrency: 50,
    pollMs: dueRowsPollMs,
    // Without a lease: the requery claims the attempt.
    claim: (limit) =>
      orderProcessor.deps.db.q
        .selectFrom('attempts')
        .selectAll()
        .where('state', '=', 'written_off')
        .where('due_at', '<=', sql<Date>`app_now()`)
        .orderBy('due_at')
        .limit(limit)
        .execute(),
    process: (attempt) => requeryWrittenOffAttempt(orderProcessor.deps, attempt),
    idOf: ({ id }) => id,
    backlog: () => countDueRows(orderProcessor.deps.db, 'attempts', sql`state = 'written_off'`),
  }),
]

/** Flags overdue orders. */
export const overdueOrderCheck = (db: Database): PeriodicCheck => ({
  name: 'overdue_orders',
  pollMs: dueRowsPollMs,
  run: () => flagOverdue(db),
})

/**
 * Puts orders in review that were paid more than half an hour ago and are neither delivered nor refunded. An order whose
 * review a manager closed is not flagged again in the same state.
 */
async function flagOverdue(db: Database): Promise<number> {
  const { numUpdatedRows } = await db.q
    .updateTable('orders')
    .set({
      review_reason: 'overdue',
      review_since: sql<Date>`app_now()`,
      review_due: inSeconds(24 * 60 * 60),
    })
    .where('state', 'in', ['paid', 'vending', 'vend_failed', 'refunding'])
    .where('review_since', 'is', null)
    .where((order) =>
      order.or([
        order('review_closed_at', 'is', null),
        order('review_closed_at', '<', order.ref('state_since')),
      ]),
    )
    .where('paid_at', '<', sql<Date>`app_now() - make_interval(secs => ${reviewAfterSeconds})`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
