import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '../../../http/exact-json.ts'
import type { Reply } from '../../../http/outbound.ts'
import type {
  Charge,
  Checkout,
  FoundRefund,
  PaymentTruth,
  RefundTruth,
  ReusableCard,
  WebhookHint,
} from '../../gateway.ts'

/** Whole kobo, which they write as a number or as text. */
const Kobo = z
  .union([z.number().int(), z.string().regex(/^\d+$/)])
  .transform((it) => BigInt(it))
  .refine((it) => it >= 0n)
/** Ids are unsigned 64-bit, so they are text here. */
const Id = z.union([z.number().int().nonnegative(), z.string().min(1).max(100)]).transform(String)
const Text = z.string().nullish()

const Envelope = z.object({
  status: z.boolean(),
  message: z.string().catch(''),
  code: Text.catch(null),
  data: z.unknown().optional(),
})
type Envelope = z.infer<typeof Envelope>

const Opened = z.object({ authorization_url: z.url(), reference: z.string() })

const Authorization = z.object({
  authorization_code: z.string().min(1),
  bin: z.string(),
  last4: z.string(),
  exp_month: z.string(),
  exp_year: z.string(),
  channel: z.string(),
  reusable: z.literal(true),
  bank: Text,
  brand: Text,
  card_type: Text,
  signature: Text,
})

const Stated = z.object({ status: z.string(), gateway_response: Text.catch(null) })
const Paid = z.object({
  id: Id,
  reference: z.string().min(1),
  amount: Kobo,
  requested_amount: Kobo.nullish(),
  fees: Kobo.nullish(),
  currency: z.string().min(1),
  channel: Text,
  paid_at: Text,
  paidAt: Text,
  authorization: z.unknown().optional(),
  customer: z.object({ email: z.string() }).nullish().catch(null),
})

const Refund = z.object({
  id: Id,
  amount: Kobo,
  status: z.string(),
  transaction: z.unknown().optional(),
})

const Event = z.object({
  event: z.string().min(1).max(100),
  data: z.object({
    id: Id.nullish().catch(null),
    reference: Text.catch(null),
    transaction_reference: Text.catch(null),
    refund_reference: Text.catch(null),
  }),
})

/** Their envelope, when the answer is one of theirs. Proxies and maintenance pages are not. */
function envelopeOf(reply: Reply & { is: 'answered' }): Envelope | null {
  return Envelope.safeParse(readJson(reply.text)).data ?? null
}

const unanswered = (reply: Exclude<Reply, { is: 'answered' }>) =>
  reply.is === 'not_sent' || reply.because === 'timeout' || reply.because === 'cut' ? 'timeout' : 'unreadable'

/** Where a customer may be sent. */
interface Leads {
  mayLeadTo: (url: URL) => boolean
}

/** A 4xx in their envelope: they understood the request and refused it. 429 says nothing about the request. */
const refusesRequest = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429

/**
 * Reads the answer to `POST /transaction/initialize`.
 * @param expected our payment reference, and whether an address is one that a customer may be sent to
 */
export function readCheckout(reply: Reply, expected: Leads & { reference: string }): Checkout {
  // Nothing exists there, and the customer never saw an address to pay at.
  if (reply.is === 'not_sent') return { is: 'refused', because: 'rejected' }
  if (reply.is === 'lost') return { is: 'unknown', because: unanswered(reply) }
  const envelope = envelopeOf(reply)
  if (!envelope) return { is: 'unknown', because: 'unreadable' }
  if (refusesRequest(reply.status) && !envelope.status) return refusal(reply.status, envelope)
  if (!isOk(reply.status) || !envelope.status) return { is: 'unknown', because: 'unreadable' }

  const { data } = Opened.safeParse(envelope.data)
  if (!data || data.reference !== expected.reference || !expected.mayLeadTo(new URL(data.authorization_url)))
    return { is: 'unknown', because: 'unreadable' }
  return { is: 'opened', checkoutUrl: data.authorization_url }
}

function refusal(status: number, { message, code }: Envelope): Checkout {
  if (/duplicate/i.test(`${code ?? ''} ${message}`)) return { is: 'unknown', because: 'duplicate' }
  if (status === 401 || status === 403) return { is: 'refused', because: 'unauthorised' }
  if (/channel/i.test(message)) return { is: 'refused', because: 'method' }
  return { is: 'refused', because: 'rejected' }
}

