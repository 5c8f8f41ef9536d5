import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import { failureReason, isOk, isRejectedRequest, PrintableText } from '../http-status.ts'

/** Some endpoints omit `requestSuccessful`; then a body means success. */
const Envelope = z
  .object({
    requestSuccessful: z.boolean().nullish(),
    responseMessage: PrintableText.catch(''),
    responseCode: z.union([z.string(), z.number()]).transform(String).catch(''),
    responseBody: z.unknown().optional(),
  })
  .refine((envelope) => envelope.requestSuccessful != null || envelope.responseBody != null)

/**
 * The result of a call. `rejected`: a rejection in Monnify's envelope, which may also come with HTTP 200. `unknown`: a timeout, a server error or a proxy's page;
 * with `requestSent: false` the request was never sent.
 */
export type ParsedResponse =
  | { type: 'succeeded'; body: unknown }
  | { type: 'rejected'; status: number; code: string; message: string }
  | { type: 'unknown'; reason: 'timeout' | 'unreadable' | 'unauthorised'; requestSent: boolean }

export function parseResponse(httpResult: HttpResult): ParsedResponse {
  if (httpResult.type !== 'response')
    return { type: 'unknown', reason: failureReason(httpResult), requestSent: httpResult.type !== 'not_sent' }
  const { status } = httpResult
  if (status === 401 || status === 403) return { type: 'unknown', reason: 'unauthorised', requestSent: false }
  const envelope = Envelope.safeParse(parseLosslessJson(httpResult.text)).data
  if (!envelope) return { type: 'unknown', reason: 'unreadable', requestSent: true }
  const { requestSuccessful: successful, responseCode: code, responseMessage: message } = envelope
  if (isOk(status) && successful !== false) return { type: 'succeeded', body: envelope.responseBody }
  if ((isOk(status) || isRejectedRequest(status)) && successful !== true)
    return { type: 'rejected', status, code, message }
  return { type: 'unknown', reason: 'unreadable', requestSent: true }
}

export { NairaAmount } from '../http-status.ts'

export const Text = PrintableText.nullish().catch(null)

const dayFirstFormat = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}):(\d{2}):(\d{2}) (AM|PM)$/i
const isoFormat = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/

/** Converts one of Monnify's three date formats to ISO; without a zone it is Lagos time. Null for any other format. */
export function parseTime(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  const [, date, month, year, hour, minute, second, meridiem] = dayFirstFormat.exec(trimmed) ?? []
  if (date) {
    const hours = (Number(hour) % 12) + (meridiem?.toUpperCase() === 'PM' ? 12 : 0)
    return isoOf(`${year}-${month}-${date}T${String(hours).padStart(2, '0')}:${minute}:${second}+01:00`)
  }
  const [, isoDay, clock, fraction = '', zone = '+01:00'] = isoFormat.exec(trimmed) ?? []
  if (!isoDay) return null
  return isoOf(`${isoDay}T${clock}${fraction.slice(0, 4)}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`)
}

const isoOf = (text: string): string | null => {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
