// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { fetchPhoneCodes, fetchStates } from '../../../islands/account/lists.ts'
import {
  clearCacheOnUserChange,
  clearOrderDetails,
  clearVerification,
  readCache,
  readFormValues,
  readOrderDetails,
  readVerification,
  saveFormValues,
  saveOrderDetails,
  saveVerification,
  writeCache,
} from '../../../islands/lib/cache.ts'
import { readMeta, writeMeta } from '../../../islands/lib/meta.ts'
import { fetchDiscoCompanies, fetchDiscos } from '../../../islands/power/discos.ts'
import { useDiscos } from '../../../islands/power/use-discos.ts'
import { useList } from '../../../islands/purchase/use-list.ts'
import { fetchPaymentOptions, paymentOptionsCache } from '../../../islands/purchase/wallet-and-cards.ts'
import { maskSessionToken } from '../../../server/web/mask.ts'
import { hours, minutes, services } from '../../../shared/constants.ts'
import { resetPageForEachTest } from '../support/page.ts'

const api = `${window.location.origin}/api/v1`
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
resetPageForEachTest()

const CachedList = z.array(z.string())

test('a cached response stays in session storage until it expires', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  writeCache('list', 2 * hours, ['a'])
  expect(Object.keys(sessionStorage)).toEqual(['sanwo:cache:list'])
  expect(localStorage).toHaveLength(0)
  vi.setSystemTime(Date.now() + 2 * hours - 1)
  expect(readCache('list', CachedList)).toEqual(['a'])
  vi.setSystemTime(Date.now() + 1)
  expect(readCache('list', CachedList)).toBeNull()
})

test.each([[[]], [null], [undefined], ['']])('an empty response (%j) is never cached', (value) => {
  writeCache('list', hours, value)
  expect(sessionStorage).toHaveLength(0)
})

test.each([['{'], ['"text"'], [JSON.stringify({ until: 9e15, value: [1] })], ['{"until":"soon"}']])(
  'an unreadable entry counts as missing: %s',
  (entry) => {
    sessionStorage.setItem('sanwo:cache:list', entry)
    expect(readCache('list', CachedList)).toBeNull()
  },
)

test('the last form and the customer details are stored per service in local storage', () => {
  const Details = z.object({ order_reference: z.string() })
  for (const service of services) {
    saveFormValues(service, { phone_number: service })
    saveOrderDetails(service, { order_reference: service })
  }
  expect(services.map((service) => readFormValues(service)?.phone_number)).toEqual([...services])
  expect(readOrderDetails('power', Details)).toEqual({ order_reference: 'power' })
  expect(sessionStorage).toHaveLength(0)

  clearOrderDetails('power', 'another order')
  expect(readOrderDetails('power', Details)).toEqual({ order_reference: 'power' })
  clearOrderDetails('power', 'power')
  expect(readOrderDetails('power', Details)).toBeNull()
  expect(readFormValues('power')).toEqual({ phone_number: 'power' })
  expect(readOrderDetails('data', Details)).toEqual({ order_reference: 'data' })
})

const storeAllKinds = () => {
  writeCache('user:profile', hours, ['p'])
  writeCache('discos:all', hours, ['d'])
  saveFormValues('power', { amount: '1' })
  saveOrderDetails('power', {})
}
const storedKeys = () => [...Object.keys(sessionStorage), ...Object.keys(localStorage)].sort()

test('login and logout remove a user’s caches and the details of started orders, and keep the rest', () => {
  clearCacheOnUserChange()
  for (const token of ['ada', 'bola', '']) {
    storeAllKinds()
    writeMeta('session-token', token)
    clearCacheOnUserChange()
    expect(storedKeys()).toEqual([
      'sanwo:cache:discos:all',
      'sanwo:form:power',
      'sanwo:person',
      'sanwo:person',
    ])
  }
})

test('while the user stays the same nothing is removed, and no session token is stored', () => {
  writeMeta('session-token', 'session-token-of-ada')
  clearCacheOnUserChange()
  storeAllKinds()
  clearCacheOnUserChange()
  expect(storedKeys()).toContain('sanwo:cache:user:profile')
  expect(storedKeys()).toContain('sanwo:details:power')
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('session-token-of-ada')
})

test('another mask of the same session token does not count as another user', () => {
  writeMeta('session-token', maskSessionToken('session-token-of-ada'))
  expect(readMeta('session-token')).toBe('session-token-of-ada')
  clearCacheOnUserChange()
  storeAllKinds()
  writeMeta('session-token', maskSessionToken('session-token-of-ada'))
  clearCacheOnUserChange()
  expect(readCache('user:profile', z.array(z.string()))).toEqual(['p'])
})

