import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { WebhookEvent } from '../../gateway.ts'
import { secureEquals } from '../http-status.ts'

const Message = z.object({ event: z.string().min(1), data: z.looseObject({ reference: z.string().min(1) }) })

const parse = (raw: Buffer) => {
  try {
    return Message.safeParse(JSON.parse(raw.toString('utf8'))).data
  } catch {
    return undefined
  }
}

export function parseWebhook(raw: Buffer): WebhookEvent | null {
  const message = parse(raw)
  if (!message) return null
  const { event, data } = message
  const eventKey = `${event}:${data.reference}`
  if (event.startsWith('charge.')) return { type: 'payment', reference: data.reference, eventKey }
  if (event.startsWith('refund.')) return { type: 'own_refund', refundReference: data.reference, eventKey }
  return { type: 'other', eventKey }
}

/** The signature is the HMAC-SHA256 of the object `data` alone, with the secret key. Source: Korapay, "Webhooks". */
export function isWebhookAuthentic(raw: Buffer, signature: unknown, secretKey: string): boolean {
  const message = parse(raw)
  if (!message) return false
  const expected = createHmac('sha256', secretKey).update(JSON.stringify(message.data)).digest('hex')
  return secureEquals(signature, expected)
}
