import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type { WebhookEvent } from '../../gateway.ts'
import { Identifier } from '../http-status.ts'
import { Id, Text } from './envelope.ts'

/** The channel of deposits to dedicated virtual accounts. */
export const accountChannel = 'dedicated_nuban'

const EventSchema = z.object({
  event: z.string().min(1).max(100),
  data: z.object({
    id: Id.nullish().catch(null),
    reference: Identifier,
    transaction_reference: Identifier,
    refund_reference: Identifier,
    channel: Text.catch(null),
  }),
})

/**
 * Parses a webhook's raw bytes. Paystack sends no event id: the event key is its name and object id; for a refund
 * event without any id, a digest of its bytes.
 */
export function parseWebhook(raw: Buffer): WebhookEvent | null {
  const { data: message } = EventSchema.safeParse(parseLosslessJson(raw.toString('utf8')))
  if (!message) return null
  const { event, data } = message
  const identity = data.id ?? data.refund_reference ?? data.reference
  const eventKey = `${event}:${identity || createHash('sha256').update(raw).digest('hex')}`
  return { ...subjectOf(message), eventKey }
}

type EventSubject = WebhookEvent extends infer E
  ? E extends WebhookEvent
    ? Omit<E, 'eventKey'>
    : never
  : never

function subjectOf({ event, data }: z.infer<typeof EventSchema>): EventSubject {
  if (event.startsWith('charge.dispute.'))
    return data.id ? { type: 'dispute', disputeId: data.id } : { type: 'other' }
  if (event.startsWith('charge.') && data.reference)
    return data.channel === accountChannel
      ? { type: 'deposit', gatewayReference: data.reference }
      : { type: 'payment', reference: data.reference }
  if (event.startsWith('refund.') && data.transaction_reference)
    return {
      type: 'refund',
      paymentReference: data.transaction_reference,
      refundId: data.id ?? null,
    }
  return { type: 'other' }
}