test('a guest’s tab removes its caches too when another tab has signed in', () => {
  storeAllKinds()
  writeMeta('session-token', 'session-token-of-ada')
  clearCacheOnUserChange()
  sessionStorage.removeItem('sanwo:person')
  writeCache('user:profile', hours, ['p'])
  saveOrderDetails('power', {})
  clearCacheOnUserChange()
  expect(storedKeys()).not.toContain('sanwo:cache:user:profile')
  expect(storedKeys()).toContain('sanwo:details:power')
})

test('the resend countdown is stored until the e-mail is verified', () => {
  saveVerification({ email: 'ada@example.com', until: 5 })
  expect(readVerification()).toEqual({ email: 'ada@example.com', until: 5 })
  localStorage.setItem('sanwo:verification', '{"email":1}')
  expect(readVerification()).toBeNull()
  clearVerification()
  expect(localStorage).toHaveLength(0)
})

test('a browser that blocks storage works without stored values', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  writeCache('list', hours, ['a'])
  saveFormValues('power', { amount: '1' })
  clearCacheOnUserChange()
  expect(readCache('list', CachedList)).toBeNull()
  expect(readFormValues('power')).toBeNull()
})

const ikeja = {
  id: '1',
  code: 'ikeja-electric',
  name: 'Ikeja Electric',
  abbr: 'IKEDC',
  logo: '/logos/ikedc.svg',
  description: 'Ikeja',
  company: { name: 'Ikeja Electric PLC' },
  states: ['Lagos'],
}

/** Responds to every list request and counts the requests per URL. */
function mockCountedResponses(data: unknown, status = 200): Map<string, number> {
  const requests = new Map<string, number>()
  server.use(
    http.get(`${api}/*`, ({ request }) => {
      const url = request.url.slice(api.length)
      requests.set(url, (requests.get(url) ?? 0) + 1)
      return HttpResponse.json({ status: status < 400 ? 'success' : 'error', message: '', data }, { status })
    }),
  )
  return requests
}

test('the discos of each meter type are fetched once an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const requests = mockCountedResponses([ikeja])
  await fetchDiscoCompanies('prepaid')
  await fetchDiscoCompanies('postpaid')
  vi.setSystemTime(Date.now() + 59 * minutes)
  expect(await fetchDiscoCompanies('prepaid')).toEqual([ikeja])
  expect([...requests.values()]).toEqual([1, 1])
  vi.setSystemTime(Date.now() + 2 * minutes)
  await fetchDiscoCompanies('prepaid')
  expect([...requests.values()]).toEqual([2, 1])
})

test('all discos and the payment methods are fetched once in two hours', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const discos = mockCountedResponses([ikeja])
  await fetchDiscos()
  vi.setSystemTime(Date.now() + 119 * minutes)
  await fetchDiscos()
  expect([...discos.values()]).toEqual([1])
  vi.setSystemTime(Date.now() + 2 * minutes)
  await fetchDiscos()
  expect([...discos.values()]).toEqual([2])

  const options = mockCountedResponses([{ identifier: 'CARD', title: 'Card', description: 'Pay by card' }])
  await fetchPaymentOptions()
  await fetchPaymentOptions()
  expect([...options.values()]).toEqual([1])
})

test('a list included in a page is cached and not fetched on the next page', async () => {
  const requests = mockCountedResponses([])
  const { unmount } = renderHook(() => useDiscos('postpaid', { prepaid: [], postpaid: [ikeja] }))
  unmount()
  expect(await fetchDiscoCompanies('postpaid')).toEqual([ikeja])
  const option = { identifier: 'CARD' as const, title: 'Card', description: 'Pay by card' }
  renderHook(() => useList([option], fetchPaymentOptions, paymentOptionsCache))
  expect(await fetchPaymentOptions()).toEqual([option])
  expect(requests.size).toBe(0)
})

test('a list that fails to load is empty, shows no error, and is fetched again next time', async () => {
  const requests = mockCountedResponses(null, 500)
  const lists = [fetchDiscos, fetchPaymentOptions, fetchStates, fetchPhoneCodes]
  for (const list of lists) expect(await list()).toEqual([])
  await fetchDiscos()
  expect(requests.get('/services/electricity/discos/all')).toBe(2)
  expect(document.querySelector('.toast')).toBeNull()
})
