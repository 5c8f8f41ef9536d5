import { drop, read, write } from './storage.ts'

/**
 * A key names one intention: it is stored before anything is sent, so that a reload or a lost reply
 * sends the same one again. A changed body is another intention and gets another key.
 */
export function keyFor(intention: string, body: unknown): string {
  const print = fingerprint(JSON.stringify(body) ?? '')
  const kept = read('session', `key:${intention}`)
  if (isKept(kept) && kept.print === print) return kept.key
  const key = randomHex(16)
  write('session', `key:${intention}`, { key, print })
  return key
}

/** After a final answer the intention is done with. */
export const forgetKey = (intention: string): void => drop('session', `key:${intention}`)

const isKept = (value: unknown): value is { key: string; print: string } =>
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