const Paused = z.object({ paused: z.literal(true), authorization_url: z.url() })

/**
 * Reads the answer to `POST /transaction/charge_authorization`. The card may ask for a second step; how
 * a charge that went through ended is left to the verify call. Source: Paystack, "Charge authorization".
 */
export function readCharge(reply: Reply, { mayLeadTo }: Leads): Charge {
  if (reply.is === 'not_sent') return { is: 'refused', because: 'rejected' }
  if (reply.is === 'lost') return { is: 'unknown', because: unanswered(reply) }
  const envelope = envelopeOf(reply)
  if (!envelope) return { is: 'unknown', because: 'unreadable' }
  if (refusesRequest(reply.status) && !envelope.status) return refusedCharge(reply.status, envelope)
  if (!isOk(reply.status) || !envelope.status) return { is: 'unknown', because: 'unreadable' }

  const paused = Paused.safeParse(envelope.data).data
  if (paused) {
    return mayLeadTo(new URL(paused.authorization_url))
      ? { is: 'step_up', checkoutUrl: paused.authorization_url }
      : { is: 'unknown', because: 'unreadable' }
  }
  return Stated.safeParse(envelope.data).success ? { is: 'taken' } : { is: 'unknown', because: 'unreadable' }
}

function refusedCharge(status: number, { message, code }: Envelope): Charge {
  if (/duplicate/i.test(`${code ?? ''} ${message}`)) return { is: 'unknown', because: 'duplicate' }
  if (status === 401 || status === 403) return { is: 'refused', because: 'unauthorised' }
  return { is: 'refused', because: /authori[sz]ation|card/i.test(message) ? 'card' : 'rejected' }
}

/** Reads the answer to `POST /customer/authorization/deactivate`: a code that they do not know is forgotten too. */
export function readForgotten(reply: Reply): boolean {
  if (reply.is !== 'answered') return false
  const envelope = envelopeOf(reply)
  if (!envelope) return false
  if (isOk(reply.status)) return envelope.status
  return (reply.status === 400 || reply.status === 404) && /not found|invalid|already/i.test(envelope.message)
}

const isOk = (status: number) => status === 200 || status === 201

/**
 * Reads the answer to `GET /transaction/verify/{reference}`. A reference they do not know answers 404
 * or 400; `abandoned` may still be finished by the customer. Source: Paystack, "Verify payments".
 */
export function readPayment(reply: Reply): PaymentTruth {
  if (reply.is !== 'answered') return { is: 'pending', because: unanswered(reply) }
  const envelope = envelopeOf(reply)
  if (!envelope) return { is: 'pending', because: 'unreadable' }
  if ((reply.status === 404 || reply.status === 400) && !envelope.status) return { is: 'not_found' }
  if (reply.status === 401 || reply.status === 403) return { is: 'pending', because: 'unauthorised' }
  if (reply.status !== 200 || !envelope.status) return { is: 'pending', because: 'unreadable' }

  const stated = Stated.safeParse(envelope.data).data
  if (!stated) return { is: 'pending', because: 'unreadable' }
  if (stated.status === 'success') return readSuccess(envelope.data)
  if (stated.status === 'failed') return { is: 'failed', because: stated.gateway_response || 'failed' }
  if (stated.status === 'reversed') return { is: 'reversed' }
  return { is: 'pending', because: stated.status }
}

function readSuccess(data: unknown): PaymentTruth {
  const paid = Paid.safeParse(data).data
  if (!paid) return { is: 'pending', because: 'unreadable' }
  return {
    is: 'succeeded',
    reference: paid.reference,
    gatewayReference: paid.id,
    ...amountsOf(paid),
    currency: paid.currency,
    channel: paid.channel ?? null,
    paidAt: paid.paid_at ?? paid.paidAt ?? null,
    card: readCard(paid),
  }
}

/** When the customer bears the fee they add it to `amount`: what was paid to us is then what was asked, and the fee not ours. */
function amountsOf({ amount, requested_amount: asked, fees }: z.infer<typeof Paid>) {
  const onTop = asked != null && fees != null && fees > 0n && amount === asked + fees
  return onTop ? { paidKobo: asked, feeKobo: 0n } : { paidKobo: amount, feeKobo: fees ?? 0n }
}

