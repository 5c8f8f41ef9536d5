import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AttemptState, Database, Tx } from '../database/index.ts'
import type { Vendor } from './vendor.ts'

export interface VendorWebhookParts {
  readonly db: Database
  /** Brings the order of an attempt on. */
  readonly wake: (orderId: string) => void
  /** A try that is over may have ended otherwise since. `note` is committed with the message, `ask` follows. */
  readonly doubt: {
    readonly note: (tx: Tx, attemptId: string) => Promise<void>
    readonly ask: (attemptId: string) => void
  }
}

const isOver = (state: AttemptState): boolean => state === 'delivered' || state === 'failed'

/**
 * Takes a vendor's message, which nobody signs: a hint to ask at once about an attempt, also about one that is
 * over, since what was delivered may be taken back. Believed in nothing. One about a request id that we do not have costs a look and leaves nothing behind;
 * the same one again changes nothing.
 */
export async function receiveVendorWebhook(
  { db, wake, doubt }: VendorWebhookParts,
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
    const kept = await tx
      .insertInto('webhook_inbox')
      .values({
        party: vendor.name,
        event_key: createHash('sha256').update(raw).digest('hex'),
        raw,
        handled_at: new Date(),
      })
      .onConflict((it) => it.columns(['party', 'event_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) return false
    // One that is being sent is not asked about before its answer, or its time.
    await tx
      .updateTable('attempts')
      .set({ due_at: sql<Date>`business_now()` })
      .where('id', '=', attempt.id)
      .where('state', 'in', ['unknown', 'written_off'])
      .where('due_at', '>', sql<Date>`business_now()`)
      .execute()
    if (isOver(attempt.state)) await doubt.note(tx, attempt.id)
    return true
  })
  if (!isNew) return
  if (isOver(attempt.state)) doubt.ask(attempt.id)
  else wake(attempt.order_id)
}
