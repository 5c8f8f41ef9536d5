import { createHmac, timingSafeEqual } from 'node:crypto'
import { random } from './random.ts'
import { keyFor } from './seal.ts'

const size = 16

export interface Csrf {
  /** A token for this session. Masked anew each time, so that compressed pages never repeat a secret. */
  tokenFor(sessionId: string): string
  fits(sessionId: string, token: unknown): boolean
}

/** CSRF tokens: the HMAC of the session under a key of their own. Nothing is stored. */
export function csrf(secret: string): Csrf {
  const key = keyFor(secret, 'csrf')
  const macOf = (sessionId: string) => createHmac('sha256', key).update(sessionId).digest().subarray(0, size)
  return {
    tokenFor(sessionId) {
      const mask = random(size)
      return Buffer.concat([mask, xor(mask, macOf(sessionId))]).toString('base64url')
    },
    fits(sessionId, token) {
      if (typeof token !== 'string') return false
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== 2 * size) return false
      return timingSafeEqual(xor(bytes.subarray(0, size), bytes.subarray(size)), macOf(sessionId))
    },
  }
}

function xor(a: Buffer, b: Buffer): Buffer {
  const out = Buffer.allocUnsafe(a.length)
  for (let at = 0; at < a.length; at++) out[at] = (a[at] ?? 0) ^ (b[at] ?? 0)
  return out
}
