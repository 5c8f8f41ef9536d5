import { drop, read, write } from './storage.ts'

interface Kept {
  key: string
  print: string
}

/** Keys that storage did not take, while this page stands. */
const held = new Map<string, Kept>()

/**
 * A key names one intention: it is stored before anything is sent, so that a reload or a lost reply
 * sends the same one again. A changed body is another intention and gets another key.
 */
export function keyFor(intention: string, body: unknown): string {
  const name = `key:${intention}`
  const print = fingerprint(JSON.stringify(body, withoutSecrets) ?? '')
  const kept = held.get(name) ?? readKept(name)
  if (kept?.print === print) return kept.key
  const fresh = { key: randomHex(16), print }
  write('session', name, fresh)
  if (readKept(name)?.key === fresh.key) held.delete(name)
  else held.set(name, fresh)
  return fresh.key
}

/** After a final answer the intention is done with. */
export function forgetKey(intention: string): void {
  drop('session', `key:${intention}`)
  held.delete(`key:${intention}`)
}

/** A print of a PIN gives it away: all of them are tried in seconds. Another PIN is no other intention. */
const withoutSecrets = (name: string, value: unknown): unknown =>
  /(^|_)(pin|password|bvn)(_|$)/.test(name) ? undefined : value

function readKept(name: string): Kept | null {
  const kept = read('session', name)
  return isKept(kept) ? kept : null
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'print' in value &&
  typeof value.print === 'string'

/** `crypto.randomUUID` is missing on plain http; random bytes are there everywhere. */
function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** FNV-1a over UTF-16 units: tells two texts apart without keeping either. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `${text.length}.${(hash >>> 0).toString(36)}`
}
