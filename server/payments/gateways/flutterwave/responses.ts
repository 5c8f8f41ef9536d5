import { z } from 'zod'
import { lesserOf } from '../../../../shared/money.ts'
import type { HttpResult } from '../../../http/http-client.ts'
import type { ChargeResult, CheckoutResult, PaymentStatusResult, ReusableCard } from '../../gateway.ts'
import { FirstDigits, LastDigits } from '../card-digits.ts'
import { NairaAmount, PrintableName, PrintableText } from '../http-status.ts'
import { Id, parseResponse, Text } from './envelope.ts'

/** Allowed redirect targets. */
interface RedirectPolicy {
  isAllowedRedirect: (url: URL) => boolean
}

const unreadableResult = { type: 'unknown', reason: 'unreadable' } as const

const LinkSchema = z.object({ link: z.url() })

/** Parses the response to `POST /payments`. The response to a duplicate `tx_ref` is not documented. */
export function parseCheckout(httpResult: HttpResult, { isAllowedRedirect }: RedirectPolicy): CheckoutResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return notCreatedResult(result)
  if (result.type === 'rejected') {
    if (isDuplicate(result.message)) return { type: 'unknown', reason: 'duplicate' }
    return { type: 'rejected', reason: /payment option/i.test(result.message) ? 'method' : 'rejected' }
  }
  const link = LinkSchema.safeParse(result.data).data?.link
  return link && isAllowedRedirect(new URL(link)) ? { type: 'opened', checkoutUrl: link } : unreadableResult
}

/** Nothing exists at the gateway after a request that was never sent or that used a wrong key. */
function notCreatedResult({ reason, requestSent }: { reason: string; requestSent: boolean }) {
  if (reason === 'unauthorised') return { type: 'rejected', reason } as const
  if (!requestSent) return { type: 'rejected', reason: 'rejected' } as const
  return { type: 'unknown', reason: reason === 'timeout' ? 'timeout' : 'unreadable' } as const
}

const isDuplicate = (message: string): boolean => /duplicate|already (?:exists|used|been used)/i.test(message)

const RedirectSchema = z.object({ authorization: z.object({ redirect: z.url() }) })
/** The URL of the second step is in `meta` next to `data` or inside it. */
const ChargeSchema = z.object({ status: z.string(), meta: z.unknown().optional() })

/**
 * Parses the response to `POST /tokenized-charges`. A pending charge carries its confirmation URL; the verify call
 * returns the result of any other. Source: Flutterwave, "Tokenization"; official SDK samples.
 */
export function parseCharge(httpResult: HttpResult, { isAllowedRedirect }: RedirectPolicy): ChargeResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return notCreatedResult(result)
  if (result.type === 'rejected') {
    if (isDuplicate(result.message)) return { type: 'unknown', reason: 'duplicate' }
    return { type: 'rejected', reason: /token|card/i.test(result.message) ? 'card' : 'rejected' }
  }
  const charge = ChargeSchema.safeParse(result.data).data
  if (!charge) return unreadableResult
  const step = RedirectSchema.safeParse(result.meta).data ?? RedirectSchema.safeParse(charge.meta).data
  if (charge.status === 'pending' && step) {
    const { redirect } = step.authorization
    return isAllowedRedirect(new URL(redirect))
      ? { type: 'step_up', checkoutUrl: redirect }
      : unreadableResult
  }
  return { type: 'accepted' }
}

const StatusSchema = z.object({ status: PrintableText, processor_response: Text })
/** An unreadable fee is null, not estimated. */
const FeeSchema = NairaAmount.nullish().catch(null)
const PaidTransaction = z.object({
  id: Id,
  tx_ref: z.string().min(1),
  amount: NairaAmount,
  charged_amount: NairaAmount.nullish(),
  app_fee: FeeSchema,
  amount_settled: FeeSchema,
  currency: PrintableName,
  payment_type: Text,
  created_at: Text,
  card: z.unknown().optional(),
  customer: z.object({ email: z.string() }).nullish().catch(null),
  meta: z.unknown().optional(),
})
export type PaidTransaction = z.infer<typeof PaidTransaction>

/** A transaction with status `successful`; null for any other status and when it cannot be read. */
export function parsePaidTransaction(httpResult: HttpResult): PaidTransaction | null {
  const result = parseResponse(httpResult)
  const isPaid =
    result.type === 'succeeded' && StatusSchema.safeParse(result.data).data?.status === 'successful'
  return (isPaid && PaidTransaction.safeParse(result.data).data) || null
}

