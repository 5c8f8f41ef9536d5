import type { Tx } from '../database/index.ts'
import type { GatewayRefund, RefundStatusResult } from './gateway.ts'
import { type Refund, refundInFlightSeconds } from './payment.ts'
import { ageSeconds, refundsOfSource } from './store.ts'

/** The match of a refund in the gateway's list. `unknown`: it may be listed later, or the listed one is another's. */
export type RefundMatch =
  | { readonly type: 'found'; readonly status: RefundStatusResult }
  | { readonly type: 'not_there' }
  | { readonly type: 'unknown' }

/**
 * Matches a refund to the gateway's list: by gateway id, by our reference, otherwise by amount. Refunds of the same
 * payment and amount are interchangeable, so unknown rows and unclaimed gateway refunds are paired one to one, oldest
 * first; the number of refunds stays correct. While a refund is being sent and fewer are listed than expected, the
 * result is `unknown`; a sender whose process crashed stops counting after the in-flight time.
 * @param refund locked by the transaction; the order's lock covers every refund of its payment
 * @param listed newest first; null when the list could not be fetched
 */
export async function matchGatewayRefund(
  tx: Tx,
  refund: Refund,
  listed: readonly GatewayRefund[] | null,
): Promise<RefundMatch> {
  if (!listed) return { type: 'unknown' }
  const { gateway_refund_id: gatewayRefundId } = refund
  const exactMatch = listed.find((candidate) =>
    gatewayRefundId ? candidate.refundId === gatewayRefundId : candidate.merchantReference === refund.id,
  )
  if (exactMatch) return { type: 'found', status: toRefundStatus(exactMatch) }
  if (gatewayRefundId) return { type: 'unknown' }
  const siblings = await refundsOfSource(tx, refund)
  const claimedIds = new Set(siblings.map((candidate) => candidate.gateway_refund_id))
  const unclaimed = listed
    .filter(
      (candidate) =>
        candidate.merchantReference === undefined &&
        candidate.amountKobo === refund.amount_kobo &&
        !claimedIds.has(candidate.refundId),
    )
    .reverse()
  if (unclaimed.length === 0) return { type: 'not_there' }
  const unknownRefunds = siblings
    .filter((candidate) => candidate.id === refund.id || isInterchangeable(candidate, refund))
    .sort(
      (first, second) =>
        first.created_at.getTime() - second.created_at.getTime() || (first.id < second.id ? -1 : 1),
    )
  if (unclaimed.length < unknownRefunds.length && (await isAnyInFlight(tx, unknownRefunds, refund)))
    return { type: 'unknown' }
  const match = unclaimed[unknownRefunds.findIndex((candidate) => candidate.id === refund.id)]
  return match ? { type: 'found', status: toRefundStatus(match) } : { type: 'not_there' }
}

const isInterchangeable = (second: Refund, refund: Refund): boolean =>
  second.state === 'unknown' && second.gateway_refund_id === null && second.amount_kobo === refund.amount_kobo

async function isAnyInFlight(tx: Tx, unknownRefunds: readonly Refund[], refund: Refund): Promise<boolean> {
  for (const candidate of unknownRefunds)
    if (candidate.id !== refund.id && candidate.failure_reason === 'sending') {
      if ((await ageSeconds(tx, candidate.state_since)) < refundInFlightSeconds) return true
    }
  return false
}

function toRefundStatus(refund: GatewayRefund): RefundStatusResult {
  switch (refund.state) {
    case 'needs_attention':
      return { type: 'needs_attention', refundId: refund.refundId }
    case 'failed':
      return { type: 'failed', reason: 'failed at the gateway', refundId: refund.refundId }
    default:
      return { type: 'accepted', refundId: refund.refundId, state: refund.state }
  }
}
