// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { userPrefix } from '../../../islands/lib/cache.ts'
import { isPushOn } from '../../../islands/lib/push.ts'
import { readStored, writeStored } from '../../../islands/lib/storage.ts'
import { getPushKey, subscribeToPush } from '../../../shared/push.ts'
import { errorResponse, mockApi, success } from '../support/api.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const subscription = () => ({
  endpoint: 'https://push.example/1',
  unsubscribe: vi.fn(async () => true),
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
})

const storedKeyName = `${userPrefix}push`
const oldKey = 'AAAA-_8B'
const newKey = 'BBBB-_8B'
const subscribe = vi.fn(async (_: PushSubscriptionOptionsInit) => subscription())
const old = subscription()

beforeEach(() => {
  vi.clearAllMocks()
  const registration = { active: {}, pushManager: { getSubscription: async () => old, subscribe } }
  const serviceWorker = { getRegistration: async () => registration, register: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  writeStored('local', storedKeyName, oldKey)
})

test('a subscription with the current key of the server is on and stays', async () => {
  respond(getPushKey, () => success({ public_key: oldKey }))
  expect(await isPushOn()).toBe(true)
  expect(subscribe).not.toHaveBeenCalled()
})

test('a subscription with an earlier key is replaced', async () => {
  respond(getPushKey, () => success({ public_key: newKey }))
  const stored = respond(subscribeToPush, () => success({}))
  expect(await isPushOn()).toBe(true)
  expect(old.unsubscribe).toHaveBeenCalledOnce()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: newKey })
  expect(stored).toHaveLength(1)
  expect(readStored('local', storedKeyName)).toBe(newKey)
})

test('notifications are off when the browser cannot subscribe again, or the server has none', async () => {
  respond(getPushKey, (_, index) => success({ public_key: index === 0 ? newKey : null }))
  subscribe.mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'))
  expect(await isPushOn()).toBe(false)
  expect(await isPushOn()).toBe(false)
})

test('without a response of the server a subscription counts as usable', async () => {
  respond(getPushKey, () => errorResponse(503, 'Down.'))
  expect(await isPushOn()).toBe(true)
})
