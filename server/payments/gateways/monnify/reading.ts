import { z } from 'zod'
import type { Reply } from '../../../http/outbound.ts'
import type { Charge, Checkout, FoundRefund, PaymentTruth, RefundTruth, ReusableCard } from '../../gateway.ts'
import { NairaAmount, type Said, saidBy, Text, timeOf } from './envelope.ts'

const Opened = z.object({
  transactionReference: z.string().min(1),
  paymentReference: z.string(),
  checkoutUrl: z.url(),
  enabledPaymentMethod: z.array(z.string()).nullish().catch(null),
})

const Stated = z.object({ paymentStatus: z.string(), paymentMethod: Text })
const Paid = z.object({
  transactionReference: z.string().min(1),
  paymentReference: z.string().min(1),
  amountPaid: NairaAmount,
  settlementAmount: NairaAmount.nullish().catch(null),
  currency: z.string().min(1),
  paymentMethod: Text,
  paidOn: Text,
  cardDetails: z.unknown().optional(),
  customer: z.object({ email: z.string() }).nullish().catch(null),
})

const Card = z.object({
  cardToken: z.string().min(1),
  bin: z.string(),
  last4: z.string(),
  expMonth: z.union([z.string(), z.number()]).transform(String),
  expYear: z.union([z.string(), z.number()]).transform(String),
  reusable: z.literal(true),
  supportsTokenization: z.literal(true).nullish(),
  bankName: Text,
  cardType: Text,
})

const Refund = z.object({
  refundReference: z.string().min(1),
  refundAmount: NairaAmount,
  refundStatus: z.string(),
})

const isDuplicate = ({ message }: { message: string }) => /duplicate|already|used before|exist/i.test(message)

/**
 * Reads the answer to `init-transaction`.
 * @param expected our payment reference, the one way to pay that was asked for, and where a customer may be sent
 */
export function readCheckout(
  reply: Reply,
  expected: { reference: string; method: string; mayLeadTo: (url: URL) => boolean },
): Checkout {
  const said = saidBy(reply)
  if (said.is === 'nothing') {
    if (said.because === 'unauthorised') return { is: 'refused', because: 'unauthorised' }
    // Nothing exists there, and the customer never saw an address to pay at.
    return said.sent ? { is: 'unknown', because: said.because } : { is: 'refused', because: 'rejected' }
  }
  if (said.is === 'no') {
    if (isDuplicate(said)) return { is: 'unknown', because: 'duplicate' }
    return { is: 'refused', because: /payment method/i.test(said.message) ? 'method' : 'rejected' }
  }
  const { data } = Opened.safeParse(said.body)
  if (!data || data.paymentReference !== expected.reference || !expected.mayLeadTo(new URL(data.checkoutUrl)))
    return { is: 'unknown', because: 'unreadable' }
  // The contract lacks this way to pay; the customer never sees the page that was opened.
  if (data.enabledPaymentMethod && !data.enabledPaymentMethod.includes(expected.method))
    return { is: 'refused', because: 'method' }
  return { is: 'opened', checkoutUrl: data.checkoutUrl, gatewayReference: data.transactionReference }
}

/**
 * Reads the answer to `charge-card-token`, which asks the customer for nothing more. A refusal that came
 * with HTTP 200 may belong to a transaction that exists, so it is verified; a token they do not know is 404.
 */
export function readCharge(reply: Reply): Charge {
  const said = saidBy(reply)
  if (said.is === 'nothing') {
    if (said.because === 'unauthorised') return { is: 'refused', because: 'unauthorised' }
    return said.sent ? { is: 'unknown', because: said.because } : { is: 'refused', because: 'rejected' }
  }
  if (said.is === 'no') {
    if (isDuplicate(said)) return { is: 'unknown', because: 'duplicate' }
    if (said.status === 404) return { is: 'refused', because: 'card' }
    return said.status >= 400
      ? { is: 'refused', because: 'rejected' }
      : { is: 'unknown', because: 'unreadable' }
  }
  return Stated.safeParse(said.body).success ? { is: 'taken' } : { is: 'unknown', because: 'unreadable' }
}

const unpaid = new Set(['ABANDONED', 'CANCELLED', 'EXPIRED', 'FAILED'])
/** Money came: all of it, more, or less. How much the room compares. */
const paid = new Set(['PAID', 'OVERPAID', 'PARTIALLY_PAID'])

