import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { formatMoney } from '../../shared/money.ts'
import { notify } from '../notifications/index.ts'
import type { Engine, ServiceDeps } from '../purchase/index.ts'
import { buyRow } from './buy-row.ts'
import { checkRow } from './check-row.ts'
import { countsOf } from './presenter.ts'
import { pollSeconds } from './start.ts'
import { claimRow } from './store.ts'

export interface BulkWorker {
  /** Starts workers for due rows. */
  trigger(): void
  /** Resumes rows that a dead process left, and completes finished files. @returns the number of files checked */
  sweep(): Promise<number>
  /** Stops claiming rows. */
  stop(): void
}

/** Workers per process: enough for slow vendors, few enough to leave database connections for requests. */
const workersByEngine = { postgres: 12, embedded: 3 } as const
/** A worker waits this long for a vendor, then claims the next row: a silent vendor blocks an order for 45 s. */
const maxWaitMs = 2_000
/** Orders that may continue without a worker: few enough to leave engine capacity for individual orders. */
const maxDetached = 40

/** Background workers that check and purchase rows, in every process. Rows are claimed, so workers run in parallel. */
export function createBulkWorker(deps: ServiceDeps, engine: Engine): BulkWorker {
  const maxWorkers = workersByEngine[deps.db.engine]
  let activeWorkers = 0
  let detached = 0
  let isStopped = false

  /** Advances the order of a purchased row; a slow order continues without the worker. */
  const advanceOrder = async (orderId: string) => {
    const advancing = engine
      .advance(orderId)
      .catch((error: unknown) =>
        deps.log.error({ err: error, order: orderId }, 'the order of a bulk row was not advanced'),
      )
    const timeout = pause(maxWaitMs, 'late' as const, { ref: false })
    if ((await Promise.race([advancing, timeout])) !== 'late') return
    if (detached >= maxDetached) return void (await advancing)
    detached++
    deps.background('slow bulk row', () => advancing.finally(() => detached--))
  }

  const runWorker = async () => {
    try {
      for (;;) {
        const row = isStopped ? undefined : await claimRow(deps.db)
        if (!row) return
        if (row.state === 'checking') await checkRow(deps, row)
        if (row.state !== 'queued') continue
        const orderId = await buyRow(deps, row)
        if (orderId) await advanceOrder(orderId)
      }
    } finally {
      activeWorkers--
    }
  }
  const trigger = () => {
    while (!isStopped && activeWorkers < maxWorkers) {
      activeWorkers++
      deps.background('bulk rows', runWorker)
    }
  }
  return {
    trigger,
    async sweep() {
      if (await hasDueRows(deps)) trigger()
      return finishFiles(deps)
    },
    stop() {
      isStopped = true
    },
  }
}

async function hasDueRows({ db }: ServiceDeps): Promise<boolean> {
  const row = await db.q
    .selectFrom('bulk_rows')
    .select('line')
    .where('due_at', '<=', sql<Date>`app_now()`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Completes running files whose orders are all final, and notifies their owners. */
async function finishFiles(deps: ServiceDeps): Promise<number> {
  const due = await deps.db.q
    .updateTable('bulk_purchases')
    .set({ due_at: sql<Date>`app_now() + make_interval(secs => ${pollSeconds})` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bulk_purchases')
        .select('id')
        .where('due_at', '<=', sql<Date>`app_now()`)
        .limit(20)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  for (const { id } of due) await finishFile(deps, id)
  return due.length
}

const finishFile = ({ db }: ServiceDeps, id: string): Promise<void> =>
  db.inTransaction(async (tx) => {
    const finished = await tx
      .updateTable('bulk_purchases')
      .set({ state: 'done', finished_at: sql<Date>`app_now()`, due_at: null })
      .where('id', '=', id)
      .where('state', '=', 'running')
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
    const returned = refunded + rejected
    const { rows } = await sql<{ spent: string }>`
      select coalesce(sum(total_kobo), 0)::text as spent from orders
      where state = 'delivered' and id in (select order_id from bulk_rows where bulk_id = ${id}::uuid)`.execute(
      tx,
    )
    const spentKobo = rows[0]?.spent ?? '0'
    const returnedText =
      returned > 0 ? ` ${returned} could not be purchased and were refunded to your wallet.` : ''
    await notify(tx, {
      userId: finished.user_id,
      service: 'bulk',
      subject: `${finished.file_name} is done`,
      body: `${delivered} purchase${delivered === 1 ? ' was' : 's were'} delivered for ${formatMoney(BigInt(spentKobo))}.${returnedText}`,
      amountKobo: BigInt(spentKobo),
    })
  })
