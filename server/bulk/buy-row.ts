import { sql } from 'kysely'
import { existedAtRecovery } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { bulkRowReleased, post } from '../ledger/index.ts'
import {
  assertOrderSellable,
  type Order,
  orderById,
  payFromReservation,
  type ServiceDeps,
} from '../purchase/index.ts'
import { isFinal, quoteRow } from './check-row.ts'
import { reasonOf } from './parse-row.ts'
import { type ClaimedRow, rescheduleRow, transitionRow } from './store.ts'
import { bulkServerTexts } from './texts.ts'

/** A vendor token from a customer lookup is valid for ten minutes. */
const vendorTokenSeconds = 9 * 60
const maxAttempts = 8
const retrySeconds = 15

/**
 * Purchases one row with the funds held for it: an ordinary order, paid from the wallet. A row that cannot be
 * purchased at its price is refunded immediately.
 * @returns the id of its order when this call paid it; after a crash, the order queue completes the order
 */
export async function buyRow(deps: ServiceDeps, row: ClaimedRow): Promise<string | null> {
  try {
    const order = await purchasableOrder(deps, row)
    const isPurchased = await deps.db.inTransaction(async (tx) => {
      if (!(await transitionRow(tx, row, 'purchased', { order_id: order.id, error: null }))) return false
      await payFromReservation(deps, tx, order.id, { userId: row.user_id, email: row.email })
      return true
    })
    return isPurchased ? order.id : null
  } catch (error) {
    await handleFailure(deps, row, error)
    return null
  }
}

/** Rejects a row that was not purchased, or schedules a retry when the error is transient. */
async function handleFailure(deps: ServiceDeps, row: ClaimedRow, error: unknown): Promise<void> {
  if (isFinal(error)) return rejectRow(deps, row, reasonOf(error))
  deps.log.warn({ err: error, bulk: row.bulk_id, line: row.line }, 'a bulk row was not purchased')
  if (row.attempt_count < maxAttempts) return rescheduleRow(deps.db, row, retrySeconds)
  await rejectRow(deps, row, bulkServerTexts.internalError())
}

/** The row's order while it can be purchased at its price, else a new order at the same price. @throws ApiError */
async function purchasableOrder(deps: ServiceDeps, row: ClaimedRow): Promise<Order> {
  const existing = row.order_id ? await orderById(deps.db.q, row.order_id) : null
  // The database was restored since, and this order may have been sent before. The order processor queries the vendors
  // about this order; a new one could be delivered as well.
  if (existing && (await existedAtRecovery(deps.restoreDetector, existing))) return existing
  if (row.is_blocked) throw new ApiError('ACCOUNT_BLOCKED', { message: bulkServerTexts.accountBlocked() })
  if (existing && (await isSellable(deps, existing))) return existing
  const newQuote = await quoteRow(deps, row)
  if (newQuote.total_kobo !== row.total_kobo) {
    throw new ApiError('ORDER_CHANGED', { message: bulkServerTexts.priceChanged() })
  }
  await assertOrderSellable(deps, newQuote)
  return newQuote
}

/** False when the order needs a new quote. @throws ApiError when the row cannot be purchased */
async function isSellable(deps: ServiceDeps, order: Order): Promise<boolean> {
  if (await isStale(deps, order)) return false
  try {
    await assertOrderSellable(deps, order)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ORDER_CHANGED') return false
    throw error
  }
}

/** True when the order's vendor token has expired; an order without one never goes stale. */
async function isStale({ db }: ServiceDeps, order: Order): Promise<boolean> {
  if (order.customer_snapshot.handle === null) return false
  const { rows } = await sql<{ is_stale: boolean }>`
    select ${order.created_at}::timestamptz < app_now() - make_interval(secs => ${vendorTokenSeconds}) as is_stale`.execute(
    db.q,
  )
  return rows[0]?.is_stale ?? true
}

const rejectRow = ({ db }: ServiceDeps, row: ClaimedRow, reason: string): Promise<void> =>
  db.inTransaction(async (tx) => {
    const isRejected = await transitionRow(tx, row, 'rejected', {
      error: bulkServerTexts.rowRefunded({ reason: reason.replace(/\.?$/, '.') }),
    })
    if (!isRejected) return
    await post(
      tx,
      bulkRowReleased({
        bulkId: row.bulk_id,
        line: row.line,
        userId: row.user_id,
        amountKobo: row.total_kobo ?? 0n,
        reason: bulkServerTexts.rowReleasedReason({ line: row.line }),
      }),
    )
  })
