import type { IncomingHttpHeaders } from 'node:http'
import type { Selectable } from 'kysely'
import type { GatewayName } from '../../shared/payments.ts'
import type { Tables } from '../database/index.ts'
import { followDispute } from './dispute.ts'
import type { WebhookHint } from './gateway.ts'
import { gatewayOf, type PaymentParts } from './parts.ts'
import { isOpen } from './payment.ts'
import { pursueRefund } from './refund.ts'
import { reverse, settle } from './settle.ts'
import { paymentByReference } from './store.ts'
import { reverseTopUp } from './top-up.ts'

export type Received = 'kept' | 'forged' | 'unreadable'
/** A message as it is kept until it was followed. */
export type Kept = Selectable<Tables['webhook_inbox']>

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
    .returningAll()
    .executeTakeFirst()
  if (row) parts.background('webhook', () => handleWebhook(parts, row))
  return 'kept'
}

/** Follows one kept message: verifies the payment or refund that it names. Doing it twice changes nothing. */
export async function handleWebhook(parts: PaymentParts, row: Kept): Promise<void> {
  const hint = gatewayOf(parts, row.party as GatewayName).hint(Buffer.from(row.raw))
  if (hint?.about === 'payment') {
    const payment = await paymentByReference(parts.db.q, hint.reference)
    // The first answer may be one that was asked for before the money came.
    if (payment && isOpen((await settle(parts, payment)).state)) await settle(parts, payment)
  }
  if (hint?.about === 'refund' || hint?.about === 'own_refund') {
    for (const refundId of await openRefunds(parts, hint)) await pursueRefund(parts, refundId)
  }
  if (hint?.about === 'dispute')
    await followDispute(parts, row.party as GatewayName, hint.disputeId, (tx, payment) =>
      payment.purpose === 'order' ? reverse(parts, tx, payment) : reverseTopUp(parts, tx, payment),
    )
  if (hint?.about === 'inflow') await parts.onInflow(row.party as GatewayName, hint.gatewayReference)
  await parts.db.q
    .updateTable('webhook_inbox')
    .set({ handled_at: new Date() })
    .where('id', '=', row.id)
    .execute()
}

/** The refunds that a message may be about and that are not settled; one that is being sent is left alone. */
async function openRefunds(
  parts: PaymentParts,
  hint: Extract<WebhookHint, { about: 'refund' | 'own_refund' }>,
): Promise<string[]> {
  if (hint.about === 'own_refund' && !uuid.test(hint.refundReference)) return []
  const open = parts.db.q
    .selectFrom('refunds')
    .select('id')
    .where('state', 'in', ['unknown', 'sent', 'needs_attention'])
    .where((it) => it.or([it('because', 'is', null), it('because', '!=', 'sending')]))
  if (hint.about === 'own_refund') return idsOf(open.where('id', '=', hint.refundReference))
  const payment = await paymentByReference(parts.db.q, hint.paymentReference)
  if (payment) return idsOf(open.where('payment_id', '=', payment.id))
  return idsOf(
    open.where('inflow_id', 'in', (it) =>
      it.selectFrom('inflows').select('id').where('gateway_reference', '=', hint.paymentReference),
    ),
  )
}

const idsOf = async (asked: { execute(): Promise<{ id: string }[]> }): Promise<string[]> =>
  (await asked.execute()).map(({ id }) => id)

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
