import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * The internal header: the web server names in it the browser for which it calls the API. It is signed, so that no other
 * client can set it. Its name stays, since processes of two releases run together.
 */
export const internalHeader = 'x-sanwo-shell'

/** Maximum age: allows for clock differences between machines and for queueing. */
const maxAgeMs = 5 * 60_000

export interface InternalContext {
  /** IP address of the browser. */
  ip: string
  /** Id of the browser's guest session, or ''. */
  session: string
  /** Device id of the browser, used for sign-in, or ''. */
  device?: string
  /** When it was signed, in ms since 1970. */
  at: number
}

/** base64url(JSON) + '.' + its HMAC-SHA256, with a key derived from SESSION_SECRET for this purpose only. */
export function signInternalHeader(
  secret: string,
  { ip, session, device = '', at }: InternalContext,
): string {
  const payload = Buffer.from(JSON.stringify({ ip, session, at, ...(device && { device }) })).toString(
    'base64url',
  )
  return `${payload}.${macOf(secret, payload).toString('base64url')}`
}

/** The context, or null if the signature is invalid or older than five minutes. */
export function verifyInternalHeader(
  secret: string,
  header: string,
  now = Date.now(),
): InternalContext | null {
  const [payload, encodedMac, extra] = header.split('.')
  if (!payload || !encodedMac || extra !== undefined) return null
  const receivedMac = Buffer.from(encodedMac, 'base64url')
  const expectedMac = macOf(secret, payload)
  if (receivedMac.length !== expectedMac.length || !timingSafeEqual(receivedMac, expectedMac)) return null
  const context = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as InternalContext
  return Math.abs(now - context.at) <= maxAgeMs ? context : null
}

/** True for a header that is present but not validly signed, for example with another secret or clock. */
export const isInvalidInternalHeader = (secret: string, header: string | undefined): boolean =>
  header !== undefined && verifyInternalHeader(secret, header) === null

const macOf = (secret: string, payload: string): Buffer =>
  createHmac('sha256', keyOf(secret)).update(payload).digest()

let cachedKey: { secret: string; key: Buffer } | undefined

function keyOf(secret: string): Buffer {
  if (cachedKey?.secret !== secret) {
    cachedKey = { secret, key: Buffer.from(hkdfSync('sha256', secret, 'sanwo', 'shell header', 32)) }
  }
  return cachedKey.key
}
