import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import type { ChargeResult, CheckoutResult, PaymentStatusResult, ReusableCard } from '../../gateway.ts'
import { FirstDigits, LastDigits } from '../card-digits.ts'
import {
  failureReason,
  Identifier,
  isOk,
  isRejectedRequest,
  PrintableName,
  PrintableText,
} from '../http-status.ts'
import { Id, isKeyRejected, KoboAmount, type PaystackEnvelope, parseEnvelope, Text } from './envelope.ts'

const CheckoutSchema = z.object({ authorization_url: z.url(), reference: z.string() })

const AuthorizationSchema = z.object({
  authorization_code: z.string().min(1),
  bin: FirstDigits,
  last4: LastDigits,
  exp_month: z.string(),
  exp_year: z.string(),
  channel: z.string(),
  reusable: z.literal(true),
  bank: Text,
  brand: Text,
  card_type: Text,
  signature: Identifier,
})

const StatusSchema = z.object({ status: PrintableText, gateway_response: Text.catch(null) })
const PaidSchema = z.object({
  id: Id,
  reference: z.string().min(1),
  amount: KoboAmount,
  requested_amount: KoboAmount.nullish(),
  fees: KoboAmount.nullish(),
  currency: PrintableName,
  channel: Text,
  paid_at: Text,
  paidAt: Text,
  authorization: z.unknown().optional(),
  customer: z.object({ email: z.string() }).nullish().catch(null),
})

const PayerSchema = z.object({ sender_name: Text.catch(null), account_name: Text.catch(null) })

/** Allowed redirect targets. */
interface RedirectPolicy {
  isAllowedRedirect: (url: URL) => boolean
}

/**
 * Parses the response to `POST /transaction/initialize`.
 * @param expected our payment reference and the allowed redirect targets
 */
export function parseCheckout(
  httpResult: HttpResult,
  expected: RedirectPolicy & { reference: string },
): CheckoutResult {
  // Nothing exists at the gateway, and the customer has no checkout URL.
  if (httpResult.type === 'not_sent') return { type: 'rejected', reason: 'rejected' }
  if (httpResult.type === 'no_response') return { type: 'unknown', reason: failureReason(httpResult) }
  const envelope = parseEnvelope(httpResult)
  if (!envelope) return { type: 'unknown', reason: 'unreadable' }
  if (isRejectedRequest(httpResult.status) && !envelope.status)
    return rejectedCheckout(httpResult.status, envelope)
  if (!isOk(httpResult.status) || !envelope.status) return { type: 'unknown', reason: 'unreadable' }

  const { data } = CheckoutSchema.safeParse(envelope.data)
  if (
    !data ||
    data.reference !== expected.reference ||
    !expected.isAllowedRedirect(new URL(data.authorization_url))
  )
    return { type: 'unknown', reason: 'unreadable' }
  return { type: 'opened', checkoutUrl: data.authorization_url }
}

function rejectedCheckout(status: number, envelope: PaystackEnvelope): CheckoutResult {
  const { message, code } = envelope
  if (/duplicate/i.test(`${code ?? ''} ${message}`)) return { type: 'unknown', reason: 'duplicate' }
  if (isKeyRejected(status, envelope)) return { type: 'rejected', reason: 'unauthorised' }
  if (/channel/i.test(message)) return { type: 'rejected', reason: 'method' }
  return { type: 'rejected', reason: 'rejected' }
}

const PausedSchema = z.object({ paused: z.literal(true), authorization_url: z.url() })

/**
 * Parses the response to `POST /transaction/charge_authorization`. The card may require a second step; the verify
 * call returns the result of an accepted charge. Source: Paystack, "Charge authorization".
 */
export function parseCharge(httpResult: HttpResult, { isAllowedRedirect }: RedirectPolicy): ChargeResult {
  if (httpResult.type === 'not_sent') return { type: 'rejected', reason: 'rejected' }
  if (httpResult.type === 'no_response') return { type: 'unknown', reason: failureReason(httpResult) }
  const envelope = parseEnvelope(httpResult)
  if (!envelope) return { type: 'unknown', reason: 'unreadable' }
  if (isRejectedRequest(httpResult.status) && !envelope.status)
    return rejectedCharge(httpResult.status, envelope)
  if (!isOk(httpResult.status) || !envelope.status) return { type: 'unknown', reason: 'unreadable' }

  const authorisation = PausedSchema.safeParse(envelope.data).data
  if (authorisation) {
    return isAllowedRedirect(new URL(authorisation.authorization_url))
      ? { type: 'step_up', checkoutUrl: authorisation.authorization_url }
      : { type: 'unknown', reason: 'unreadable' }
  }
  return StatusSchema.safeParse(envelope.data).success
    ? { type: 'accepted' }
    : { type: 'unknown', reason: 'unreadable' }
}

