import { z } from 'zod'
import type { Reply } from '../../../http/outbound.ts'
import type { FoundRefund, RefundTruth } from '../../gateway.ts'
import { isOk, refusesRequest, unanswered } from '../answers.ts'
import { envelopeOf, Id, Kobo, Text } from './envelope.ts'

const Refund = z.object({
  id: Id,
  amount: Kobo,
  status: z.string(),
  transaction: z.unknown().optional(),
})

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
  return refund?.amount === amountKobo ? truthOf(refund) : { is: 'unknown', because: 'unreadable' }
}

/**
 * Reads the answer to `POST /refund/retry_with_customer_details/{id}`. Refused details leave the refund as it
 * was; one that wants none any more is on its way, or over. Source: Paystack, "Retry refund".
 */
export function readRetry(reply: Reply, refundId: string): RefundTruth {
  if (reply.is === 'not_sent') return { is: 'needs_attention', refundId }
  if (reply.is === 'lost') return { is: 'unknown', because: unanswered(reply) }
  const envelope = envelopeOf(reply)
  if (!envelope) return { is: 'unknown', because: 'unreadable' }
  if (refusesRequest(reply.status) && !envelope.status)
    return reply.status === 422
      ? { is: 'unknown', because: envelope.message || 'wants no account' }
      : { is: 'needs_attention', refundId }
  const refund = isOk(reply.status) && envelope.status ? Refund.safeParse(envelope.data).data : null
  return refund?.id === refundId ? truthOf(refund) : { is: 'unknown', because: 'unreadable' }
}

function truthOf({ id: refundId, status }: z.infer<typeof Refund>): RefundTruth {
  const state = refundStates.get(status)
  if (!state) return { is: 'unknown', because: 'unreadable' }
  if (state === 'failed') return { is: 'failed', because: 'failed', refundId }
  if (state === 'needs_attention') return { is: 'needs_attention', refundId }
  return { is: 'accepted', refundId, state }
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
