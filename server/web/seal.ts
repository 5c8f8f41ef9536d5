import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { randomBytesFromPool } from './random.ts'

const dayBytes = 2
const nonceBytes = 12
const tagBytes = 16
const dayMs = 24 * 3_600_000
/** A process whose clock is 26 hours ahead is two dates ahead in the last two hours of a day. */
const maxDaysAhead = 2

/** A 256-bit key for one purpose; keys for different purposes are independent. */
export const deriveKey = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'sanwo', purpose, 32)))

/**
 * Encrypts and decrypts small values: AES-256-GCM with a key per day, so that random nonces are safe for 2^32 values a
 * day. Layout: base64url of day, nonce, tag, ciphertext. A value of another `label` or older than `days` is rejected.
 */
export function createSealer(secret: string, { label, days }: { label: string; days: number }) {
  const keys = new Map<number, KeyObject>()
  const keyOf = (day: number): KeyObject => {
    const existing = keys.get(day)
    if (existing) return existing
    const key = deriveKey(secret, `${label} ${day}`)
    for (const oldDay of keys.keys()) if (oldDay < today() - days) keys.delete(oldDay)
    keys.set(day, key)
    return key
  }
  return {
    seal(value: string): string {
      const day = today()
      const header = Buffer.concat([dayOf(day), randomBytesFromPool(nonceBytes)])
      const cipher = createCipheriv('aes-256-gcm', keyOf(day), header.subarray(dayBytes))
      const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      return Buffer.concat([header, cipher.getAuthTag(), body]).toString('base64url')
    },
    /** The value, or null if it cannot be decrypted. */
    open(sealed: string): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      const start = dayBytes + nonceBytes + tagBytes
      if (bytes.length <= start) return null
      const day = bytes.readUInt16BE(0)
      if (day > today() + maxDaysAhead || day < today() - days) return null
      const nonce = bytes.subarray(dayBytes, dayBytes + nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', keyOf(day), nonce, { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(start - tagBytes, start))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString('utf8')
      } catch {
        return null // Tampered with, or encrypted with another secret: a new session starts.
      }
    },
  }
}

const today = () => Math.floor(Date.now() / dayMs)

function dayOf(day: number): Buffer {
  const bytes = Buffer.alloc(dayBytes)
  bytes.writeUInt16BE(day)
  return bytes
}
