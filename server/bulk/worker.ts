import { sql } from 'kysely'
import { formatMoney } from '../../shared/money.ts'
import { type Database, inSeconds } from '../database/index.ts'
import { countDueRows, defineQueue, dueRowsPollMs } from '../jobs/index.ts'
import { notify } from '../notifications/index.ts'
import { advanceInSlot, type OrderProcessor, type ServiceDeps } from '../purchase/index.ts'
import { buyRow } from './buy-row.ts'
import { checkRow } from './check-row.ts'
import { countsOf } from './presenter.ts'
import { pollSeconds } from './start.ts'
import { bulkPurchaseMachine, claimRows } from './store.ts'
import { bulkServerTexts } from './texts.ts'

/** Rows that one process works on: enough for slow vendors, few enough to leave database connections for requests. */
const concurrencyByEngine = { postgres: 12, embedded: 3 } as const
/** Queues of rows to check or purchase, and of running files to complete. */
export const bulkQueues = (deps: ServiceDeps, orderProcessor: OrderProcessor) => [
  bulkRowQueue(deps, orderProcessor),
  bulkPurchaseQueue(deps.db),
]

function bulkRowQueue(deps: ServiceDeps, orderProcessor: OrderProcessor) {
  const advanceOrder = advanceInSlot(orderProcessor, deps)

  return defineQueue({
    name: 'bulk_rows',
    concurrency: concurrencyByEngine[deps.db.engine],
    pollMs: dueRowsPollMs,
    claim: (limit) => claimRows(deps.db, limit),
    async process(row) {
      if (row.state === 'checking') await checkRow(deps, row)
      if (row.state !== 'queued') return
      const orderId = await buyRow(deps, row)
      if (orderId) await advanceOrder(orderId)
    },
    idOf: ({ bulk_id, line }) => `${bulk_id}:${line}`,
    backlog: () => countDueRows(deps.db, 'bulk_rows'),
  })
}

const bulkPurchaseQueue = (db: Database) =>
  defineQueue({
    name: 'bulk_purchases',
    concurrency: 20,
    pollMs: dueRowsPollMs,
    claim: (limit) => claimFiles(db, limit),
    process: ({ id }) => finishFile(db, id),
    idOf: ({ id }) => id,
    backlog: () => countDueRows(db, 'bulk_purchases'),
  })

/** Claims running files that are due for a check. */
const claimFiles = (db: Database, limit: number) =>
  db.q
    .updateTable('bulk_purchases')
    .set({ due_at: inSeconds(pollSeconds) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bulk_purchases')
        .select('id')
        .where('due_at', '<=', sql<Date>`app_now()`)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()

/** Completes a running file whose orders are all final, and notifies its owner. */
const finishFile = (db: Database, id: string): Promise<void> =>
  db.inTransaction(async (tx) => {
    const patch = { finished_at: sql<Date>`app_now()`, due_at: null }
    const finished = await bulkPurchaseMachine
      .transitionWhere(tx, 'running', 'done', patch, { event: 'engine.rows_completed' })
      .where('id', '=', id)
      .where(
        sql<boolean>`not exists (
          select from bulk_rows left join orders on orders.id = bulk_rows.order_id
          where bulk_id = ${id}::uuid and (bulk_rows.state = 'queued'
            or (bulk_rows.state = 'purchased' and orders.state not in ('delivered', 'refunded'))))`,
      )
      .returning(['user_id', 'file_name'])
      .executeTakeFirst()
    if (!finished) return
    const counts = (await countsOf(tx, [id])).get(id) ?? {}
    await tx
      .updateTable('bulk_purchases')
      .set({ counts: JSON.stringify(counts) })
      .where('id', '=', id)
      .execute()
    const { delivered = 0, refunded = 0, rejected = 0 } = counts
    const notPurchased = refunded + rejected
    const { rows } = await sql<{ spent: string }>`
      select coalesce(sum(total_kobo), 0)::text as spent from orders
      where state = 'delivered' and id in (select order_id from bulk_rows where bulk_id = ${id}::uuid)`.execute(
      tx,
    )
    const spentKobo = rows[0]?.spent ?? '0'
    const amount = formatMoney(BigInt(spentKobo))
    const summary = bulkServerTexts.deliveredSummary({ count: delivered, amount })
    await notify(tx, {
      userId: finished.user_id,
      service: 'bulk',
      subject: bulkServerTexts.doneSubject({ file: finished.file_name }),
      body:
        notPurchased > 0
          ? bulkServerTexts.doneWithRefunds({ delivered: summary, count: notPurchased })
          : summary,
      amountKobo: BigInt(spentKobo),
    })
  })
