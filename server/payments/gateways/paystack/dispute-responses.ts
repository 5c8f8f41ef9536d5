import { z } from 'zod'
import type { GatewayDisputeId } from '../../../../shared/ids.ts'
import type { HttpResult } from '../../../http/http-client.ts'
import type { DisputeStatusResult } from '../../gateway.ts'
import { isOk } from '../http-status.ts'
import { Id, KoboAmount, parseEnvelope, Text } from './envelope.ts'

const DisputeSchema = z.object({
  id: Id,
  refund_amount: KoboAmount.nullish().catch(null),
  currency: Text.catch(null),
  status: z.string(),
  resolution: Text.catch(null),
  transaction: z.object({ reference: z.string().min(1), currency: Text.catch(null) }),
  dueAt: z.coerce.date().nullish().catch(null),
  due_at: z.coerce.date().nullish().catch(null),
})

/**
 * Parses the response to `GET /dispute/{id}`. Only an accepted resolution with a refund amount is lost (0 when
 * nothing was left to return), and only a declined one is won; anything else stays open for manual review. Source: Paystack, "Disputes".
 * @returns null when the dispute could not be fetched
 */
export function parseDispute(
  httpResult: HttpResult,
  disputeId: GatewayDisputeId,
): DisputeStatusResult | null {
  if (httpResult.type !== 'response') return null
  const envelope = parseEnvelope(httpResult)
  if (httpResult.status === 404 && envelope && !envelope.status) return { type: 'not_found' }
  const dispute =
    isOk(httpResult.status) && envelope?.status ? DisputeSchema.safeParse(envelope.data).data : undefined
  if (dispute?.id !== disputeId) return null
  const common = {
    paymentReference: dispute.transaction.reference,
    evidenceDueAt: dispute.dueAt ?? dispute.due_at ?? null,
  }
  return { ...common, ...resolutionOf(dispute) }
}

type Resolution = { type: 'won' } | { type: 'lost'; amountKobo: bigint } | { type: 'open' }

function resolutionOf(dispute: z.infer<typeof DisputeSchema>): Resolution {
  if (dispute.status !== 'resolved') return { type: 'open' }
  if (dispute.resolution === 'declined') return { type: 'won' }
  const currency = dispute.currency ?? dispute.transaction.currency
  const isAccepted = /(^|-)accepted$/.test(dispute.resolution ?? '')
  return isAccepted && currency === 'NGN' && dispute.refund_amount != null
    ? { type: 'lost', amountKobo: dispute.refund_amount }
    : { type: 'open' }
}
