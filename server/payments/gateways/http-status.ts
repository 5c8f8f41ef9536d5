import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { koboOf } from '../../../shared/money.ts'
import { oneLine } from '../../../shared/text.ts'
import type { HttpResult } from '../../http/http-client.ts'

/** Maps a failed call to a failure reason. */
export const failureReason = (
  httpResult: Exclude<HttpResult, { type: 'response' }>,
): 'timeout' | 'unreadable' =>
  httpResult.type === 'not_sent' || httpResult.reason === 'timeout' || httpResult.reason === 'cut'
    ? 'timeout'
    : 'unreadable'

export const isOk = (status: number): boolean => status === 200 || status === 201

/** A 4xx in the provider's envelope: it understood and rejected the request. 429 proves nothing about the request. */
export const isRejectedRequest = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429

/** Compares an untrusted text with the expected one in constant time. */
export function secureEquals(received: unknown, expected: string): boolean {
  if (typeof received !== 'string') return false
  const [receivedBytes, expectedBytes] = [Buffer.from(received), Buffer.from(expected)]
  return receivedBytes.length === expectedBytes.length && timingSafeEqual(receivedBytes, expectedBytes)
}

/** Verifies the HMAC-SHA512 of the raw bytes in hexadecimal, as Paystack and Monnify sign. */
export const isSignatureValid = (
  raw: Buffer,
  signature: string | string[] | undefined,
  secretKey: string,
): boolean => secureEquals(signature, createHmac('sha512', secretKey).update(raw).digest('hex'))

/** A reference or cursor of a gateway, as it is. */
export const Identifier = z.string().nullish().catch(null)

/** A text of a gateway, which people may read: on one line, at most 200 characters. */
export const PrintableText = z.string().transform((text) => oneLine(text, 200))
/** The same with at least one character. */
export const PrintableName = PrintableText.pipe(z.string().min(1))

/** Naira as a number or text, with its sign, parsed into whole kobo by its decimal digits. */
export const SignedNairaAmount = z.union([z.string(), z.number()]).transform((amount, ctx) => {
  const kobo = koboOf(amount)
  if (kobo !== null) return kobo
  ctx.issues.push({ code: 'custom', message: 'is no amount', input: amount })
  return z.NEVER
})
/** The same without a sign. */
export const NairaAmount = SignedNairaAmount.refine((kobo) => kobo >= 0n, 'is no amount')
