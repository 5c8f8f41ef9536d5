import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpResult } from '../../../http/http-client.ts'

/**
 * Verifies `x-buypower-signature`: the SHA-512 hash of the response body followed by our key. Not confirmed: the
 * encoding (hex in either case and base64 are accepted), and whether every response is signed; a response without
 * a signature is trusted because of TLS. A response with an invalid signature is an unknown outcome.
 * Source: "BP API (B2B)", introduction. BuyPower MFB's webhooks use the same header name for another signature.
 */
export function hasInvalidSignature(
  { headers, text }: HttpResult & { type: 'response' },
  apiKey: string,
): boolean {
  const signature = headers['x-buypower-signature']
  if (signature === undefined) return false
  const hash = createHash('sha512').update(text).update(apiKey).digest()
  return ![signature]
    .flat()
    .some((value) =>
      isSame(Buffer.from(value.trim(), /^[\da-f]{128}$/i.test(value.trim()) ? 'hex' : 'base64'), hash),
    )
}

const isSame = (left: Buffer, right: Buffer) => left.length === right.length && timingSafeEqual(left, right)
