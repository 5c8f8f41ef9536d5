import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { random } from './random.ts'

const dayBytes = 2
const nonceBytes = 12
const tagBytes = 16
const dayMs = 24 * 3_600_000

/** A 256-bit key for one purpose; keys of two purposes tell nothing about each other. */
export const keyFor = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'sanwo', purpose, 32)))

/**
 * Seals and opens small values that only we may read or write: AES-256-GCM under a key of the day, so
 * that random nonces suffice for 2^32 seals a day. Layout: base64url of day, nonce, tag, ciphertext.
 * A value moved to another `label` does not open, nor one older than `days`.
 */
export function sealer(secret: string, { label, days }: { label: string; days: number }) {
  const keys = new Map<number, KeyObject>()
  const keyOf = (day: number): KeyObject => {
    const known = keys.get(day)
    if (known) return known
    const key = keyFor(secret, `${label} ${day}`)
    for (const old of keys.keys()) if (old < today() - days) keys.delete(old)
    keys.set(day, key)
    return key
  }
  return {
    seal(value: string): string {
      const day = today()
      const head = Buffer.concat([dayOf(day), random(nonceBytes)])
      const cipher = createCipheriv('aes-256-gcm', keyOf(day), head.subarray(dayBytes))
      const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      return Buffer.concat([head, cipher.getAuthTag(), body]).toString('base64url')
    },
    /** The value, or null when this is not a seal of ours. */
    open(sealed: string): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      const start = dayBytes + nonceBytes + tagBytes
      if (bytes.length <= start) return null
      const day = bytes.readUInt16BE(0)
      if (day > today() + 1 || day < today() - days) return null
      const nonce = bytes.subarray(dayBytes, dayBytes + nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', keyOf(day), nonce, { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(start - tagBytes, start))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString('utf8')
      } catch {
        return null // Tampered with, or sealed under another secret: the visitor starts anew.
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
