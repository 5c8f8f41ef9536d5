import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import type {
  ChargeResult,
  CheckoutResult,
  GatewayRefund,
  PaymentStatusResult,
  RefundStatusResult,
  ReusableCard,
} from '../../gateway.ts'
import { FirstDigits, LastDigits } from '../card-digits.ts'
import { PrintableName, PrintableText } from '../http-status.ts'
import { NairaAmount, type ParsedResponse, parseResponse, parseTime, Text } from './envelope.ts'

const CheckoutSchema = z.object({
  transactionReference: z.string().min(1),
  paymentReference: z.string(),
  checkoutUrl: z.url(),
  enabledPaymentMethod: z.array(z.string()).nullish().catch(null),
})

const StatusSchema = z.object({ paymentStatus: PrintableText, paymentMethod: Text })
const PaidSchema = z.object({
  transactionReference: z.string().min(1),
  paymentReference: z.string().min(1),
  amountPaid: NairaAmount,
  settlementAmount: NairaAmount.nullish().catch(null),
  currency: PrintableName,
  paymentMethod: Text,
  paidOn: Text,
  cardDetails: z.unknown().optional(),
  customer: z.object({ email: z.string() }).nullish().catch(null),
})

const CardSchema = z.object({
  cardToken: z.string().min(1),
  bin: FirstDigits,
  last4: LastDigits,
  expMonth: z.union([z.string(), z.number()]).transform(String),
  expYear: z.union([z.string(), z.number()]).transform(String),
  reusable: z.literal(true),
  supportsTokenization: z.literal(true).nullish(),
  bankName: Text,
  cardType: Text,
})

const RefundSchema = z.object({
  refundReference: z.string().min(1),
  refundAmount: NairaAmount,
  refundStatus: z.string(),
})

const isDuplicate = ({ message }: { message: string }) => /duplicate|already|used before|exist/i.test(message)

/** A request without a readable response. One that was not sent has no effect at the gateway. */
function parseFailure({
  reason,
  requestSent,
}: Extract<ReturnType<typeof parseResponse>, { type: 'unknown' }>) {
  if (reason === 'unauthorised') return { type: 'rejected', reason } as const
  return requestSent
    ? ({ type: 'unknown', reason } as const)
    : ({ type: 'rejected', reason: 'rejected' } as const)
}

/**
 * Parses the response to `init-transaction`.
 * @param expected our payment reference, the requested payment method and the allowed redirect targets
 */
export function parseCheckout(
  httpResult: HttpResult,
  expected: { reference: string; method: string; isAllowedRedirect: (url: URL) => boolean },
): CheckoutResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return parseFailure(result)
  if (result.type === 'rejected') {
    if (isDuplicate(result)) return { type: 'unknown', reason: 'duplicate' }
    return { type: 'rejected', reason: /payment method/i.test(result.message) ? 'method' : 'rejected' }
  }
  const { data } = CheckoutSchema.safeParse(result.body)
  if (
    !data ||
    data.paymentReference !== expected.reference ||
    !expected.isAllowedRedirect(new URL(data.checkoutUrl))
  )
    return { type: 'unknown', reason: 'unreadable' }
  // The contract lacks this payment method; the customer never sees the created page.
  if (data.enabledPaymentMethod && !data.enabledPaymentMethod.includes(expected.method))
    return { type: 'rejected', reason: 'method' }
  return { type: 'opened', checkoutUrl: data.checkoutUrl, gatewayReference: data.transactionReference }
}

/**
 * Parses the response to `charge-card-token`, which needs no customer action. A rejection with HTTP 200 may belong to
 * an existing transaction, so it is verified; an unknown token returns 404.
 */
export function parseCharge(httpResult: HttpResult): ChargeResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return parseFailure(result)
  if (result.type === 'rejected') {
    if (isDuplicate(result)) return { type: 'unknown', reason: 'duplicate' }
    if (result.status === 404) return { type: 'rejected', reason: 'card' }
    return result.status >= 400
      ? { type: 'rejected', reason: 'rejected' }
      : { type: 'unknown', reason: 'unreadable' }
  }
  return StatusSchema.safeParse(result.body).success
    ? { type: 'accepted' }
    : { type: 'unknown', reason: 'unreadable' }
}

const failedStatuses = new Set(['ABANDONED', 'CANCELLED', 'EXPIRED', 'FAILED'])
/** Statuses with received money: in full, more or less. The caller compares the amount. */
export const paidStatuses = new Set(['PAID', 'OVERPAID', 'PARTIALLY_PAID'])

/**
 * Parses the status of a transaction. An unknown reference returns 404. `PENDING` without a payment method is a
 * checkout that the customer has not started. Source: Monnify, "Verify transactions".
 */
