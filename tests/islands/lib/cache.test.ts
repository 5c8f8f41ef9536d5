// @vitest-environment jsdom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  dropUserCaches,
  forgetDetails,
  readDetails,
  readForm,
  recall,
  remember,
  saveDetails,
  saveForm,
} from '../../../islands/lib/cache.ts'
import {
  listDiscoCompanies,
  listDiscos,
  listPaymentOptions,
  listPhoneCodes,
  listPowerProviders,
  listStates,
} from '../../../islands/lib/lists.ts'
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

test('login and logout drop a person’s caches and the details of begun orders, and keep the rest', () => {
  remember('user:profile', hours, ['p'])
  remember('discos:all', hours, ['d'])
  saveForm('power', { amount: '1' })
  saveDetails('power', {})
  dropUserCaches()
  expect(Object.keys(sessionStorage)).toEqual(['sanwo:cache:discos:all'])
  expect(Object.keys(localStorage)).toEqual(['sanwo:form:power'])
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
  dropUserCaches()
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

test('a list that cannot be had is empty, tells nobody, and is asked again the next time', async () => {
  const asked = counting(null, 500)
  const lists = [listDiscos, listPaymentOptions, listStates, listPhoneCodes, listPowerProviders]
  for (const list of lists) expect(await list()).toEqual([])
  await listDiscos()
  expect(asked.get('/services/electricity/discos/all')).toBe(2)
  expect(document.querySelector('.toast')).toBeNull()
})
