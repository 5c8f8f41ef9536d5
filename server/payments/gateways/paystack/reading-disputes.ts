import { z } from 'zod'
import type { Reply } from '../../../http/outbound.ts'
import type { DisputeTruth } from '../../gateway.ts'
import { isOk } from '../answers.ts'
import { envelopeOf, Id, Kobo, Text } from './envelope.ts'

const Dispute = z.object({
  id: Id,
  refund_amount: Kobo.nullish().catch(null),
  currency: Text.catch(null),
  status: z.string(),
  resolution: Text.catch(null),
  transaction: z.object({ reference: z.string().min(1), currency: Text.catch(null) }),
  dueAt: z.coerce.date().nullish().catch(null),
  due_at: z.coerce.date().nullish().catch(null),
})

/**
 * Reads the answer to `GET /dispute/{id}`. Only a resolution that names the sum it gives the payer is lost, and
 * only one that was declined is won; whatever else they say, a person looks. Source: Paystack, "Disputes".
 * @returns null when it could not be asked
 */
export function readDispute(reply: Reply, disputeId: string): DisputeTruth | null {
  if (reply.is !== 'answered') return null
  const envelope = envelopeOf(reply)
  if (reply.status === 404 && envelope && !envelope.status) return { is: 'not_found' }
  const it = isOk(reply.status) && envelope?.status ? Dispute.safeParse(envelope.data).data : undefined
  if (it?.id !== disputeId) return null
  const about = { paymentReference: it.transaction.reference, answerBy: it.dueAt ?? it.due_at ?? null }
  const isResolved = it.status === 'resolved'
  if (isResolved && it.resolution === 'declined') return { ...about, is: 'won' }
  const currency = it.currency ?? it.transaction.currency
  const isAccepted = isResolved && /(^|-)accepted$/.test(it.resolution ?? '')
  if (isAccepted && currency === 'NGN' && it.refund_amount)
    return { ...about, is: 'lost', amountKobo: it.refund_amount }
  return { ...about, is: 'open' }
}
