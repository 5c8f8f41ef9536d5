import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AttemptId, OrderId } from '../../shared/ids.ts'
import type { Database, Tx } from '../database/index.ts'
import { isAttemptResolved } from './attempt.ts'
import type { Vendor } from './vendor.ts'

export interface VendorWebhookDeps {
  readonly db: Database
  /** Advances the order of an attempt. */
  readonly advanceOrder: (orderId: OrderId) => void
  /** Requeries a resolved attempt. `openBreak` is committed with the webhook; `requery` starts after the commit. */
  readonly resolvedAttemptRequery: {
    readonly openBreak: (tx: Tx, attemptId: AttemptId) => Promise<void>
    readonly requery: (attemptId: AttemptId) => void
  }
}

/**
 * Handles an unsigned vendor webhook. Triggers an immediate requery, also for a resolved attempt, because a vendor can
 * reverse a delivery; the content is never trusted. An unknown request id costs one query and stores nothing.
 * A repeated webhook has no effect.
 */
export async function receiveVendorWebhook(
  { db, advanceOrder, resolvedAttemptRequery }: VendorWebhookDeps,
  vendor: Vendor,
  raw: Buffer,
): Promise<void> {
  const requestId = vendor.webhook?.requestIdIn(raw)
  if (!requestId) return
  const attempt = await db.q
    .selectFrom('attempts')
    .select(['id', 'order_id', 'state'])
    .where('vendor', '=', vendor.name)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!attempt) return
  const isNew = await db.inTransaction(async (tx) => {
    const insertedWebhook = await tx
      .insertInto('webhook_inbox')
      .values({
        provider: vendor.name,
        event_key: createHash('sha256').update(raw).digest('hex'),
        raw,
        handled_at: new Date(),
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!insertedWebhook) return false
    // An attempt in `sending` is not requeried before its response or its due time.
    await tx
      .updateTable('attempts')
      .set({ due_at: sql<Date>`app_now()` })
      .where('id', '=', attempt.id)
      .where('state', 'in', ['unknown', 'written_off'])
      .where('due_at', '>', sql<Date>`app_now()`)
      .execute()
    if (isAttemptResolved(attempt)) await resolvedAttemptRequery.openBreak(tx, attempt.id)
    return true
  })
  if (!isNew) return
  if (isAttemptResolved(attempt)) resolvedAttemptRequery.requery(attempt.id)
  else advanceOrder(attempt.order_id)
}
