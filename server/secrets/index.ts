import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Keeps texts that must be read again (card tokens, identity numbers) unreadable in the database.
 * `about` binds a sealed text to its place: moved to another row, it does not open.
 */
export interface Secrets {
  seal(text: string, about: string): string
  /** @throws Error when it was altered, moved, or sealed under a key that is no longer given */
  open(sealed: string, about: string): string
}

const cipher = 'aes-256-gcm'
const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM under the first of the keys; all of them open. A sealed text names its key, so that keys
 * can be changed one after the other: `v1.key.iv.text+tag`, base64url.
 * @param keys 32 bytes each, the newest first
 */
export function openSecrets(keys: readonly Buffer[]): Secrets {
  const [newest] = keys
  if (!newest) throw new Error('Secrets need a key')
  const byName = new Map(keys.map((key) => [nameOf(key), key]))
  return {
    seal(text, about) {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, newest, iv).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()])
      return [version, nameOf(newest), iv.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open(sealed, about) {
      const [form, name = '', iv = '', text = ''] = sealed.split('.')
      const key = byName.get(name)
      if (form !== version || !key) throw new Error(`No key ${name} for a sealed text`)
      const bytes = Buffer.from(text, 'base64url')
      const opening = createDecipheriv(cipher, key, Buffer.from(iv, 'base64url'), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([opening.update(bytes.subarray(0, -tagBytes)), opening.final()]).toString('utf8')
    },
  }
}

/** Tells a key without telling anything of it. */
const nameOf = (key: Buffer): string =>
  createHash('sha256').update('sanwo data key').update(key).digest('base64url').slice(0, 8)