const failedStatuses: ReadonlySet<string> = new Set(['failed', 'cancelled'])

/**
 * Parses the response to a verify call. A reference without a transaction returns 400 or 404. `failed` applies to one
 * transaction; the reference may have others. Source: Flutterwave, "Transaction verification".
 */
export function parsePayment(httpResult: HttpResult): PaymentStatusResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'pending', reason: result.reason }
  if (result.type === 'rejected')
    return result.status === 400 || result.status === 404
      ? { type: 'not_found' }
      : { type: 'pending', reason: 'unreadable' }
  const transaction = StatusSchema.safeParse(result.data).data
  if (!transaction) return { type: 'pending', reason: 'unreadable' }
  if (transaction.status === 'successful') return parseSuccess(result.data)
  if (failedStatuses.has(transaction.status))
    return { type: 'failed', reason: transaction.processor_response || transaction.status }
  return { type: 'pending', reason: transaction.status }
}

function parseSuccess(data: unknown): PaymentStatusResult {
  const paidTransaction = PaidTransaction.safeParse(data).data
  if (!paidTransaction) return { type: 'pending', reason: 'unreadable' }
  return {
    type: 'succeeded',
    reference: paidTransaction.tx_ref,
    gatewayReference: paidTransaction.id,
    paidKobo: paidKoboOf(paidTransaction),
    feeKobo: feeKoboOf(paidTransaction),
    currency: paidTransaction.currency,
    channel: paidTransaction.payment_type ?? null,
    paidAt: paidTransaction.created_at ?? null,
    card: parseCard(paidTransaction),
  }
}

/** The charged amount may include the gateway's fee on top; a charged amount below the request is what was paid. */
export const paidKoboOf = ({ amount, charged_amount }: PaidTransaction): bigint =>
  charged_amount == null ? amount : lesserOf(amount, charged_amount)

/** The part that is not settled to us: gateway fee and stamp duty. Zero when the customer bore it. */
export function feeKoboOf(paid: PaidTransaction): bigint {
  const paidKobo = paidKoboOf(paid)
  const { amount_settled: settled, charged_amount: charged, app_fee: fee } = paid
  if (settled != null && settled > 0n) return settled < paidKobo ? paidKobo - settled : 0n
  return charged != null && charged > paid.amount ? 0n : (fee ?? 0n)
}

const Card = z.object({
  first_6digits: FirstDigits,
  last_4digits: LastDigits,
  issuer: Text,
  type: Text,
  /** There is no flag: a card with a token is reusable. */
  token: z.string().min(1),
  expiry: z.string().regex(/^\d{1,2}\/\d{2}$/),
})

/** Only the verify call returns the token. It is bound to the e-mail of the first payment and valid for a year. */
function parseCard({ card, customer, payment_type }: PaidTransaction): ReusableCard | null {
  const cardDetails = payment_type === 'card' ? Card.safeParse(card).data : undefined
  if (!cardDetails || !customer) return null
  return {
    token: cardDetails.token,
    email: customer.email,
    firstDigits: cardDetails.first_6digits,
    lastDigits: cardDetails.last_4digits,
    expiry: cardDetails.expiry.padStart(5, '0'),
    issuer: cardDetails.issuer?.trim() || null,
    type: (cardDetails.type || 'card').trim().toLowerCase(),
    signature: null,
  }
}

const AttemptsSchema = z.array(z.object({ id: Id, tx_ref: z.string(), status: z.string() }))
const Pages = z.object({ page_info: z.object({ total_pages: z.number() }) })

/** One transaction under one of our references. */
export interface TransactionAttempt {
  readonly id: string
  readonly type: 'successful' | 'failed' | 'open'
}

/** Parses one page of the transactions under a reference; null when it could not be fetched. */
export function parseAttempts(
  httpResult: HttpResult,
  txRef: string,
): { attempts: TransactionAttempt[]; pages: number } | null {
  const result = parseResponse(httpResult)
  if (result.type !== 'succeeded') return null
  const attempts = AttemptsSchema.safeParse(result.data).data
  const pages = Pages.safeParse(result.meta).data?.page_info.total_pages
  if (!attempts || pages === undefined) return null
  const matchingAttempts = attempts.filter((attempt) => attempt.tx_ref === txRef)
  return { attempts: matchingAttempts.map(({ id, status }) => ({ id, type: stateOf(status) })), pages }
}

const stateOf = (status: string): TransactionAttempt['type'] =>
  status === 'successful' ? 'successful' : failedStatuses.has(status) ? 'failed' : 'open'
