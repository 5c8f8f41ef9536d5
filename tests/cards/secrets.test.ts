import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSecrets } from '../../server/secrets/index.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]

test('a sealed text opens in its own place, under any key that is still given', () => {
  const before = openSecrets([older]).seal('AUTH_abc', 'payment_card 1')
  const both = openSecrets([newer, older])
  expect(both.open(before, 'payment_card 1')).toBe('AUTH_abc')
  const after = both.seal('AUTH_abc', 'payment_card 1')
  expect(after).not.toBe(both.seal('AUTH_abc', 'payment_card 1'))
  expect(openSecrets([newer]).open(after, 'payment_card 1')).toBe('AUTH_abc')
})

test('moved, altered, cut short, or under a key that is gone, it does not open', () => {
  const secrets = openSecrets([older])
  const sealed = secrets.seal('AUTH_abc', 'payment_card 1')
  expect(() => secrets.open(sealed, 'payment_card 2')).toThrow()
  expect(() => openSecrets([newer]).open(sealed, 'payment_card 1')).toThrow('No key')
  const parts = sealed.split('.')
  const text = Buffer.from(parts[3]!, 'base64url')
  text[0]! ^= 1
  expect(() =>
    secrets.open([...parts.slice(0, 3), text.toString('base64url')].join('.'), 'payment_card 1'),
  ).toThrow()
  expect(() => secrets.open([...parts.slice(0, 3), 'AAAA'].join('.'), 'payment_card 1')).toThrow()
  expect(() => secrets.open('AUTH_abc', 'payment_card 1')).toThrow()
})
