import { z } from 'zod'
import { providerNames } from '../../../../shared/providers.ts'
import { type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import { disputeFailureTexts } from '../../dispute-texts.ts'
import type { DisputeResponse, DisputeResponseResult } from '../../gateway.ts'
import { failureReason, isOk, isRejectedRequest } from '../http-status.ts'
import type { PaystackClient } from './client.ts'
import { Id, parseEnvelope } from './envelope.ts'

const UploadSchema = z.object({ signedUrl: z.url(), fileName: z.string().min(1) })
const EvidenceSchema = z.object({ id: Id })
const uploadMs = 60_000
const gateway = providerNames.paystack

/** A step before the decision. Without it nothing is decided at Paystack, so any failure of it is final. */
type Step<T> = { readonly value: T } | { readonly reason: string }

/**
 * Sends evidence and our decision: the file to a signed address, the service details, then the decision, which alone
 * counts. Only a lost decision is unknown. Source: Paystack, "Disputes": "Get upload URL", "Add evidence", "Resolve a
 * dispute"
 */
export async function submitDisputeResponse(
  client: PaystackClient,
  response: DisputeResponse,
): Promise<DisputeResponseResult> {
  const upload = await uploadEvidence(client, response)
  if ('reason' in upload) return { type: 'failed', reason: upload.reason }
  const evidence = await addEvidence(client, response)
  if ('reason' in evidence) return { type: 'failed', reason: evidence.reason }
  const reply = await client.resolveDispute(response.disputeId, {
    resolution: response.decision === 'accept' ? 'merchant-accepted' : 'declined',
    message: response.message,
    refund_amount: Number(response.amountKobo),
    ...(upload.value && { uploaded_filename: upload.value }),
    ...(evidence.value && { evidence: Number(evidence.value) }),
  })
  return parseDecision(reply)
}

async function uploadEvidence(
  client: PaystackClient,
  { disputeId, evidence }: DisputeResponse,
): Promise<Step<string | null>> {
  if (!evidence) return { value: null }
  const target = parseData(await client.getUploadUrl(disputeId, evidence.name), UploadSchema)
  if (!target) return { reason: disputeFailureTexts.noUploadAddress({ gateway }) }
  const reply = await sendHttpRequest({
    method: 'PUT',
    url: target.signedUrl,
    headers: { 'content-type': evidence.type },
    body: evidence.bytes,
    timeoutMs: uploadMs,
  })
  return reply.type === 'response' && isOk(reply.status)
    ? { value: target.fileName }
    : { reason: disputeFailureTexts.notUploaded() }
}

async function addEvidence(
  client: PaystackClient,
  { disputeId, decision, message, customer }: DisputeResponse,
): Promise<Step<string | null>> {
  if (decision === 'accept') return { value: null }
  const reply = await client.addEvidence(disputeId, {
    customer_email: customer.email,
    customer_name: customer.name ?? customer.email,
    customer_phone: customer.phone ?? '',
    service_details: message,
  })
  const storedEvidence = parseData(reply, EvidenceSchema)
  return storedEvidence
    ? { value: storedEvidence.id }
    : { reason: disputeFailureTexts.evidenceRejected({ gateway }) }
}

function parseData<T>(reply: HttpResult, schema: z.ZodType<T>): T | null {
  const envelope = reply.type === 'response' && isOk(reply.status) ? parseEnvelope(reply) : null
  return envelope?.status ? (schema.safeParse(envelope.data).data ?? null) : null
}

/** Parses the response to `PUT /dispute/{id}/resolve`. */
function parseDecision(reply: HttpResult): DisputeResponseResult {
  if (reply.type === 'not_sent')
    return { type: 'failed', reason: disputeFailureTexts.unreachable({ gateway }) }
  if (reply.type === 'lost') return { type: 'unknown', reason: failureReason(reply) }
  const envelope = parseEnvelope(reply)
  if (isOk(reply.status) && envelope?.status) return { type: 'accepted' }
  if (isRejectedRequest(reply.status) && envelope && !envelope.status)
    return { type: 'failed', reason: envelope.message || disputeFailureTexts.rejected({ gateway }) }
  return { type: 'unknown', reason: 'unreadable' }
}

const StatusSchema = z.object({ id: Id, status: z.string() })

/** Whether Paystack has our response; null when it could not be read. Source: Paystack, "Disputes" */
export function parseHasDisputeResponse(reply: HttpResult, disputeId: string): boolean | null {
  const dispute = parseData(reply, StatusSchema)
  return dispute?.id === disputeId ? dispute.status !== 'awaiting-merchant-feedback' : null
}
