import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type { WebhookEvent } from '../../gateway.ts'
import { Identifier, secureEquals } from '../http-status.ts'
import { Text } from './envelope.ts'

const referenceFields = {
  transactionReference: Identifier,
  paymentReference: Identifier,
  product: z.object({ type: Text }).nullish().catch(null),
}
/** `paymentSourceInformation` is a list, an object or absent, so it is ignored. */
const EventSchema = z.object({
  eventType: z.string().min(1).max(100),
  eventData: z.object({ ...referenceFields, refundReference: Identifier }),
})
/** The older webhook covers paid transactions only: its fields are at the root, with a hash over five values. */
const FlatSchema = z.object({
  ...referenceFields,
  transactionHash: z.string().min(1),
  transactionReference: z.string().min(1),
  paymentReference: z.string().min(1),
})

/** Parses a webhook's raw bytes. Monnify sends no event id: the event key is its name and object reference. */
export function parseWebhook(raw: Buffer): WebhookEvent | null {
  const message = parseLosslessJson(raw.toString('utf8'))
  const event = EventSchema.safeParse(message).data
  if (!event) {
    const flat = FlatSchema.safeParse(message).data
    return flat ? paymentEvent(flat, `flat:${flat.transactionReference}`) : null
  }
  const { eventType, eventData: data } = event
  const name = data.refundReference ?? data.transactionReference ?? data.paymentReference
  const eventKey = `${eventType}:${name || createHash('sha256').update(raw).digest('hex')}`
  if (eventType.endsWith('_REFUND') && data.refundReference)
    return { type: 'own_refund', refundReference: data.refundReference, eventKey }
  const isMoney = eventType === 'SUCCESSFUL_TRANSACTION' || eventType === 'REJECTED_PAYMENT'
  return isMoney ? paymentEvent(data, eventKey) : { type: 'other', eventKey }
}

/** A deposit to a virtual account is fetched by Monnify's reference, a checkout's payment by our own reference. */
function paymentEvent(
  { product, transactionReference, paymentReference }: z.infer<typeof EventSchema>['eventData'],
  eventKey: string,
): WebhookEvent {
  if (product?.type === 'RESERVED_ACCOUNT' && transactionReference)
    return { type: 'deposit', gatewayReference: transactionReference, eventKey }
  return paymentReference
    ? { type: 'payment', reference: paymentReference, eventKey }
    : { type: 'other', eventKey }
}

const HashedSchema = z.object({
  paymentReference: z.string(),
  amountPaid: z.union([z.string(), z.number()]).transform(String),
  paidOn: z.string(),
  transactionReference: z.string(),
  transactionHash: z.string(),
})

/**
 * Verifies an older webhook: its `transactionHash` is the SHA-512 of our secret and four of its fields, joined by
 * `|`. Source: Monnify, "Calculating the transaction hash" (older text)
 */
export function isTransactionHashValid(raw: Buffer, secretKey: string): boolean {
  const flat = HashedSchema.safeParse(parseLosslessJson(raw.toString('utf8'))).data
  if (!flat) return false
  const { paymentReference, amountPaid, paidOn, transactionReference } = flat
  // An amount sent as a number has lost the decimals that were hashed.
  return [amountPaid, Number(amountPaid).toFixed(2)].some((amount) => {
    const text = [secretKey, paymentReference, amount, paidOn, transactionReference].join('|')
    return secureEquals(flat.transactionHash.toLowerCase(), createHash('sha512').update(text).digest('hex'))
  })
}