export function parsePayment(httpResult: HttpResult): PaymentStatusResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'pending', reason: result.reason }
  if (result.type === 'rejected')
    return result.status === 404 ? { type: 'not_found' } : { type: 'pending', reason: 'unreadable' }
  const transaction = StatusSchema.safeParse(result.body).data
  if (!transaction) return { type: 'pending', reason: 'unreadable' }
  const { paymentStatus: status } = transaction
  if (paidStatuses.has(status)) return parsePaidTransaction(result.body)
  if (failedStatuses.has(status)) return { type: 'failed', reason: status.toLowerCase() }
  if (status === 'REVERSED') return { type: 'reversed' }
  const isNotStarted = status === 'PENDING' && !transaction.paymentMethod
  return { type: 'pending', reason: isNotStarted ? 'abandoned' : status.toLowerCase() }
}

function parsePaidTransaction(body: unknown): PaymentStatusResult {
  const transaction = PaidSchema.safeParse(body).data
  if (!transaction) return { type: 'pending', reason: 'unreadable' }
  return {
    type: 'succeeded',
    reference: transaction.paymentReference,
    gatewayReference: transaction.transactionReference,
    paidKobo: transaction.amountPaid,
    feeKobo: computeFee(transaction),
    currency: transaction.currency,
    channel: transaction.paymentMethod ?? null,
    paidAt: parseTime(transaction.paidOn),
    card: parseCard(transaction),
  }
}

/** Monnify reports no fee: it is the amount not settled to us, in kobo. */
export function computeFee(transaction: {
  amountPaid: bigint
  settlementAmount?: bigint | null | undefined
}): bigint {
  const settledKobo = transaction.settlementAmount ?? transaction.amountPaid
  return settledKobo < transaction.amountPaid ? transaction.amountPaid - settledKobo : 0n
}

function parseCard({ cardDetails, customer }: z.infer<typeof PaidSchema>): ReusableCard | null {
  const card = CardSchema.safeParse(cardDetails).data
  if (!card || !customer) return null
  return {
    token: card.cardToken,
    email: customer.email,
    firstDigits: card.bin,
    lastDigits: card.last4,
    expiry: `${card.expMonth.padStart(2, '0')}/${card.expYear.slice(-2)}`,
    issuer: card.bankName?.trim() || null,
    type: (card.cardType || 'card').trim().toLowerCase(),
    signature: null,
  }
}

/** Codes that reject a refund permanently. R5 (our wallet balance is too low) and server errors may be temporary. */
const finalRejectionCodes = new Set(['R1', 'R2', 'R3', 'R4', 'R6', 'R8', 'R12'])
const refundNotFoundCode = 'R7'

/** Parses the response to `initiate-refund`, sent under our reference: a retry returns R9, never a second refund. */
export function parseRefund(
  httpResult: HttpResult,
  expected: { refundReference: string; amountKobo: bigint },
): RefundStatusResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'unknown', reason: result.reason }
  if (result.type === 'rejected') {
    const reason = result.message || result.code
    return finalRejectionCodes.has(result.code)
      ? { type: 'failed', reason, refundId: null }
      : { type: 'unknown', reason }
  }
  const refund = refundOf(result)
  if (refund?.refundId !== expected.refundReference || refund.amountKobo !== expected.amountKobo)
    return { type: 'unknown', reason: 'unreadable' }
  if (refund.state === 'failed') return { type: 'failed', reason: 'failed', refundId: refund.refundId }
  return {
    type: 'accepted',
    refundId: refund.refundId,
    state: refund.state === 'processed' ? 'processed' : 'pending',
  }
}

/** Parses `GET /refunds/{refundReference}`: that refund or none. Null when the response leaves it unknown. */
export function parseRefunds(httpResult: HttpResult, refundReference: string): GatewayRefund[] | null {
  const result = parseResponse(httpResult)
  if (result.type === 'rejected')
    return result.code === refundNotFoundCode || result.status === 404 ? [] : null
  const refund = refundOf(result)
  return refund?.refundId === refundReference ? [refund] : null
}

const refundStates: ReadonlyMap<string, GatewayRefund['state']> = new Map([
  ['PENDING', 'pending'],
  ['COMPLETED', 'processed'],
  ['FAILED', 'failed'],
])

function refundOf(result: ParsedResponse): GatewayRefund | null {
  const refundBody = result.type === 'succeeded' ? RefundSchema.safeParse(result.body).data : undefined
  const state = refundBody && refundStates.get(refundBody.refundStatus)
  if (!refundBody || !state) return null
  const { refundReference: name, refundAmount: amountKobo } = refundBody
  return { refundId: name, merchantReference: name, amountKobo, state }
}
