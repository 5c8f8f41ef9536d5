import { readStored, removeStored, writeStored } from './storage.ts'

interface StoredKey {
  key: string
  print: string
}

/** Keys that storage could not save, for the lifetime of the page. */
const memoryKeys = new Map<string, StoredKey>()

/**
 * An idempotency key belongs to one request: it is stored before anything is sent, so that a reload or a lost
 * response reuses it. A changed body is another request with another key.
 */
export function idempotencyKeyFor(operation: string, body: unknown): string {
  const name = `key:${operation}`
  const print = fingerprint(JSON.stringify(body, withoutSecrets) ?? '')
  const stored = memoryKeys.get(name) ?? readStoredKey(name)
  if (stored?.print === print) return stored.key
  const newKey = { key: randomHex(16), print }
  writeStored('session', name, newKey)
  if (readStoredKey(name)?.key === newKey.key) memoryKeys.delete(name)
  else memoryKeys.set(name, newKey)
  return newKey.key
}

/** Removes the key after a final response. */
export function clearKey(operation: string): void {
  removeStored('session', `key:${operation}`)
  memoryKeys.delete(`key:${operation}`)
}

/** A fingerprint of a PIN can be reversed in seconds by brute force. Another PIN is the same operation. */
const withoutSecrets = (name: string, value: unknown): unknown =>
  /(^|_)(pin|password|bvn)(_|$)/.test(name) ? undefined : value

function readStoredKey(name: string): StoredKey | null {
  const stored = readStored('session', name)
  return isStoredKey(stored) ? stored : null
}

const isStoredKey = (value: unknown): value is StoredKey =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'print' in value &&
  typeof value.print === 'string'

/** `crypto.randomUUID` is missing on plain http; random bytes are always available. */
function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** FNV-1a over UTF-16 units: detects a changed text without storing it. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `${text.length}.${(hash >>> 0).toString(36)}`
}
