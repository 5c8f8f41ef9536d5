import { createHash, timingSafeEqual } from 'node:crypto'
import type { Reply } from '../../../http/outbound.ts'

/**
 * Checks `x-buypower-signature`: the SHA-512 hash of the response's body and our key, one after the
 * other. Not confirmed: the encoding (hex is taken, in either case, or base64), and whether every answer
 * carries it, so that one without is believed by its TLS connection alone. One that is there and wrong
 * proves nothing.
 * Source: "BP API (B2B)", opening part. The header of this name in BuyPower MFB's webhooks is another thing.
 */
export function isSigned({ headers, text }: Reply & { is: 'answered' }, apiKey: string): boolean {
  const said = headers['x-buypower-signature']
  if (said === undefined) return true
  const hash = createHash('sha512').update(text).update(apiKey).digest()
  return [said]
    .flat()
    .some((it) => isSame(Buffer.from(it.trim(), /^[\da-f]{128}$/i.test(it.trim()) ? 'hex' : 'base64'), hash))
}

const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)
