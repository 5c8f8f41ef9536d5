import { sql } from 'kysely'
import { sweepCards } from './cards.ts'
import type { PaymentParts } from './parts.ts'
import { pursueRefund } from './refund.ts'
import { settle } from './settle.ts'
import { inSeconds } from './store.ts'
import { handleWebhook } from './webhook.ts'

const atOnce = 50
/** A claimed row comes back after this if its worker died. */
const leaseSeconds = 30

/** Follows every payment, refund and kept message whose time has come. @returns how many were due */
export async function sweepPayments(parts: PaymentParts): Promise<number> {
  const payments = await claim(parts, 'payments')
  const refunds = await claim(parts, 'refunds')
  const messages = await claimMessages(parts)
  for (const id of payments) parts.background('payment check', () => settle(parts, id))
  for (const id of refunds) parts.background('refund check', () => pursueRefund(parts, id))
  for (const id of messages) parts.background('kept webhook', () => handleWebhook(parts, id))
  const cards = await sweepCards(parts)
  return cards + payments.length + refunds.length + messages.length
}

/** Messages whose first handling died, or failed. */
async function claimMessages(parts: PaymentParts): Promise<string[]> {
  const taken = await parts.db.q
    .updateTable('webhook_inbox')
    .set({ due_at: inSeconds(leaseSeconds) })
    .where('id', 'in', (it) =>
      it
        .selectFrom('webhook_inbox')
        .select('id')
        .where('handled_at', 'is', null)
        .where('due_at', '<=', sql<Date>`business_now()`)
        .orderBy('due_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}

/** Takes due rows for this process: two processes never take the same one. */
async function claim(parts: PaymentParts, table: 'payments' | 'refunds'): Promise<string[]> {
  const taken = await parts.db.q
    .updateTable(table)
    .set({ due_at: inSeconds(leaseSeconds) })
    .where('id', 'in', (it) =>
      it
        .selectFrom(table)
        .select('id')
        .where('due_at', '<=', sql<Date>`business_now()`)
        .orderBy('due_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}
