import { z } from 'zod'
import { readJson } from '../../../http/exact-json.ts'
import type { Reply } from '../../../http/outbound.ts'
import { isOk, refusesRequest, unanswered } from '../answers.ts'

/** `status` tells of the call alone; the payment's own state is in `data`. */
const Envelope = z.object({
  status: z.enum(['success', 'error']),
  message: z.string().catch(''),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})

/** Ids are numbers, and text in lists. */
export const Id = z.union([z.number().int().nonnegative(), z.string().min(1).max(100)]).transform(String)
export const Text = z.string().nullish().catch(null)

/**
 * What they said. `no` is a refusal in their own envelope. `nothing` proves nothing: silence, a failure of
 * theirs, a page of some proxy; with `sent: false` the call never left.
 */
export type Said =
  | { is: 'yes'; data: unknown; meta: unknown }
  | { is: 'no'; status: number; message: string }
  | { is: 'nothing'; because: 'timeout' | 'unreadable' | 'unauthorised'; sent: boolean }

export function saidBy(reply: Reply): Said {
  if (reply.is !== 'answered')
    return { is: 'nothing', because: unanswered(reply), sent: reply.is !== 'not_sent' }
  const { status } = reply
  const envelope = Envelope.safeParse(readJson(reply.text)).data
  // Without their envelope a 401 or 403 may come from a proxy that let the request through.
  if (!envelope) return { is: 'nothing', because: 'unreadable', sent: true }
  if (status === 401 || status === 403) return { is: 'nothing', because: 'unauthorised', sent: false }
  const { message, data, meta } = envelope
  if (isOk(status) && envelope.status === 'success') return { is: 'yes', data, meta }
  if (refusesRequest(status) && envelope.status === 'error') return { is: 'no', status, message }
  return { is: 'nothing', because: 'unreadable', sent: true }
}
