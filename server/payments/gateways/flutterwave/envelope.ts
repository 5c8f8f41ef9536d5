import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import { failureReason, isOk, isRejectedRequest, PrintableText } from '../http-status.ts'

/** `status` is the status of the call only; the payment's status is in `data`. */
const Envelope = z.object({
  status: z.enum(['success', 'error']),
  message: PrintableText.catch(''),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})

/** Ids are numbers, and strings in lists. */
export const Id = z.union([z.number().int().nonnegative(), z.string().min(1).max(100)]).transform(String)
export const Text = PrintableText.nullish().catch(null)

/**
 * The result of a call. `rejected`: a rejection in Flutterwave's envelope. `unknown`: a timeout, a server error or a proxy's page;
 * with `requestSent: false` the request was never sent.
 */
export type ParsedResponse =
  | { type: 'succeeded'; data: unknown; meta: unknown }
  | { type: 'rejected'; status: number; message: string }
  | { type: 'unknown'; reason: 'timeout' | 'unreadable' | 'unauthorised'; requestSent: boolean }

export function parseResponse(httpResult: HttpResult): ParsedResponse {
  if (httpResult.type !== 'response')
    return { type: 'unknown', reason: failureReason(httpResult), requestSent: httpResult.type !== 'not_sent' }
  const { status } = httpResult
  const envelope = Envelope.safeParse(parseLosslessJson(httpResult.text)).data
  // Without Flutterwave's envelope a 401 or 403 may come from a proxy that forwarded the request.
  if (!envelope) return { type: 'unknown', reason: 'unreadable', requestSent: true }
  if (status === 401 || status === 403) return { type: 'unknown', reason: 'unauthorised', requestSent: false }
  const { message, data, meta } = envelope
  if (isOk(status) && envelope.status === 'success') return { type: 'succeeded', data, meta }
  if (isRejectedRequest(status) && envelope.status === 'error') return { type: 'rejected', status, message }
  return { type: 'unknown', reason: 'unreadable', requestSent: true }
}
