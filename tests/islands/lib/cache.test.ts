// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listPhoneCodes, listStates } from '../../../islands/account/lists.ts'
import {
  forgetDetails,
  forgetVerification,
  noticePerson,
  readDetails,
  readForm,
  readVerification,
  recall,
  remember,
  saveDetails,
  saveForm,
  saveVerification,
} from '../../../islands/lib/cache.ts'
import { writeMeta } from '../../../islands/lib/meta.ts'
import { listDiscoCompanies, listDiscos, listPowerProviders } from '../../../islands/power/discos.ts'
import { useDiscos } from '../../../islands/power/use-discos.ts'
import { keptOptions, listPaymentOptions } from '../../../islands/purchase/own.ts'
import { useList } from '../../../islands/purchase/use-list.ts'
import { hours, minutes, services } from '../../../shared/constants.ts'
import { freshPages } from '../support/page.ts'

const api = `${window.location.origin}/api/v1`
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
freshPages()

const Words = z.array(z.string())

test('a remembered answer lives in session storage until its time is over', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  remember('words', 2 * hours, ['a'])
  expect(Object.keys(sessionStorage)).toEqual(['sanwo:cache:words'])
  expect(localStorage).toHaveLength(0)
  vi.setSystemTime(Date.now() + 2 * hours - 1)
  expect(recall('words', Words)).toEqual(['a'])
  vi.setSystemTime(Date.now() + 1)
  expect(recall('words', Words)).toBeNull()
})

test.each([[[]], [null], [undefined], ['']])('an empty answer (%j) is never remembered', (value) => {
  remember('words', hours, value)
  expect(sessionStorage).toHaveLength(0)
})

test.each([['{'], ['"text"'], [JSON.stringify({ until: 9e15, value: [1] })], ['{"until":"soon"}']])(
  'an entry that cannot be read counts as missing: %s',
  (entry) => {
    sessionStorage.setItem('sanwo:cache:words', entry)
    expect(recall('words', Words)).toBeNull()
  },
)

test('the last form and the customer details are kept per service in local storage', () => {
  const Details = z.object({ order_reference: z.string() })
  for (const service of services) {
    saveForm(service, { phone_number: service })
    saveDetails(service, { order_reference: service })
  }
  expect(services.map((service) => readForm(service)?.phone_number)).toEqual([...services])
  expect(readDetails('power', Details)).toEqual({ order_reference: 'power' })
  expect(sessionStorage).toHaveLength(0)

  forgetDetails('power')
  expect(readDetails('power', Details)).toBeNull()
  expect(readForm('power')).toEqual({ phone_number: 'power' })
  expect(readDetails('data', Details)).toEqual({ order_reference: 'data' })
})

const everything = () => {
  remember('user:profile', hours, ['p'])
  remember('discos:all', hours, ['d'])
  saveForm('power', { amount: '1' })
  saveDetails('power', {})
}
const kept = () => [...Object.keys(sessionStorage), ...Object.keys(localStorage)].sort()

test('login and logout drop a person’s caches and the details of begun orders, and keep the rest', () => {
  noticePerson()
  for (const token of ['ada', 'bola', '']) {
    everything()
    writeMeta('api-token', token)
    noticePerson()
    expect(kept()).toEqual(['sanwo:cache:discos:all', 'sanwo:form:power', 'sanwo:person', 'sanwo:person'])
  }
})

test('while the page is the same person’s, nothing is dropped, and no bearer is stored', () => {
  writeMeta('api-token', 'bearer-of-ada')
  noticePerson()
  everything()
  noticePerson()
  expect(kept()).toContain('sanwo:cache:user:profile')
  expect(kept()).toContain('sanwo:details:power')
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('bearer-of-ada')
})

test('a tab that was a guest’s drops its caches too when another tab has signed in', () => {
  everything()
  writeMeta('api-token', 'bearer-of-ada')
  noticePerson()
  sessionStorage.removeItem('sanwo:person')
  remember('user:profile', hours, ['p'])
  saveDetails('power', {})
  noticePerson()
  expect(kept()).not.toContain('sanwo:cache:user:profile')
  expect(kept()).toContain('sanwo:details:power')
})

test('the wait for a code is kept until the e-mail is proved', () => {
  saveVerification({ email: 'ada@example.com', until: 5 })
  expect(readVerification()).toEqual({ email: 'ada@example.com', until: 5 })
  localStorage.setItem('sanwo:verification', '{"email":1}')
  expect(readVerification()).toBeNull()
  forgetVerification()
  expect(localStorage).toHaveLength(0)
})

test('a browser that forbids storage works without a memory', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  remember('words', hours, ['a'])
  saveForm('power', { amount: '1' })
  noticePerson()
  expect(recall('words', Words)).toBeNull()
  expect(readForm('power')).toBeNull()
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

/** Answers every list, and counts how often each address was asked. */
function counting(data: unknown, status = 200): Map<string, number> {
  const asked = new Map<string, number>()
  server.use(
    http.get(`${api}/*`, ({ request }) => {
      const url = request.url.slice(api.length)
      asked.set(url, (asked.get(url) ?? 0) + 1)
      return HttpResponse.json({ status: status < 400 ? 'success' : 'error', message: '', data }, { status })
    }),
  )
  return asked
}

test('the companies of a meter type are asked once an hour, each type apart', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const asked = counting([ikeja])
  await listDiscoCompanies('prepaid')
  await listDiscoCompanies('postpaid')
  vi.setSystemTime(Date.now() + 59 * minutes)
  expect(await listDiscoCompanies('prepaid')).toEqual([ikeja])
  expect([...asked.values()]).toEqual([1, 1])
  vi.setSystemTime(Date.now() + 2 * minutes)
  await listDiscoCompanies('prepaid')
  expect([...asked.values()]).toEqual([2, 1])
})

test('all companies and the ways to pay are asked once in two hours', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const discos = counting([ikeja])
  await listDiscos()
  vi.setSystemTime(Date.now() + 119 * minutes)
  await listDiscos()
  expect([...discos.values()]).toEqual([1])
  vi.setSystemTime(Date.now() + 2 * minutes)
  await listDiscos()
  expect([...discos.values()]).toEqual([2])

  const options = counting([{ identifier: 'CARD', title: 'Card', description: 'Pay by card' }])
  await listPaymentOptions()
  await listPaymentOptions()
  expect([...options.values()]).toEqual([1])
})

test('a list that came with its page is remembered too, and not asked for on the next', async () => {
  const asked = counting([])
  const { unmount } = renderHook(() => useDiscos('postpaid', { prepaid: [], postpaid: [ikeja] }))
  unmount()
  expect(await listDiscoCompanies('postpaid')).toEqual([ikeja])
  const option = { identifier: 'CARD' as const, title: 'Card', description: 'Pay by card' }
  renderHook(() => useList([option], listPaymentOptions, keptOptions))
  expect(await listPaymentOptions()).toEqual([option])
  expect(asked.size).toBe(0)
})

test('a list that cannot be had is empty, tells nobody, and is asked again the next time', async () => {
  const asked = counting(null, 500)
  const lists = [listDiscos, listPaymentOptions, listStates, listPhoneCodes, listPowerProviders]
  for (const list of lists) expect(await list()).toEqual([])
  await listDiscos()
  expect(asked.get('/services/electricity/discos/all')).toBe(2)
  expect(document.querySelector('.toast')).toBeNull()
})
