import { z } from 'zod'
import { readJson } from '../../../http/exact-json.ts'
import type { Reply } from '../../../http/outbound.ts'

/** Whole kobo, which they write as a number or as text. */
export const Kobo = z
  .union([z.number().int(), z.string().regex(/^\d+$/)])
  .transform((it) => BigInt(it))
  .refine((it) => it >= 0n)
/** Ids are unsigned 64-bit, so they are text here. */
export const Id = z.union([z.number().int().nonnegative(), z.string().min(1).max(100)]).transform(String)
export const Text = z.string().nullish()

const Envelope = z.object({
  status: z.boolean(),
  message: z.string().catch(''),
  code: Text.catch(null),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})
export type Envelope = z.infer<typeof Envelope>

/** Their envelope, when the answer is one of theirs. Proxies and maintenance pages are not. */
export function envelopeOf(reply: Reply & { is: 'answered' }): Envelope | null {
  return Envelope.safeParse(readJson(reply.text)).data ?? null
}