function rejectedCharge(status: number, envelope: PaystackEnvelope): ChargeResult {
  const { message, code } = envelope
  if (/duplicate/i.test(`${code ?? ''} ${message}`)) return { type: 'unknown', reason: 'duplicate' }
  if (isKeyRejected(status, envelope)) return { type: 'unknown', reason: 'unauthorised' }
  return { type: 'rejected', reason: /authori[sz]ation|card/i.test(message) ? 'card' : 'rejected' }
}

/** Parses the response to `POST /customer/authorization/deactivate`: an unknown code counts as revoked. */
export function parseTokenRevoked(httpResult: HttpResult): boolean {
  if (httpResult.type !== 'response') return false
  const envelope = parseEnvelope(httpResult)
  if (!envelope) return false
  if (isOk(httpResult.status)) return envelope.status
  if (isKeyRejected(httpResult.status, envelope)) return false
  return (
    (httpResult.status === 400 || httpResult.status === 404) &&
    /not found|invalid|already/i.test(envelope.message)
  )
}

/**
 * Parses the response to `GET /transaction/verify/{reference}`. An unknown reference returns 404 or 400; the customer
 * may still complete an `abandoned` transaction. Source: Paystack, "Verify payments".
 */
export function parsePayment(httpResult: HttpResult): PaymentStatusResult {
  if (httpResult.type !== 'response') return { type: 'pending', reason: failureReason(httpResult) }
  const envelope = parseEnvelope(httpResult)
  if (!envelope) return { type: 'pending', reason: 'unreadable' }
  if (isKeyRejected(httpResult.status, envelope)) return { type: 'pending', reason: 'unauthorised' }
  if ((httpResult.status === 404 || httpResult.status === 400) && !envelope.status)
    return { type: 'not_found' }
  if (httpResult.status !== 200 || !envelope.status) return { type: 'pending', reason: 'unreadable' }
  return parseTransaction(envelope.data)
}

function parseTransaction(data: unknown): PaymentStatusResult {
  const transaction = StatusSchema.safeParse(data).data
  if (!transaction) return { type: 'pending', reason: 'unreadable' }
  if (transaction.status === 'success') return parseSuccess(data)
  if (transaction.status === 'failed')
    return { type: 'failed', reason: transaction.gateway_response || 'failed' }
  if (transaction.status === 'reversed') return { type: 'reversed' }
  return { type: 'pending', reason: transaction.status }
}

function parseSuccess(data: unknown): PaymentStatusResult {
  const transaction = PaidSchema.safeParse(data).data
  if (!transaction) return { type: 'pending', reason: 'unreadable' }
  return {
    type: 'succeeded',
    reference: transaction.reference,
    gatewayReference: transaction.id,
    ...amountsOf(transaction),
    currency: transaction.currency,
    channel: transaction.channel ?? null,
    paidAt: transaction.paid_at ?? transaction.paidAt ?? null,
    card: parseCard(transaction),
    ...payerOf(transaction),
  }
}

/** The payer's name as reported by the bank, never the name that the customer entered. */
function payerOf({ authorization }: z.infer<typeof PaidSchema>): { payerName?: string } {
  const payer = PayerSchema.safeParse(authorization).data
  const payerName = (payer?.sender_name || payer?.account_name)?.trim()
  return payerName ? { payerName } : {}
}

/** When the customer bears the fee, Paystack adds it to `amount`: the paid amount is then the requested one, fee 0. */
function amountsOf({ amount, requested_amount: requestedKobo, fees }: z.infer<typeof PaidSchema>) {
  const onTop = requestedKobo != null && fees != null && fees > 0n && amount === requestedKobo + fees
  return onTop ? { paidKobo: requestedKobo, feeKobo: 0n } : { paidKobo: amount, feeKobo: fees ?? 0n }
}

function parseCard({ authorization, customer }: z.infer<typeof PaidSchema>): ReusableCard | null {
  const card = AuthorizationSchema.safeParse(authorization).data
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
