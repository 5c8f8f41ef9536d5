import { randomBytesFromPool } from './random.ts'

/**
 * Masks a secret: random mask, then mask XOR secret. The value differs in every response, so that the size of a
 * compressed page reveals nothing about it (BREACH).
 */
export function mask(secret: Buffer): Buffer {
  const noise = randomBytesFromPool(secret.length)
  return Buffer.concat([noise, xor(noise, secret)])
}

export const unmask = (masked: Buffer): Buffer =>
  xor(masked.subarray(0, masked.length / 2), masked.subarray(masked.length / 2))

const prefix = 'masked.'

/** A masked session token for a page; '' for a guest. The islands unmask it (`islands/lib/meta.ts`). */
export const maskSessionToken = (sessionToken: string): string =>
  sessionToken && prefix + mask(Buffer.from(sessionToken)).toString('base64url')

/** Unmasks the session token of an `Authorization` header that an island sent. */
export const unmaskAuthorization = (authorization: string): string =>
  authorization.replace(/^(Bearer +)masked\.([\w-]+)$/i, (header, scheme: string, masked: string) => {
    const sessionToken = unmask(Buffer.from(masked, 'base64url')).toString()
    return /^[\w-]+$/.test(sessionToken) ? scheme + sessionToken : header
  })

function xor(a: Buffer, b: Buffer): Buffer {
  const out = Buffer.allocUnsafe(a.length)
  for (let index = 0; index < a.length; index++) out[index] = (a[index] ?? 0) ^ (b[index] ?? 0)
  return out
}
