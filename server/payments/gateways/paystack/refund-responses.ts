import { z } from 'zod'
import type { GatewayRefundId, PaymentReference } from '../../../../shared/ids.ts'
import type { HttpResult } from '../../../http/http-client.ts'
import type { GatewayRefund, RefundStatusResult } from '../../gateway.ts'
import { failureReason, Identifier, isOk, isRejectedRequest } from '../http-status.ts'
import { Id, isKeyRejected, KoboAmount, parseEnvelope } from './envelope.ts'

const RefundSchema = z.object({
  id: Id,
  amount: KoboAmount,
  status: z.string(),
  transaction: z.unknown().optional(),
})

const refundStates: ReadonlyMap<string, GatewayRefund['state']> = new Map([
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['processed', 'processed'],
  ['failed', 'failed'],
  ['needs-attention', 'needs_attention'],
])

/**
 * Parses the response to `POST /refund`. Paystack does not store our refund reference, so everything but a clear
 * rejection is `unknown` until the list of refunds is read.
 */
export function parseRefund(httpResult: HttpResult, amountKobo: bigint): RefundStatusResult {
  if (httpResult.type !== 'response') return { type: 'unknown', reason: failureReason(httpResult) }
  const envelope = parseEnvelope(httpResult)
  if (!envelope) return { type: 'unknown', reason: 'unreadable' }
  if (isKeyRejected(httpResult.status, envelope)) return { type: 'unknown', reason: 'unauthorised' }
  if (isRejectedRequest(httpResult.status) && !envelope.status) {
    // "Transaction has been fully reversed" refers to an earlier refund.
    if (/already|fully/i.test(envelope.message)) return { type: 'unknown', reason: envelope.message }
    return { type: 'failed', reason: envelope.message || `status ${httpResult.status}`, refundId: null }
  }
  const refund =
    isOk(httpResult.status) && envelope.status ? RefundSchema.safeParse(envelope.data).data : null
  return refund?.amount === amountKobo ? toRefundStatus(refund) : { type: 'unknown', reason: 'unreadable' }
}

/**
 * Parses the response to `POST /refund/retry_with_customer_details/{id}`. Rejected details leave the refund unchanged;
 * a refund that needs no details any more is in progress or final. Source: Paystack, "Retry refund".
 */
export function parseRetry(httpResult: HttpResult, refundId: GatewayRefundId): RefundStatusResult {
  if (httpResult.type === 'not_sent') return { type: 'needs_attention', refundId }
  if (httpResult.type === 'no_response') return { type: 'unknown', reason: failureReason(httpResult) }
  const envelope = parseEnvelope(httpResult)
  if (!envelope) return { type: 'unknown', reason: 'unreadable' }
  if (isKeyRejected(httpResult.status, envelope)) return { type: 'unknown', reason: 'unauthorised' }
  if (isRejectedRequest(httpResult.status) && !envelope.status)
    return httpResult.status === 422
      ? { type: 'unknown', reason: envelope.message || 'no account required' }
      : { type: 'needs_attention', refundId }
  const refund =
    isOk(httpResult.status) && envelope.status ? RefundSchema.safeParse(envelope.data).data : null
  return refund?.id === refundId ? toRefundStatus(refund) : { type: 'unknown', reason: 'unreadable' }
}

function toRefundStatus({ id: refundId, status }: z.infer<typeof RefundSchema>): RefundStatusResult {
  const state = refundStates.get(status)
  if (!state) return { type: 'unknown', reason: 'unreadable' }
  if (state === 'failed') return { type: 'failed', reason: 'failed', refundId }
  if (state === 'needs_attention') return { type: 'needs_attention', refundId }
  return { type: 'accepted', refundId, state }
}

/**
 * Parses `GET /refund?transaction=`: the refunds of one payment, newest first. An unreadable entry invalidates the
 * list (null), because an overlooked refund would be paid twice.
 */
export function parseRefunds(
  httpResult: HttpResult,
  payment: { paymentReference: PaymentReference; gatewayReference: string },
): GatewayRefund[] | null {
  if (httpResult.type !== 'response' || httpResult.status !== 200) return null
  const envelope = parseEnvelope(httpResult)
  if (!envelope?.status) return null
  const list = z.array(RefundSchema).safeParse(envelope.data).data
  if (!list) return null
  const refunds: GatewayRefund[] = []
  for (const refund of list.filter((refundRow) => isRefundOf(refundRow.transaction, payment))) {
    const state = refundStates.get(refund.status)
    if (!state) return null
    refunds.push({ refundId: refund.id, amountKobo: refund.amount, state })
  }
  return refunds.sort(byNewest)
}

const OwnerSchema = z.union([Id, z.object({ id: Id.nullish(), reference: Identifier })])

/** A refund without a payment reference counts as this payment's: the list was filtered by it. */
function isRefundOf(
  transaction: unknown,
  payment: { paymentReference: PaymentReference; gatewayReference: string },
): boolean {
  const owner = OwnerSchema.safeParse(transaction).data
  if (owner === undefined) return true
  const references =
    typeof owner === 'string' ? [owner] : [owner.id, owner.reference].filter((reference) => reference != null)
  return (
    references.length === 0 ||
    references.some(
      (reference) => reference === payment.gatewayReference || reference === payment.paymentReference,
    )
  )
}

/** Paystack's ids grow with time: a longer id is newer. They may exceed a JavaScript number. */
const byNewest = (first: GatewayRefund, second: GatewayRefund) =>
  second.refundId.length - first.refundId.length || (first.refundId < second.refundId ? 1 : -1)
