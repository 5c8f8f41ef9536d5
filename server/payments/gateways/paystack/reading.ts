import { z } from 'zod'
import type { Reply } from '../../../http/outbound.ts'
import type { Charge, Checkout, PaymentTruth, ReusableCard } from '../../gateway.ts'
import { isOk, refusesRequest, unanswered } from '../answers.ts'
import { type Envelope, envelopeOf, Id, Kobo, Text } from './envelope.ts'

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

/** Where a customer may be sent. */
interface Leads {
  mayLeadTo: (url: URL) => boolean
}

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
