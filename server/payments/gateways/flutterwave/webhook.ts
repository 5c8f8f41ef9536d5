import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type { WebhookEvent } from '../../gateway.ts'
import { Identifier } from '../http-status.ts'
import { parseAccountReference } from './accounts.ts'
import { Id, Text } from './envelope.ts'

const fields = { id: Id.nullish().catch(null), tx_ref: Identifier, txRef: Identifier, status: Text }
const DocumentedShape = z.object({ event: z.string().min(1).max(100), data: z.object(fields) })
/**
 * Card payments and transfers also arrive without `event` and `data`: the fields are at the root and the reference
 * is in camel case. Source: recorded webhooks of 2018 to 2026, published at
 * https://github.com/Flutterwave/Node-v3/issues/175.
 */
const FlatShape = z
  .object({ ...fields, 'event.type': z.string().min(1).max(100).nullish().catch(null) })
  .refine((message) => message['event.type'] || message.txRef)

/**
 * Parses a webhook's raw bytes in either of its two shapes. Flutterwave sends no event id: the event key is its name,
 * object id and status, because a failed attempt and a later success share one name. Refund webhooks contain none of
 * our references; refunds are polled.
 */
export function parseWebhook(raw: Buffer): WebhookEvent | null {
  const message = parseLosslessJson(raw.toString('utf8'))
  const documented = DocumentedShape.safeParse(message).data
  if (documented) {
    const { event, data } = documented
    return toWebhookEvent(raw, { ...data, event, isCharge: event.startsWith('charge.') })
  }
  const flat = FlatShape.safeParse(message).data
  return flat ? toWebhookEvent(raw, { ...flat, event: flat['event.type'] ?? 'flat', isCharge: true }) : null
}

interface WebhookFields {
  readonly event: string
  readonly isCharge: boolean
  readonly id?: string | null
  readonly tx_ref?: string | null
  readonly txRef?: string | null
  readonly status?: string | null
}

function toWebhookEvent(
  raw: Buffer,
  { event, isCharge, id, status, ...references }: WebhookFields,
): WebhookEvent {
  const identity = id ? `${id}:${status ?? ''}` : createHash('sha256').update(raw).digest('hex')
  const eventKey = `${event}:${identity}`
  const reference = references.tx_ref ?? references.txRef
  if (!isCharge || !reference) return { type: 'other', eventKey }
  if (parseAccountReference(reference) === null) return { type: 'payment', reference, eventKey }
  return id ? { type: 'deposit', gatewayReference: id, eventKey } : { type: 'other', eventKey }
}