/**
 * Reads the status of a transaction. An unknown reference answers 404. `PENDING` before any way to pay was
 * taken is a checkout that nobody has begun. Source: Monnify, "Verify transactions".
 */
export function readPayment(reply: Reply): PaymentTruth {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'pending', because: said.because }
  if (said.is === 'no')
    return said.status === 404 ? { is: 'not_found' } : { is: 'pending', because: 'unreadable' }
  const stated = Stated.safeParse(said.body).data
  if (!stated) return { is: 'pending', because: 'unreadable' }
  const { paymentStatus: status } = stated
  if (paid.has(status)) return readPaid(said.body)
  if (unpaid.has(status)) return { is: 'failed', because: status.toLowerCase() }
  if (status === 'REVERSED') return { is: 'reversed' }
  const notBegun = status === 'PENDING' && !stated.paymentMethod
  return { is: 'pending', because: notBegun ? 'abandoned' : status.toLowerCase() }
}

function readPaid(body: unknown): PaymentTruth {
  const it = Paid.safeParse(body).data
  if (!it) return { is: 'pending', because: 'unreadable' }
  return {
    is: 'succeeded',
    reference: it.paymentReference,
    gatewayReference: it.transactionReference,
    paidKobo: it.amountPaid,
    feeKobo: feeOf(it),
    currency: it.currency,
    channel: it.paymentMethod ?? null,
    paidAt: timeOf(it.paidOn),
    card: readCard(it),
  }
}

/** They name no fee: it is what does not reach us. Kobo. */
export function feeOf(it: { amountPaid: bigint; settlementAmount?: bigint | null | undefined }): bigint {
  const settled = it.settlementAmount ?? it.amountPaid
  return settled < it.amountPaid ? it.amountPaid - settled : 0n
}

function readCard({ cardDetails, customer }: z.infer<typeof Paid>): ReusableCard | null {
  const card = Card.safeParse(cardDetails).data
  if (!card || !customer) return null
  return {
    token: card.cardToken,
    email: customer.email,
    firstDigits: card.bin.slice(0, 6),
    lastDigits: card.last4,
    expiry: `${card.expMonth.padStart(2, '0')}/${card.expYear.slice(-2)}`,
    issuer: card.bankName?.trim() || null,
    type: (card.cardType || 'card').trim().toLowerCase(),
    signature: null,
  }
}

/** Codes that refuse a refund for good. R5 (our wallet is too low) and faults of theirs may pass. */
const refusals = new Set(['R1', 'R2', 'R3', 'R4', 'R6', 'R8', 'R12'])
const neverReceived = 'R7'

/** Reads the answer to `initiate-refund`, which goes under a reference of ours: a repeat is R9, never a second refund. */
export function readRefund(reply: Reply, of: { refundReference: string; amountKobo: bigint }): RefundTruth {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'unknown', because: said.because }
  if (said.is === 'no') {
    const because = said.message || said.code
    return refusals.has(said.code) ? { is: 'failed', because, refundId: null } : { is: 'unknown', because }
  }
  const found = foundIn(said)
  if (found?.refundId !== of.refundReference || found.amountKobo !== of.amountKobo)
    return { is: 'unknown', because: 'unreadable' }
  if (found.state === 'failed') return { is: 'failed', because: 'failed', refundId: found.refundId }
  return {
    is: 'accepted',
    refundId: found.refundId,
    state: found.state === 'processed' ? 'processed' : 'pending',
  }
}

/** Reads `GET /refunds/{refundReference}`: that refund, or none. Null when the answer tells neither. */
export function readRefunds(reply: Reply, refundReference: string): FoundRefund[] | null {
  const said = saidBy(reply)
  if (said.is === 'no') return said.code === neverReceived || said.status === 404 ? [] : null
  const found = foundIn(said)
  return found?.refundId === refundReference ? [found] : null
}

const refundStates: ReadonlyMap<string, FoundRefund['state']> = new Map([
  ['PENDING', 'pending'],
  ['COMPLETED', 'processed'],
  ['FAILED', 'failed'],
])

function foundIn(said: Said): FoundRefund | null {
  const refund = said.is === 'yes' ? Refund.safeParse(said.body).data : undefined
  const state = refund && refundStates.get(refund.refundStatus)
  if (!refund || !state) return null
  const { refundReference: name, refundAmount: amountKobo } = refund
  return { refundId: name, ourReference: name, amountKobo, state }
}
