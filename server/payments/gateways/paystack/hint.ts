import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '../../../http/exact-json.ts'
import type { WebhookHint } from '../../gateway.ts'
import { Id, Text } from './envelope.ts'

/** How money on a customer's own account comes. */
export const accountChannel = 'dedicated_nuban'

const Event = z.object({
  event: z.string().min(1).max(100),
  data: z.object({
    id: Id.nullish().catch(null),
    reference: Text.catch(null),
    transaction_reference: Text.catch(null),
    refund_reference: Text.catch(null),
    channel: Text.catch(null),
  }),
})

/**
 * Reads a webhook's raw bytes. They send no event id: an event is known by its name and what it is
 * about; a refund event without either id, by its bytes.
 */
export function readHint(raw: Buffer): WebhookHint | null {
  const { data: hook } = Event.safeParse(readJson(raw.toString('utf8')))
  if (!hook) return null
  const { event, data } = hook
  const named = data.id ?? data.refund_reference ?? data.reference
  const eventKey = `${event}:${named || createHash('sha256').update(raw).digest('hex')}`
  if (event.startsWith('charge.dispute.'))
    return data.id ? { about: 'dispute', disputeId: data.id, eventKey } : { about: 'other', eventKey }
  if (event.startsWith('charge.') && data.reference)
    return data.channel === accountChannel
      ? { about: 'inflow', gatewayReference: data.reference, eventKey }
      : { about: 'payment', reference: data.reference, eventKey }
  if (event.startsWith('refund.') && data.transaction_reference)
    return {
      about: 'refund',
      paymentReference: data.transaction_reference,
      refundId: data.id ?? null,
      eventKey,
    }
  return { about: 'other', eventKey }
}