function readCard({ authorization, customer }: z.infer<typeof Paid>): ReusableCard | null {
  const card = Authorization.safeParse(authorization).data
  if (card?.channel !== 'card' || !customer) return null
  return {
    token: card.authorization_code,
    email: customer.email,
    firstDigits: card.bin,
    lastDigits: card.last4,
    expiry: `${card.exp_month.padStart(2, '0')}/${card.exp_year.slice(-2)}`,
    issuer: card.bank?.trim() || null,
    type: (card.brand || card.card_type || 'card').trim().toLowerCase(),
    signature: card.signature || null,
  }
}

const refundStates: ReadonlyMap<string, FoundRefund['state']> = new Map([
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['processed', 'processed'],
  ['failed', 'failed'],
  ['needs-attention', 'needs_attention'],
])

/**
 * Reads the answer to `POST /refund`. They take no refund reference of ours, so whatever is not a clear
 * refusal is `unknown` until the list of refunds was read.
 */
export function readRefund(reply: Reply, amountKobo: bigint): RefundTruth {
  if (reply.is !== 'answered') return { is: 'unknown', because: unanswered(reply) }
  const envelope = envelopeOf(reply)
  if (!envelope) return { is: 'unknown', because: 'unreadable' }
  if (refusesRequest(reply.status) && !envelope.status) {
    // "Transaction has been fully reversed" tells of a refund that was made before.
    if (/already|fully/i.test(envelope.message)) return { is: 'unknown', because: envelope.message }
    return { is: 'failed', because: envelope.message || `status ${reply.status}`, refundId: null }
  }
  const refund = isOk(reply.status) && envelope.status ? Refund.safeParse(envelope.data).data : null
  const state = refund && refundStates.get(refund.status)
  if (!refund || !state || refund.amount !== amountKobo) return { is: 'unknown', because: 'unreadable' }
  if (state === 'failed') return { is: 'failed', because: 'failed', refundId: refund.id }
  if (state === 'needs_attention') return { is: 'needs_attention', refundId: refund.id }
  return { is: 'accepted', refundId: refund.id, state }
}

/**
 * Reads `GET /refund?transaction=`: the refunds of one payment, newest first. One entry that cannot be
 * read spoils the list (null), for a refund that was overlooked would be paid twice.
 */
export function readRefunds(
  reply: Reply,
  of: { paymentReference: string; gatewayReference: string },
): FoundRefund[] | null {
  if (reply.is !== 'answered' || reply.status !== 200) return null
  const envelope = envelopeOf(reply)
  if (!envelope?.status) return null
  const list = z.array(Refund).safeParse(envelope.data).data
  if (!list) return null
  const found: FoundRefund[] = []
  for (const refund of list.filter((it) => belongsTo(it.transaction, of))) {
    const state = refundStates.get(refund.status)
    if (!state) return null
    found.push({ refundId: refund.id, amountKobo: refund.amount, state })
  }
  return found.sort(byNewest)
}

const Owner = z.union([Id, z.object({ id: Id.nullish(), reference: Text })])

/** A refund that names no payment is taken as this one's: it answered a question about this one. */
function belongsTo(
  transaction: unknown,
  of: { paymentReference: string; gatewayReference: string },
): boolean {
  const owner = Owner.safeParse(transaction).data
  if (owner === undefined) return true
  const names = typeof owner === 'string' ? [owner] : [owner.id, owner.reference].filter((it) => it != null)
  return names.length === 0 || names.some((it) => it === of.gatewayReference || it === of.paymentReference)
}

/** Their ids grow with time; longer is later, and they may be beyond what a number holds. */
const byNewest = (one: FoundRefund, other: FoundRefund) =>
  other.refundId.length - one.refundId.length || (one.refundId < other.refundId ? 1 : -1)

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
  if (event.startsWith('charge.') && !event.startsWith('charge.dispute') && data.reference)
    return { about: 'payment', reference: data.reference, eventKey }
  if (event.startsWith('refund.') && data.transaction_reference)
    return {
      about: 'refund',
      paymentReference: data.transaction_reference,
      refundId: data.id ?? null,
      eventKey,
    }
  return { about: 'other', eventKey }
}
