import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Selectable, sql } from 'kysely'
import type { GatewayName } from '../../shared/payments.ts'
import type { Tables } from '../database/index.ts'
import { continueTrace, currentTraceparent, handledWebhooks } from '../telemetry/index.ts'
import { gatewayOf, type PaymentDeps } from './deps.ts'
import { handleDispute } from './dispute.ts'
import { reverseAnyPayment } from './fetch-disputes.ts'
import type { Gateway, WebhookEvent } from './gateway.ts'
import { isOpen, type Payment, type TopUp } from './payment.ts'
import { recoverPayment } from './recover-payment.ts'
import { processRefund } from './refund.ts'
import { findPaymentByReference, paymentReferenceIn } from './store.ts'
import { verifyPayment } from './verify-payment.ts'

/** The text of the HTTP response to a gateway. */
type WebhookResult = 'accepted' | 'invalid_signature' | 'unreadable'

/** A webhook as stored until it is handled. */
export type StoredWebhook = Selectable<Tables['webhook_inbox']>

/**
 * Stores a gateway's webhook: verifies the signature over the raw bytes, commits one row per event, then responds.
 * It calls no provider; the event is verified afterwards.
 */
export async function receiveWebhook(
  deps: PaymentDeps,
  provider: GatewayName,
  raw: Buffer,
  headers: IncomingHttpHeaders,
): Promise<WebhookResult> {
  const gateway = deps.gateways[provider]
  if (!gateway?.isWebhookAuthentic(raw, headers)) return 'invalid_signature'
  const event = parseWebhookEvent(gateway, raw)
  if (!event) return 'unreadable'
  const stored = await storeWebhook(deps, { provider, event, raw })
  if (stored) deps.runInBackground('webhook', () => handleInTrace(deps, stored, event))
  return 'accepted'
}

/** A stored webhook and the payment that it names; `payment` is undefined when there is none. */
interface WebhookWithPayment {
  readonly webhook: Pick<StoredWebhook, 'id' | 'provider' | 'traceparent'>
  readonly payment: Payment | TopUp | undefined
}

/** Stores a webhook once and reads its payment, with one statement. @returns undefined when it was stored before */
async function storeWebhook(
  deps: PaymentDeps,
  { provider, event, raw }: { provider: GatewayName; event: WebhookEvent; raw: Buffer },
): Promise<WebhookWithPayment | undefined> {
  const traceparent = currentTraceparent()
  const row = await deps.db.q
    .with('webhook', (db) =>
      db
        .insertInto('webhook_inbox')
        .values({ provider, event_key: event.eventKey, raw, handled_at: null, traceparent })
        .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
        .returning('id'),
    )
    .selectFrom('webhook')
    .leftJoin('payments', (join) =>
      join.on('payments.reference', '=', event.type === 'payment' ? event.reference : null),
    )
    .selectAll('payments')
    .select('webhook.id as webhook_id')
    .executeTakeFirst()
  if (!row) return undefined
  const { webhook_id: id, ...payment } = row
  return {
    webhook: { id, provider, traceparent },
    payment: payment.id === null ? undefined : (payment as Payment | TopUp),
  }
}

/**
 * The event of an authentic webhook. A body that the adapter cannot parse, or that lacks our reference, is searched
 * for a payment reference: an unknown shape costs one verify call instead of minutes of delay.
 */
function parseWebhookEvent(gateway: Gateway, raw: Buffer): WebhookEvent | null {
  const event = gateway.parseWebhook(raw)
  if (event && event.type !== 'other') return event
  const reference = paymentReferenceIn(raw.toString('latin1'))
  if (!reference) return event
  const eventKey = event?.eventKey ?? `unreadable:${createHash('sha256').update(raw).digest('hex')}`
  return { type: 'payment', reference, eventKey }
}

/**
 * Handles one stored webhook: verifies the payment, refund, dispute or deposit it refers to. Idempotent. The webhook of a
 * payment belongs to the trace of that payment.
 */
export async function handleWebhook(deps: PaymentDeps, row: StoredWebhook): Promise<void> {
  const event = parseWebhookEvent(gatewayOf(deps, row.provider as GatewayName), Buffer.from(row.raw))
  const payment =
    event?.type === 'payment' ? await findPaymentByReference(deps.db.q, event.reference) : undefined
  await handleInTrace(deps, { webhook: row, payment }, event)
}

function handleInTrace(
  deps: PaymentDeps,
  stored: WebhookWithPayment,
  event: WebhookEvent | null,
): Promise<void> {
  const { webhook, payment } = stored
  const attributes = { 'sanwo.provider.name': webhook.provider }
  return continueTrace(payment?.traceparent ?? webhook.traceparent, 'webhook.handle', { attributes }, () =>
    handleEvent(deps, stored, event),
  )
}

async function handleEvent(
  deps: PaymentDeps,
  { webhook: row, payment }: WebhookWithPayment,
  event: WebhookEvent | null,
): Promise<void> {
  // Lost by a restore: the payer may pay at a checkout for days.
  if (event?.type === 'payment' && !payment && paymentReferenceIn(event.reference) === event.reference)
    await recoverPayment(deps, row.provider as GatewayName, event.reference)
  // The first result may come from a call that started before the money arrived.
  if (payment && isOpen((await verifyPayment(deps, payment)).state)) await verifyPayment(deps, payment)
  if (event?.type === 'refund' || event?.type === 'own_refund') {
    for (const refundId of await openRefunds(deps, event)) await processRefund(deps, refundId)
  }
  if (event?.type === 'dispute')
    await handleDispute(deps, row.provider as GatewayName, event.disputeId, reverseAnyPayment(deps))
  if (event?.type === 'deposit') await deps.onDeposit(row.provider as GatewayName, event.gatewayReference)
  const handled = await deps.db.q
    .updateTable('webhook_inbox')
    .set({ handled_at: new Date() })
    .where('id', '=', row.id)
    .returning(sql<number>`extract(epoch from app_now() - received_at)::float8`.as('lagSeconds'))
    .executeTakeFirst()
  if (handled) handledWebhooks.publish({ provider: row.provider, lagSeconds: handled.lagSeconds })
}

/** The open refunds that a webhook may refer to, excluding one that is being sent. */
async function openRefunds(
  deps: PaymentDeps,
  event: Extract<WebhookEvent, { type: 'refund' | 'own_refund' }>,
): Promise<string[]> {
  if (event.type === 'own_refund' && !uuid.test(event.refundReference)) return []
  const openRefundsQuery = deps.db.q
    .selectFrom('refunds')
    .select('id')
    .where('state', 'in', ['unknown', 'sent', 'needs_attention'])
    .where((eb) => eb.or([eb('failure_reason', 'is', null), eb('failure_reason', '!=', 'sending')]))
  if (event.type === 'own_refund') return idsOf(openRefundsQuery.where('id', '=', event.refundReference))
  const payment = await findPaymentByReference(deps.db.q, event.paymentReference)
  if (payment) return idsOf(openRefundsQuery.where('payment_id', '=', payment.id))
  return idsOf(
    openRefundsQuery.where('deposit_id', 'in', (eb) =>
      eb.selectFrom('deposits').select('deposits.id').where('gateway_reference', '=', event.paymentReference),
    ),
  )
}

const idsOf = async (query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> =>
  (await query.execute()).map(({ id }) => id)

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
