import { createHmac, timingSafeEqual } from 'node:crypto'
import { mask, unmask } from './mask.ts'
import { deriveKey } from './seal.ts'

const size = 16

export interface Csrf {
  /** A token for this session, with a new mask each time, so that compressed pages never repeat a secret. */
  tokenFor(sessionId: string): string
  isValid(sessionId: string, token: unknown): boolean
}

/** CSRF tokens: the HMAC of the session id with a separate key. Nothing is stored. */
export function csrf(secret: string): Csrf {
  const key = deriveKey(secret, 'csrf')
  const macOf = (sessionId: string) => createHmac('sha256', key).update(sessionId).digest().subarray(0, size)
  return {
    tokenFor(sessionId) {
      return mask(macOf(sessionId)).toString('base64url')
    },
    isValid(sessionId, token) {
      if (typeof token !== 'string') return false
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== 2 * size) return false
      return timingSafeEqual(unmask(bytes), macOf(sessionId))
    },
  }
}
