import { z } from 'zod'
import { readJson } from '../../../http/exact-json.ts'
import type { Reply } from '../../../http/outbound.ts'
import { isOk, refusesRequest, unanswered } from '../answers.ts'

/** Some endpoints leave `requestSuccessful` out; then a body tells of success. */
const Envelope = z
  .object({
    requestSuccessful: z.boolean().nullish(),
    responseMessage: z.string().catch(''),
    responseCode: z.union([z.string(), z.number()]).transform(String).catch(''),
    responseBody: z.unknown().optional(),
  })
  .refine((it) => it.requestSuccessful != null || it.responseBody != null)

/**
 * What they said. `no` is a refusal in their own words, which may come with HTTP 200 too. `nothing` proves
 * nothing: silence, a failure of theirs, a page of some proxy; with `sent: false` the call never left.
 */
export type Said =
  | { is: 'yes'; body: unknown }
  | { is: 'no'; status: number; code: string; message: string }
  | { is: 'nothing'; because: 'timeout' | 'unreadable' | 'unauthorised'; sent: boolean }

export function saidBy(reply: Reply): Said {
  if (reply.is !== 'answered')
    return { is: 'nothing', because: unanswered(reply), sent: reply.is !== 'not_sent' }
  const { status } = reply
  if (status === 401 || status === 403) return { is: 'nothing', because: 'unauthorised', sent: false }
  const envelope = Envelope.safeParse(readJson(reply.text)).data
  if (!envelope) return { is: 'nothing', because: 'unreadable', sent: true }
  const { requestSuccessful: successful, responseCode: code, responseMessage: message } = envelope
  if (isOk(status) && successful !== false) return { is: 'yes', body: envelope.responseBody }
  if ((isOk(status) || refusesRequest(status)) && successful !== true)
    return { is: 'no', status, code, message }
  return { is: 'nothing', because: 'unreadable', sent: true }
}

export { NairaAmount } from '../answers.ts'

export const Text = z.string().nullish().catch(null)

const day = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}):(\d{2}):(\d{2}) (AM|PM)$/i
const bare = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/

/** One of their three forms of a date as ISO; without a zone it is taken as Lagos. Null when it is none of them. */
export function timeOf(text: string | null | undefined): string | null {
  const said = text?.trim() ?? ''
  const [, date, month, year, hour, minute, second, half] = day.exec(said) ?? []
  if (date) {
    const hours = (Number(hour) % 12) + (half?.toUpperCase() === 'PM' ? 12 : 0)
    return isoOf(`${year}-${month}-${date}T${String(hours).padStart(2, '0')}:${minute}:${second}+01:00`)
  }
  const [, on, at, fraction = '', zone = '+01:00'] = bare.exec(said) ?? []
  if (!on) return null
  return isoOf(`${on}T${at}${fraction.slice(0, 4)}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`)
}

const isoOf = (text: string): string | null => {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
