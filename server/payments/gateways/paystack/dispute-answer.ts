import { z } from 'zod'
import { type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import type { DisputeAnswer, DisputeResponseResult } from '../../gateway.ts'
import { failureReason, isOk, isRejectedRequest } from '../http-status.ts'
import type { PaystackClient } from './client.ts'
import { Id, parseEnvelope } from './envelope.ts'

const UploadSchema = z.object({ signedUrl: z.url(), fileName: z.string().min(1) })
const EvidenceSchema = z.object({ id: Id })
const uploadMs = 60_000

/** A step before the decision. Without it nothing is decided at Paystack, so any failure of it is final. */
type Step<T> = { readonly value: T } | { readonly reason: string }

/**
 * Sends evidence and our decision: the file to a signed address, the service details, then the decision, which alone
 * counts. Only a lost decision is unknown. Source: Paystack, "Disputes": "Get upload URL", "Add evidence", "Resolve a
 * dispute"
 */
export async function answerDispute(
  client: PaystackClient,
  answer: DisputeAnswer,
): Promise<DisputeResponseResult> {
  const uploaded = await upload(client, answer)
  if ('reason' in uploaded) return { type: 'failed', reason: uploaded.reason }
  const evidence = await addEvidence(client, answer)
  if ('reason' in evidence) return { type: 'failed', reason: evidence.reason }
  const reply = await client.resolveDispute(answer.disputeId, {
    resolution: answer.decision === 'accept' ? 'merchant-accepted' : 'declined',
    message: answer.message,
    refund_amount: Number(answer.amountKobo),
    ...(uploaded.value && { uploaded_filename: uploaded.value }),
    ...(evidence.value && { evidence: Number(evidence.value) }),
  })
  return readDecision(reply)
}

async function upload(
  client: PaystackClient,
  { disputeId, evidence }: DisputeAnswer,
): Promise<Step<string | null>> {
  if (!evidence) return { value: null }
  const target = readData(await client.getUploadUrl(disputeId, evidence.name), UploadSchema)
  if (!target) return { reason: 'Paystack gave no address for the evidence.' }
  const reply = await sendHttpRequest({
    method: 'PUT',
    url: target.signedUrl,
    headers: { 'content-type': evidence.type },
    body: evidence.bytes,
    timeoutMs: uploadMs,
  })
  return reply.type === 'answered' && isOk(reply.status)
    ? { value: target.fileName }
    : { reason: 'The evidence could not be uploaded.' }
}

async function addEvidence(
  client: PaystackClient,
  { disputeId, decision, message, customer }: DisputeAnswer,
): Promise<Step<string | null>> {
  if (decision === 'accept') return { value: null }
  const reply = await client.addEvidence(disputeId, {
    customer_email: customer.email,
    customer_name: customer.name ?? customer.email,
    customer_phone: customer.phone ?? '',
    service_details: message,
  })
  const stored = readData(reply, EvidenceSchema)
  return stored ? { value: stored.id } : { reason: 'Paystack did not accept the evidence.' }
}

function readData<T>(reply: HttpResult, schema: z.ZodType<T>): T | null {
  const envelope = reply.type === 'answered' && isOk(reply.status) ? parseEnvelope(reply) : null
  return envelope?.status ? (schema.safeParse(envelope.data).data ?? null) : null
}

/** Reads the response to `PUT /dispute/{id}/resolve`. */
function readDecision(reply: HttpResult): DisputeResponseResult {
  if (reply.type === 'not_sent') return { type: 'failed', reason: 'Paystack could not be reached.' }
  if (reply.type === 'lost') return { type: 'unknown', reason: failureReason(reply) }
  const envelope = parseEnvelope(reply)
  if (isOk(reply.status) && envelope?.status) return { type: 'accepted' }
  if (isRejectedRequest(reply.status) && envelope && !envelope.status)
    return { type: 'failed', reason: envelope.message || 'Paystack rejected the response.' }
  return { type: 'unknown', reason: 'unreadable' }
}

const StatusSchema = z.object({ id: Id, status: z.string() })

/** Whether Paystack has our response; null when it could not be read. Source: Paystack, "Disputes" */
export function readIsAnswered(reply: HttpResult, disputeId: string): boolean | null {
  const dispute = readData(reply, StatusSchema)
  return dispute?.id === disputeId ? dispute.status !== 'awaiting-merchant-feedback' : null
}
