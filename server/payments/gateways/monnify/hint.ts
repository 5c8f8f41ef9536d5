import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '../../../http/exact-json.ts'
import type { WebhookHint } from '../../gateway.ts'
import { Text } from './envelope.ts'

/** `paymentSourceInformation` comes as a list, an object or nothing, so nothing of it is read. */
const Event = z.object({
  eventType: z.string().min(1).max(100),
  eventData: z.object({
    transactionReference: Text,
    paymentReference: Text,
    refundReference: Text,
    product: z.object({ type: Text }).nullish().catch(null),
  }),
})

/** Reads a webhook's raw bytes. They send no event id: an event is known by its name and what it is about. */
export function readHint(raw: Buffer): WebhookHint | null {
  const { data: hook } = Event.safeParse(readJson(raw.toString('utf8')))
  if (!hook) return null
  const { eventType, eventData: it } = hook
  const named = it.refundReference ?? it.transactionReference ?? it.paymentReference
  const eventKey = `${eventType}:${named || createHash('sha256').update(raw).digest('hex')}`
  if (eventType.endsWith('_REFUND') && it.refundReference)
    return { about: 'own_refund', refundReference: it.refundReference, eventKey }
  const isMoney = eventType === 'SUCCESSFUL_TRANSACTION' || eventType === 'REJECTED_PAYMENT'
  if (isMoney && it.product?.type === 'RESERVED_ACCOUNT' && it.transactionReference)
    return { about: 'inflow', gatewayReference: it.transactionReference, eventKey }
  if (isMoney && it.paymentReference) return { about: 'payment', reference: it.paymentReference, eventKey }
  return { about: 'other', eventKey }
}
