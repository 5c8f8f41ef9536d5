import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import { PrintableText } from '../http-status.ts'

/** Whole kobo, as a number or text, with its sign: a settlement after its deductions, for example. */
export const SignedKoboAmount = z
  .union([z.number().int(), z.string().regex(/^-?\d+$/)])
  .transform((amount) => BigInt(amount))
/** Whole kobo, as a number or text. */
export const KoboAmount = SignedKoboAmount.refine((amount) => amount >= 0n)
/** Ids are unsigned 64-bit integers, so they are strings here. */
export const Id = z.union([z.number().int().nonnegative(), z.string().min(1).max(100)]).transform(String)
export const Text = PrintableText.nullish()

const Envelope = z.object({
  status: z.boolean(),
  message: PrintableText.catch(''),
  code: Text.catch(null),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})
export type PaystackEnvelope = z.infer<typeof Envelope>

/**
 * True when Paystack rejected our key, which proves nothing about a payment. "Invalid key" comes with HTTP 400 as
 * well as 401. Source: Paystack, "Errors"; recorded responses
 */
export const isKeyRejected = (status: number, { message, code }: PaystackEnvelope): boolean =>
  status === 401 ||
  status === 403 ||
  (status === 400 && (code?.toLowerCase() === 'invalid_key' || /^invalid key\b/i.test(message)))

/** Paystack's envelope; null for other bodies, such as proxy and maintenance pages. */
export function parseEnvelope(httpResult: HttpResult & { type: 'response' }): PaystackEnvelope | null {
  return Envelope.safeParse(parseLosslessJson(httpResult.text)).data ?? null
}
