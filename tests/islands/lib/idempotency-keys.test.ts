// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { clearKey, idempotencyKeyFor } from '../../../islands/lib/idempotency-keys.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

test.each(['auth_pin', 'pin', 'pin_confirmation', 'password', 'customer_bvn'])(
  'the fingerprint stored with a key does not depend on the %s, so that it cannot be brute-forced',
  (secret) => {
    const printOf = (value: string) => {
      idempotencyKeyFor('top-up', { amount: 500, [secret]: value })
      const { print } = JSON.parse(sessionStorage.getItem('sanwo:key:top-up') ?? '{}')
      clearKey('top-up')
      return print
    }
    expect(printOf('246810')).toMatch(/^\d+\./)
    expect(printOf('246810')).toBe(printOf('13579'))
  },
)

test('a mistyped PIN is the same operation, another amount is another', () => {
  const key = idempotencyKeyFor('top-up', { amount: 500, auth_pin: '246810' })
  expect(idempotencyKeyFor('top-up', { amount: 500, auth_pin: '246811' })).toBe(key)
  expect(idempotencyKeyFor('top-up', { amount: 501, auth_pin: '246810' })).not.toBe(key)
})

test('without storage a second click is still the same operation until the final response', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const key = idempotencyKeyFor('redeem', { amount: 500 })
  expect(idempotencyKeyFor('redeem', { amount: 500 })).toBe(key)
  expect(idempotencyKeyFor('redeem', { amount: 501 })).not.toBe(key)
  clearKey('redeem')
  expect(idempotencyKeyFor('redeem', { amount: 501 })).not.toBe(key)
})

test('full storage never returns an old key for a new operation', () => {
  const old = idempotencyKeyFor('redeem', { amount: 500 })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const now = idempotencyKeyFor('redeem', { amount: 501 })
  expect(now).not.toBe(old)
  expect(idempotencyKeyFor('redeem', { amount: 501 })).toBe(now)
})
