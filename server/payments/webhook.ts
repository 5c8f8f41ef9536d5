import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayName } from '../../shared/payments.ts'
import { gatewayOf, type PaymentParts } from './parts.ts'
import { isOpen } from './payment.ts'
import { pursueRefund } from './refund.ts'
import { settle } from './settle.ts'
import { paymentByReference } from './store.ts'

export type Received = 'kept' | 'forged' | 'unreadable'

/**
 * Keeps a gateway's message: signature over the raw bytes, then one durable row for each event, then
 * the answer. It calls nobody; what the message hints at is asked about afterwards.
 */
export async function receiveWebhook(
  parts: PaymentParts,
  party: GatewayName,
  raw: Buffer,
  headers: IncomingHttpHeaders,
): Promise<Received> {
  const gateway = parts.gateways[party]
  if (!gateway?.authentic(raw, headers)) return 'forged'
  const hint = gateway.hint(raw)
  if (!hint) return 'unreadable'
  const row = await parts.db.q
    .insertInto('webhook_inbox')
    .values({ party, event_key: hint.eventKey, raw, handled_at: null })
    .onConflict((it) => it.columns(['party', 'event_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) parts.background('webhook', () => handleWebhook(parts, row.id))
  return 'kept'
}

/** Follows one kept message: verifies the payment or refund that it names. Doing it twice changes nothing. */
export async function handleWebhook(parts: PaymentParts, id: string): Promise<void> {
  const row = await parts.db.q.selectFrom('webhook_inbox').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.handled_at) return
  const hint = gatewayOf(parts, row.party as GatewayName).hint(Buffer.from(row.raw))
  if (hint?.about === 'payment') {
    const payment = await paymentByReference(parts.db.q, hint.reference)
    // The first answer may be one that was asked for before the money came.
    if (payment && isOpen((await settle(parts, payment.id)).state)) await settle(parts, payment.id)
  }
  if (hint?.about === 'refund') {
    const payment = await paymentByReference(parts.db.q, hint.paymentReference)
    const open = payment
      ? await parts.db.q
          .selectFrom('refunds')
          .select('id')
          .where('payment_id', '=', payment.id)
          .where('state', 'in', ['unknown', 'sent', 'needs_attention'])
          .where((it) => it.or([it('because', 'is', null), it('because', '!=', 'sending')]))
          .execute()
      : []
    for (const { id: refundId } of open) await pursueRefund(parts, refundId)
  }
  await parts.db.q.updateTable('webhook_inbox').set({ handled_at: new Date() }).where('id', '=', id).execute()
}
