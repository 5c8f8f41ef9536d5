import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { formatMoney } from '../../shared/money.ts'
import { notify } from '../notifications/index.ts'
import type { Engine, ServiceParts } from '../purchase/index.ts'
import { buyRow } from './buy-row.ts'
import { checkRow } from './check-row.ts'
import { countsOf } from './show.ts'
import { lookSeconds } from './start.ts'
import { claimRow } from './store.ts'

export interface BulkWork {
  /** There are rows to take in hand. */
  wake(): void
  /** Takes up what a dead process left, and looks for files that are done. @returns how many files were looked at */
  sweep(): Promise<number>
  /** Takes no more rows. */
  stop(): void
}

/** Rows in hand at once in one process: enough for slow vendors, few enough to leave connections for people. */
const workersOn = { postgres: 12, embedded: 3 } as const
/** A worker waits so long for a vendor, then takes the next row: one that is silent keeps an order for 45 s. */
const patienceMs = 2_000
/** So many orders may be under way beside the workers: few enough that people's orders find room in the engine. */
const mostBeside = 40

/** What checks and buys the rows of files, in the background of every process. Rows are claimed, so many may work. */
export function createBulkWork(parts: ServiceParts, engine: Engine): BulkWork {
  const most = workersOn[parts.db.engine]
  let working = 0
  let beside = 0
  let stopped = false

  /** Brings a bought row's order on; a slow one goes on by itself. */
  const follow = async (orderId: string) => {
    const ended = engine
      .advance(orderId)
      .catch((error: unknown) => parts.log.error({ err: error, order: orderId }, 'a row was not brought on'))
    const late = pause(patienceMs, 'late' as const, { ref: false })
    if ((await Promise.race([ended, late])) !== 'late') return
    if (beside >= mostBeside) return void (await ended)
    beside++
    parts.background('a slow row', () => ended.finally(() => beside--))
  }

  const work = async () => {
    try {
      for (;;) {
        const row = stopped ? undefined : await claimRow(parts.db)
        if (!row) return
        if (row.state === 'checking') await checkRow(parts, row)
        if (row.state !== 'waiting') continue
        const orderId = await buyRow(parts, row)
        if (orderId) await follow(orderId)
      }
    } finally {
      working--
    }
  }
  const wake = () => {
    while (!stopped && working < most) {
      working++
      parts.background('rows of a file', work)
    }
  }
  return {
    wake,
    async sweep() {
      if (await isAnyDue(parts)) wake()
      return finishFiles(parts)
    },
    stop() {
      stopped = true
    },
  }
}

async function isAnyDue({ db }: ServiceParts): Promise<boolean> {
  const row = await db.q
    .selectFrom('bulk_rows')
    .select('line')
    .where('due_at', '<=', sql<Date>`business_now()`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Closes running files whose every order has ended, and tells their owners. */
async function finishFiles(parts: ServiceParts): Promise<number> {
  const due = await parts.db.q
    .updateTable('bulk_purchases')
    .set({ due_at: sql<Date>`business_now() + make_interval(secs => ${lookSeconds})` })
    .where('id', 'in', (it) =>
      it
        .selectFrom('bulk_purchases')
        .select('id')
        .where('due_at', '<=', sql<Date>`business_now()`)
        .limit(20)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  for (const { id } of due) await finish(parts, id)
  return due.length
}

const finish = ({ db }: ServiceParts, id: string): Promise<void> =>
  db.inTransaction(async (tx) => {
    const done = await tx
      .updateTable('bulk_purchases')
      .set({ state: 'done', finished_at: sql<Date>`business_now()`, due_at: null })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where(
        sql<boolean>`not exists (
          select from bulk_rows left join orders on orders.id = bulk_rows.order_id
          where bulk_id = ${id}::uuid and (bulk_rows.state = 'waiting'
            or (bulk_rows.state = 'bought' and orders.state not in ('delivered', 'refunded'))))`,
      )
      .returning(['user_id', 'file_name'])
      .executeTakeFirst()
    if (!done) return
    const counts = (await countsOf(tx, [id])).get(id) ?? {}
    await tx
      .updateTable('bulk_purchases')
      .set({ counts: JSON.stringify(counts) })
      .where('id', '=', id)
      .execute()
    const { delivered = 0, refunded = 0, refused = 0 } = counts
    const returned = refunded + refused
    const { rows } = await sql<{ spent: string }>`
      select coalesce(sum(total_kobo), 0)::text as spent from orders
      where state = 'delivered' and id in (select order_id from bulk_rows where bulk_id = ${id}::uuid)`.execute(
      tx,
    )
    const spent = rows[0]?.spent ?? '0'
    const back = returned > 0 ? ` ${returned} could not be bought; their money is back in your wallet.` : ''
    await notify(tx, {
      userId: done.user_id,
      service: 'bulk',
      subject: `${done.file_name} is done`,
      body: `${delivered} purchase${delivered === 1 ? ' was' : 's were'} delivered for ${formatMoney(BigInt(spent))}.${back}`,
      amountKobo: BigInt(spent),
    })
  })
