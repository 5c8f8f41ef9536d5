import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '../../../http/exact-json.ts'
import type { WebhookHint } from '../../gateway.ts'
import { accountReferenceIn } from './accounts.ts'
import { Id, Text } from './envelope.ts'

const Event = z.object({
  event: z.string().min(1).max(100),
  data: z.object({
    id: Id.nullish().catch(null),
    tx_ref: Text,
    status: Text,
  }),
})

/**
 * Reads a webhook's raw bytes. They send no event id: an event is known by its name, what it is about and
 * what became of that, since a failed try and a later success have one name. A refund's own message names
 * nothing of ours; refunds are asked about in their time.
 */
export function readHint(raw: Buffer): WebhookHint | null {
  const { data: hook } = Event.safeParse(readJson(raw.toString('utf8')))
  if (!hook) return null
  const { event, data } = hook
  const named = data.id ? `${data.id}:${data.status ?? ''}` : createHash('sha256').update(raw).digest('hex')
  const eventKey = `${event}:${named}`
  if (!event.startsWith('charge.') || !data.tx_ref) return { about: 'other', eventKey }
  if (accountReferenceIn(data.tx_ref) === null) return { about: 'payment', reference: data.tx_ref, eventKey }
  return data.id ? { about: 'inflow', gatewayReference: data.id, eventKey } : { about: 'other', eventKey }
}
