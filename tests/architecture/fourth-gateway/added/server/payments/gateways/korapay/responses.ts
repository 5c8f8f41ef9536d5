import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type { CheckoutResult, GatewayRefund, PaymentStatusResult, RefundStatusResult } from '../../gateway.ts'
import { failureReason, isOk, isRejectedRequest, NairaAmount } from '../http-status.ts'

const Envelope = z.object({ status: z.boolean(), data: z.unknown().optional() })
const Checkout = z.object({ reference: z.string(), checkout_url: z.url() })
const Charge = z.object({
  reference: z.string().min(1),
  status: z.string(),
  amount_paid: NairaAmount.nullish(),
  fee: NairaAmount.nullish(),
  currency: z.string(),
  payment_method: z.string().nullish(),
  transaction_date: z.string().nullish(),
})
const Refund = z.object({ reference: z.string().min(1), amount: NairaAmount, status: z.string() })

const parse = <T>(schema: z.ZodType<T>, httpResult: HttpResult & { type: 'response' }): T | undefined => {
  const envelope = Envelope.safeParse(parseLosslessJson(httpResult.text)).data
  return isOk(httpResult.status) && envelope?.status ? schema.safeParse(envelope.data).data : undefined
}

export function parseCheckout(
  httpResult: HttpResult,
  { reference, isAllowedRedirect }: { reference: string; isAllowedRedirect: (url: URL) => boolean },
): CheckoutResult {
  if (httpResult.type !== 'response') return { type: 'unknown', reason: failureReason(httpResult) }
  if (httpResult.status === 401 || httpResult.status === 403)
    return { type: 'rejected', reason: 'unauthorised' }
  if (httpResult.status === 409) return { type: 'unknown', reason: 'duplicate' }
  if (isRejectedRequest(httpResult.status)) return { type: 'rejected', reason: 'rejected' }
  const checkout = parse(Checkout, httpResult)
  const isExpected = checkout?.reference === reference && isAllowedRedirect(new URL(checkout.checkout_url))
  return isExpected
    ? { type: 'opened', checkoutUrl: checkout.checkout_url }
    : { type: 'unknown', reason: 'unreadable' }
}

export function parsePayment(httpResult: HttpResult): PaymentStatusResult {
  if (httpResult.type !== 'response') return { type: 'pending', reason: failureReason(httpResult) }
  if (httpResult.status === 404) return { type: 'not_found' }
  const charge = parse(Charge, httpResult)
  if (!charge) return { type: 'pending', reason: `status ${httpResult.status}` }
  if (charge.status === 'failed' || charge.status === 'expired')
    return { type: 'failed', reason: charge.status }
  if (charge.status !== 'success' || charge.amount_paid == null)
    return { type: 'pending', reason: charge.status }
  return {
    type: 'succeeded',
    reference: charge.reference,
    gatewayReference: charge.reference,
    paidKobo: charge.amount_paid,
    currency: charge.currency,
    feeKobo: charge.fee ?? 0n,
    channel: charge.payment_method ?? null,
    paidAt: charge.transaction_date ?? null,
    card: null,
  }
}

/** Only a rejected request proves that nothing is refunded. */
export function parseRefund(httpResult: HttpResult, refundReference: string): RefundStatusResult {
  if (httpResult.type !== 'response') return { type: 'unknown', reason: failureReason(httpResult) }
  if (isRejectedRequest(httpResult.status))
    return { type: 'failed', reason: `status ${httpResult.status}`, refundId: null }
  return parse(z.object({ refund_reference: z.literal(refundReference) }), httpResult)
    ? { type: 'accepted', refundId: refundReference, state: 'pending' }
    : { type: 'unknown', reason: 'unreadable' }
}

const refundStates: Readonly<Record<string, GatewayRefund['state']>> = {
  processing: 'pending',
  success: 'processed',
  failed: 'failed',
}

export function parseRefunds(httpResult: HttpResult): GatewayRefund[] | null {
  if (httpResult.type !== 'response') return null
  if (httpResult.status === 404) return []
  const refund = parse(Refund, httpResult)
  const state = refund && refundStates[refund.status]
  return state
    ? [{ refundId: refund.reference, merchantReference: refund.reference, amountKobo: refund.amount, state }]
    : null
}
