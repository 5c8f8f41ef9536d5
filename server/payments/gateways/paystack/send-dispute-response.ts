import { z } from 'zod'
import type { GatewayDisputeId } from '../../../../shared/ids.ts'
import { providerNames } from '../../../../shared/providers.ts'
import { type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import { disputeFailureTexts } from '../../dispute-texts.ts'
import type { DisputeResponse, DisputeResponseResult } from '../../gateway.ts'
import { failureReason, isOk, isRejectedRequest } from '../http-status.ts'
import type { PaystackClient } from './client.ts'
import { Id, parseEnvelope } from './envelope.ts'

const UploadSchema = z.object({ signedUrl: z.url(), fileName: z.string().min(1) })
const EvidenceSchema = z.object({ id: Id })
const uploadTimeoutMs = 60_000
const gatewayName = providerNames.paystack

/** The result of a step before the decision. When it fails, nothing is decided at Paystack, so the failure is final. */
type StepResult<T> = { readonly value: T } | { readonly message: string }

/**
 * Sends evidence and our decision: the file to a signed URL, the service details, then the decision. The result is
 * unknown only when the response to the decision is missing or unreadable. Source: Paystack, "Disputes": "Get upload
 * URL", "Add evidence", "Resolve a dispute"
 */
export async function sendEvidenceAndDecision(
  client: PaystackClient,
  response: DisputeResponse,
): Promise<DisputeResponseResult> {
  const upload = await uploadEvidence(client, response)
  if ('message' in upload) return { type: 'failed', message: upload.message }
  const details = await addServiceDetails(client, response)
  if ('message' in details) return { type: 'failed', message: details.message }
  if (!response.isWithinSendTime()) return { type: 'failed', message: disputeFailureTexts.notSent() }
  const httpResult = await client.resolveDispute(response.disputeId, {
    resolution: response.decision === 'accept' ? 'merchant-accepted' : 'declined',
    message: response.message,
    refund_amount: Number(response.amountKobo),
    ...(upload.value && { uploaded_filename: upload.value }),
    ...(details.value && { evidence: Number(details.value) }),
  })
  return parseResolveResult(httpResult)
}

async function uploadEvidence(
  client: PaystackClient,
  { disputeId, evidence }: DisputeResponse,
): Promise<StepResult<string | null>> {
  if (!evidence) return { value: null }
  const uploadTarget = parseData(await client.getUploadUrl(disputeId, evidence.name), UploadSchema)
  if (!uploadTarget) return { message: disputeFailureTexts.noUploadUrl({ gateway: gatewayName }) }
  const httpResult = await sendHttpRequest({
    method: 'PUT',
    url: uploadTarget.signedUrl,
    headers: { 'content-type': evidence.type },
    body: evidence.bytes,
    timeoutMs: uploadTimeoutMs,
  })
  return httpResult.type === 'response' && isOk(httpResult.status)
    ? { value: uploadTarget.fileName }
    : { message: disputeFailureTexts.notUploaded() }
}

async function addServiceDetails(
  client: PaystackClient,
  { disputeId, decision, message, customer }: DisputeResponse,
): Promise<StepResult<string | null>> {
  if (decision === 'accept') return { value: null }
  const httpResult = await client.addEvidence(disputeId, {
    customer_email: customer.email,
    customer_name: customer.name ?? customer.email,
    customer_phone: customer.phone ?? '',
    service_details: message,
  })
  const storedEvidence = parseData(httpResult, EvidenceSchema)
  return storedEvidence
    ? { value: storedEvidence.id }
    : { message: disputeFailureTexts.evidenceNotSent({ gateway: gatewayName }) }
}

function parseData<T>(httpResult: HttpResult, schema: z.ZodType<T>): T | null {
  const envelope =
    httpResult.type === 'response' && isOk(httpResult.status) ? parseEnvelope(httpResult) : null
  return envelope?.status ? (schema.safeParse(envelope.data).data ?? null) : null
}

/** Parses the response to `PUT /dispute/{id}/resolve`. */
function parseResolveResult(httpResult: HttpResult): DisputeResponseResult {
  if (httpResult.type === 'not_sent')
    return { type: 'failed', message: disputeFailureTexts.unreachable({ gateway: gatewayName }) }
  if (httpResult.type === 'no_response') return { type: 'unknown', reason: failureReason(httpResult) }
  const envelope = parseEnvelope(httpResult)
  if (isOk(httpResult.status) && envelope?.status) return { type: 'received' }
  if (isRejectedRequest(httpResult.status) && envelope && !envelope.status)
    return {
      type: 'failed',
      message: envelope.message || disputeFailureTexts.rejected({ gateway: gatewayName }),
    }
  return { type: 'unknown', reason: 'unreadable' }
}

const StatusSchema = z.object({ id: Id, status: z.string() })

/** Whether Paystack has our response; null when it could not be read. Source: Paystack, "Disputes" */
export function parseHasDisputeResponse(httpResult: HttpResult, disputeId: GatewayDisputeId): boolean | null {
  const dispute = parseData(httpResult, StatusSchema)
  return dispute?.id === disputeId ? dispute.status !== 'awaiting-merchant-feedback' : null
}
