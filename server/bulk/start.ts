import { sql } from 'kysely'
import { formatMoney } from '../../shared/money.ts'
import { recordAccountEvent } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, ApiError, type Caller } from '../http/index.ts'
import { bulkHeld, InsufficientBalance, post } from '../ledger/index.ts'
import type { PayDeps } from '../purchase/index.ts'
import { bulkPurchaseMachine, bulkRowMachine, getUserBulkPurchase, type StoredBulkPurchase } from './store.ts'
import { bulkServerTexts } from './texts.ts'

/** Interval at which a running file is checked for completion. */
export const pollSeconds = 5

/**
 * Holds the total of the valid rows of a checked file in one ledger entry, and queues the rows. Starting a started
 * file has no effect.
 * @throws ApiError NOT_FOUND, BULK_CHECKING, BULK_EXPIRED, BULK_EMPTY, WALLET_TOO_LOW
 */
export async function debitAndQueueRows(
  db: Database,
  id: string,
  { actor, requestId }: Pick<Caller<Actor>, 'actor' | 'requestId'>,
): Promise<void> {
  try {
    await db.inTransaction(async (tx) => {
      const bulkPurchase = await getUserBulkPurchase(tx, { userId: actor.userId, id, forUpdate: true })
      if (bulkPurchase.state === 'running' || bulkPurchase.state === 'done') return
      if (bulkPurchase.state === 'checking') throw new ApiError('BULK_CHECKING')
      if (bulkPurchase.is_expired) throw new ApiError('BULK_EXPIRED')
      const rows = await queueRows(tx, bulkPurchase)
      if (rows === 0) throw new ApiError('BULK_EMPTY')
      await post(
        tx,
        bulkHeld({
          bulkId: id,
          userId: actor.userId,
          amountKobo: bulkPurchase.total_kobo,
          reason: ledgerReason(bulkPurchase, rows),
        }),
      )
      await recordAccountEvent(tx, {
        actor,
        action: 'bulk.start',
        subject: id,
        detail: { rows },
        requestId,
      })
      await bulkPurchaseMachine.transition(
        tx,
        { id, state: bulkPurchase.state },
        'running',
        {
          started_at: sql<Date>`app_now()`,
          due_at: sql<Date>`app_now() + make_interval(secs => ${pollSeconds})`,
        },
        { event: 'customer.file_started' },
      )
    })
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error
    const { total_kobo } = await getUserBulkPurchase(db.q, { userId: actor.userId, id })
    throw new ApiError('WALLET_TOO_LOW', {
      message: bulkServerTexts.walletTooLow({ amount: formatMoney(total_kobo) }),
    })
  }
}

type AssertPaymentPin = PayDeps['assertPaymentPin']

/**
 * Checks the PIN of a file whose total is above the limit that its user has chosen. A started or expired file needs
 * none: starting it is without effect or rejected. A file that is being checked has no total yet.
 * @throws ApiError NOT_FOUND, BULK_CHECKING, PIN_NOT_SET, PIN_WRONG, PIN_LOCKED
 */
export async function assertBulkPin(
  { db, assertPaymentPin }: { db: Database; assertPaymentPin: AssertPaymentPin },
  id: string,
  { actor, pin }: { actor: Actor; pin: string | undefined },
): Promise<void> {
  const bulkPurchase = await getUserBulkPurchase(db.q, { userId: actor.userId, id })
  // Its check may end before the start is committed, which would then be without the PIN.
  if (bulkPurchase.state === 'checking') throw new ApiError('BULK_CHECKING')
  if (bulkPurchase.state !== 'ready' || bulkPurchase.is_expired) return
  await assertPaymentPin(actor, { amountKobo: bulkPurchase.total_kobo, pin })
}

/** Description in the wallet history: "Staff airtime.csv: 120 purchases". */
const ledgerReason = ({ file_name }: StoredBulkPurchase, rows: number): string =>
  bulkServerTexts.holdReason({ file: file_name, count: rows })

async function queueRows(tx: Tx, bulkPurchase: StoredBulkPurchase): Promise<number> {
  const patch = { attempt_count: 0, due_at: sql<Date>`app_now()` }
  const result = await bulkRowMachine
    .transitionWhere(tx, 'ready', 'queued', patch, { event: 'customer.file_started' })
    .where('bulk_id', '=', bulkPurchase.id)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
