import { sql } from 'kysely'
import { type Database, inSeconds } from '../database/index.ts'
import {
  countDueRows,
  defineQueue,
  defineTableQueue,
  dueRowsPollMs,
  type PeriodicCheck,
} from '../jobs/index.ts'
import { reviewSeconds } from '../vending/index.ts'
import { requeryWrittenOffAttempt } from './deliver.ts'
import { type Engine, maxConcurrentOrders } from './engine.ts'

/** Due orders and, for a late delivery, due written-off attempts. */
export const orderQueues = (engine: Engine) => [
  defineTableQueue(engine.deps.db, 'orders', {
    concurrency: maxConcurrentOrders,
    process: ({ id }) => engine.advance(id),
  }),
  defineQueue({
    name: 'written_off_attempts',
    concurrency: 50,
    pollMs: dueRowsPollMs,
    // Without a lease: the requery claims the attempt.
    claim: (limit) =>
      engine.deps.db.q
        .selectFrom('attempts')
        .selectAll()
        .where('state', '=', 'written_off')
        .where('due_at', '<=', sql<Date>`app_now()`)
        .orderBy('due_at')
        .limit(limit)
        .execute(),
    process: (attempt) => requeryWrittenOffAttempt(engine.deps, attempt),
    idOf: ({ id }) => id,
    backlog: () => countDueRows(engine.deps.db, 'attempts', sql`state = 'written_off'`),
  }),
]

/** Flags overdue orders. */
export const overdueOrderCheck = (db: Database): PeriodicCheck => ({
  name: 'overdue_orders',
  pollMs: dueRowsPollMs,
  run: () => flagOverdue(db),
})

/** Puts orders in review that were paid half an hour ago and are neither delivered nor refunded. */
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
    .where('paid_at', '<', sql<Date>`app_now() - make_interval(secs => ${reviewSeconds})`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
