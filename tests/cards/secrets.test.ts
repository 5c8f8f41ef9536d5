import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from '../../server/secrets/index.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]

test('a ciphertext decrypts with its own context under any configured key', () => {
  const before = createSecrets([older]).encrypt('AUTH_abc', 'payment_card 1')
  const both = createSecrets([newer, older])
  expect(both.decrypt(before, 'payment_card 1')).toBe('AUTH_abc')
  const after = both.encrypt('AUTH_abc', 'payment_card 1')
  expect(after).not.toBe(both.encrypt('AUTH_abc', 'payment_card 1'))
  expect(createSecrets([newer]).decrypt(after, 'payment_card 1')).toBe('AUTH_abc')
})

test('a text has the same hash after a newer key is added, and none of its hashes uses an encryption key alone', () => {
  const hash = createSecrets([older]).hash('SIG_abc', 'card_signature paystack')
  const both = createSecrets([newer, older])
  expect(both.hash('SIG_abc', 'card_signature paystack')).toBe(hash)
  expect(both.hash('SIG_abc', 'card_signature monnify')).not.toBe(hash)
  expect(createSecrets([newer]).hash('SIG_abc', 'card_signature paystack')).not.toBe(hash)
  expect(hash).not.toBe(hmacByKeyItself(older))
})

test('the hashes of a text are those of every configured key, and those that earlier releases stored', () => {
  const hashes = createSecrets([newer, older]).hashes('SIG_abc', 'card_signature paystack')
  for (const key of [newer, older]) {
    expect(hashes).toContain(createSecrets([key]).hash('SIG_abc', 'card_signature paystack'))
    expect(hashes).toContain(hmacByKeyItself(key))
  }
})

/** The hash of an earlier release. */
const hmacByKeyItself = (key: Buffer) =>
  createHmac('sha256', key).update('card_signature paystack\0SIG_abc').digest('base64url')

test('a moved, altered, truncated or unknown-key ciphertext does not decrypt', () => {
  const secrets = createSecrets([older])
  const encrypted = secrets.encrypt('AUTH_abc', 'payment_card 1')
  expect(() => secrets.decrypt(encrypted, 'payment_card 2')).toThrow()
  expect(() => createSecrets([newer]).decrypt(encrypted, 'payment_card 1')).toThrow('No key')
  const segments = encrypted.split('.')
  const text = Buffer.from(segments[3]!, 'base64url')
  text[0]! ^= 1
  expect(() =>
    secrets.decrypt([...segments.slice(0, 3), text.toString('base64url')].join('.'), 'payment_card 1'),
  ).toThrow()
  expect(() => secrets.decrypt([...segments.slice(0, 3), 'AAAA'].join('.'), 'payment_card 1')).toThrow()
  expect(() => secrets.decrypt('AUTH_abc', 'payment_card 1')).toThrow()
})
