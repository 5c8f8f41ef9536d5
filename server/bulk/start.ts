import { sql } from 'kysely'
import { formatMoney } from '../../shared/money.ts'
import { accountEvent } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, type Caller, Refused } from '../http/index.ts'
import { bulkHeld, NotEnough, post } from '../ledger/index.ts'
import { type Bulk, ownBulk } from './store.ts'

/** The end of a running file is looked for this often. */
export const lookSeconds = 5

/**
 * Sets aside, in one entry, what the good rows of a checked file cost, and lets them be bought. A file is started
 * once: asked again, nothing happens.
 * @throws Refused NOT_FOUND, BULK_CHECKING, BULK_EXPIRED, BULK_EMPTY, WALLET_TOO_LOW
 */
export async function start(
  db: Database,
  id: string,
  { actor, request }: Pick<Caller<Actor>, 'actor' | 'request'>,
): Promise<void> {
  try {
    await db.inTransaction(async (tx) => {
      const bulk = await ownBulk(tx, { userId: actor.userId, id, lock: true })
      if (bulk.state === 'running' || bulk.state === 'done') return
      if (bulk.state === 'checking') throw new Refused('BULK_CHECKING')
      if (bulk.too_old) throw new Refused('BULK_EXPIRED')
      const rows = await releaseRows(tx, bulk)
      if (rows === 0) throw new Refused('BULK_EMPTY')
      await post(
        tx,
        bulkHeld({
          bulkId: id,
          userId: actor.userId,
          amountKobo: bulk.total_kobo,
          reason: nameOf(bulk, rows),
        }),
      )
      await accountEvent(tx, { by: actor, action: 'bulk.start', subject: id, detail: { rows }, request })
      await tx
        .updateTable('bulk_purchases')
        .set({
          state: 'running',
          started_at: sql<Date>`business_now()`,
          due_at: sql<Date>`business_now() + make_interval(secs => ${lookSeconds})`,
        })
        .where('id', '=', id)
        .execute()
    })
  } catch (error) {
    if (!(error instanceof NotEnough)) throw error
    const { total_kobo } = await ownBulk(db.q, { userId: actor.userId, id })
    throw new Refused('WALLET_TOO_LOW', {
      says: `Your wallet does not hold the ${formatMoney(total_kobo)} for this file. No money was taken.`,
    })
  }
}

/** In the wallet's movements: "Staff airtime.csv: 120 purchases". */
const nameOf = ({ file_name }: Bulk, rows: number): string =>
  `${file_name}: ${rows} purchase${rows === 1 ? '' : 's'}`

async function releaseRows(tx: Tx, bulk: Bulk): Promise<number> {
  const released = await tx
    .updateTable('bulk_rows')
    .set({ state: 'waiting', tries: 0, due_at: sql<Date>`business_now()` })
    .where('bulk_id', '=', bulk.id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  return Number(released.numUpdatedRows)
}
