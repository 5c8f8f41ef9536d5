import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The shell tells the API on whose behalf it calls in this header; nobody else can write it. */
export const shellHeader = 'x-sanwo-shell'

/** Clocks of two machines may differ by this much, and a call may wait this long. */
const validMs = 5 * 60_000

export interface ShellWord {
  /** Address of the browser. */
  ip: string
  /** Id of the browser's guest session, or ''. */
  session: string
  /** When it was signed, in ms since 1970. */
  at: number
}

/** base64url(JSON) + '.' + HMAC-SHA256 of it, under a key made of SESSION_SECRET for this purpose alone. */
export function signShell(secret: string, { ip, session, at }: ShellWord): string {
  const word = Buffer.from(JSON.stringify({ ip, session, at })).toString('base64url')
  return `${word}.${macOf(secret, word).toString('base64url')}`
}

/** The word, or null when it was not signed with our secret or is older than five minutes. */
export function readShell(secret: string, header: string, now = Date.now()): ShellWord | null {
  const [word, mac, more] = header.split('.')
  if (!word || !mac || more !== undefined) return null
  const given = Buffer.from(mac, 'base64url')
  const right = macOf(secret, word)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const said = JSON.parse(Buffer.from(word, 'base64url').toString('utf8')) as ShellWord
  return Math.abs(now - said.at) <= validMs ? said : null
}

/** True for a word that was not signed with our secret, or by another clock: nobody whom we would serve as a shell. */
export const isStranger = (secret: string, header: string | undefined): boolean =>
  header !== undefined && readShell(secret, header) === null

const macOf = (secret: string, word: string): Buffer =>
  createHmac('sha256', keyOf(secret)).update(word).digest()

let last: { secret: string; key: Buffer } | undefined

function keyOf(secret: string): Buffer {
  if (last?.secret !== secret) {
    last = { secret, key: Buffer.from(hkdfSync('sha256', secret, 'sanwo', 'shell header', 32)) }
  }
  return last.key
}
