import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export { createUndoToken, parseUndoToken } from './undo.ts'

/**
 * Encrypts texts at rest that must be decrypted later (card tokens, identity numbers), and hashes those that are only compared.
 * `context` binds a ciphertext to its row: it cannot be decrypted with another context.
 */
export interface Secrets {
  encrypt(text: string, context: string): string
  /** @throws Error when the ciphertext was altered, moved, or encrypted with a key that is no longer configured */
  decrypt(ciphertext: string, context: string): string
  /**
   * Keyed hash by the oldest configured key: a newer key changes no hash. After the removal of the oldest key, the same
   * text has another hash.
   */
  hash(text: string, context: string): string
  /** The hashes of a text by every configured key, also those of earlier releases, which hashed with the key itself. */
  hashes(text: string, context: string): readonly string[]
}

const cipher = 'aes-256-gcm'
const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM: encrypts with the first key, decrypts with any. A ciphertext names its key, which allows key
 * rotation: `v1.key.iv.text+tag`, base64url.
 * @param keys 32 bytes each, newest first
 */
export function createSecrets(keys: readonly Buffer[]): Secrets {
  const [newest] = keys
  const oldest = keys.at(-1)
  if (!newest || !oldest) throw new Error('Secrets need a key')
  const keysById = new Map(keys.map((key) => [keyIdOf(key), key]))
  return {
    encrypt(text, context) {
      const iv = randomBytes(ivBytes)
      const encryptor = createCipheriv(cipher, newest, iv).setAAD(Buffer.from(context))
      const ciphertext = Buffer.concat([
        encryptor.update(text, 'utf8'),
        encryptor.final(),
        encryptor.getAuthTag(),
      ])
      return [version, keyIdOf(newest), iv.toString('base64url'), ciphertext.toString('base64url')].join('.')
    },
    decrypt(ciphertext, context) {
      const [formatVersion, keyId = '', iv = '', text = ''] = ciphertext.split('.')
      const key = keysById.get(keyId)
      if (formatVersion !== version || !key) throw new Error(`No key ${keyId} for an encrypted text`)
      const bytes = Buffer.from(text, 'base64url')
      const decryptor = createDecipheriv(cipher, key, Buffer.from(iv, 'base64url'), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decryptor.update(bytes.subarray(0, -tagBytes)), decryptor.final()]).toString(
        'utf8',
      )
    },
    hash: (text, context) => hmacOf(hashKeyOf(oldest), text, context),
    hashes: (text, context) =>
      keys.flatMap((key) => [hmacOf(hashKeyOf(key), text, context), hmacOf(key, text, context)]),
  }
}

/** The key of hashes, which is never the one that encrypts. */
const hashKeyOf = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, 'sanwo', 'hashes', 32))

const hmacOf = (key: Buffer, text: string, context: string): string =>
  createHmac('sha256', key).update(context).update('\0').update(text).digest('base64url')

/** A key id that reveals nothing about the key. */
const keyIdOf = (key: Buffer): string =>
  createHash('sha256').update('sanwo data key').update(key).digest('base64url').slice(0, 8)
