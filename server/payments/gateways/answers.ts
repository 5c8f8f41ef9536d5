import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { koboOf } from '../../../shared/money.ts'
import type { Reply } from '../../http/outbound.ts'

/** Why a call brought no answer of theirs, in the room's words. */
export const unanswered = (reply: Exclude<Reply, { is: 'answered' }>): 'timeout' | 'unreadable' =>
  reply.is === 'not_sent' || reply.because === 'timeout' || reply.because === 'cut' ? 'timeout' : 'unreadable'

export const isOk = (status: number): boolean => status === 200 || status === 201

/** A 4xx in their envelope: they understood the request and refused it. 429 says nothing about the request. */
export const refusesRequest = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429

/** Compares a text that came from outside with the right one, without telling by the time it takes how much of it fits. */
export function isSame(given: unknown, right: string): boolean {
  if (typeof given !== 'string') return false
  const [sent, wanted] = [Buffer.from(given), Buffer.from(right)]
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}

/** HMAC-SHA512 of the raw bytes in hexadecimal: how Paystack and Monnify sign. */
export const isSigned = (raw: Buffer, given: string | string[] | undefined, secretKey: string): boolean =>
  isSame(given, createHmac('sha512', secretKey).update(raw).digest('hex'))

/** Naira as a number or as text, read into whole kobo by its decimal digits. */
export const NairaAmount = z.union([z.string(), z.number()]).transform((it, ctx) => {
  const kobo = koboOf(it)
  if (kobo !== null && kobo >= 0n) return kobo
  ctx.issues.push({ code: 'custom', message: 'is no amount', input: it })
  return z.NEVER
})
