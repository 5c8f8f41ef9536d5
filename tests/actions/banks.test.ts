import { expect, test } from 'vitest'
import { type BankSources, bankLists } from '../../server/actions/bank-list.ts'
import { createLog } from '../../server/http/index.ts'
import type { BankServices, Gateways } from '../../server/payments/gateway.ts'
import { gatewaysOf } from '../../server/providers.ts'
import type { Bank } from '../../shared/banks.ts'
import { type GatewayName, gateways } from '../../shared/providers.ts'
import { startTestApp } from '../support/test-app.ts'

const noBankSources = Object.fromEntries(gateways.map((name) => [name, null])) as BankSources
type Banks = Partial<Record<GatewayName, BankServices['listBanks']>>

/** A test app with these bank sources in place of the gateways' own. */
const startAppWith = (change: (real: BankServices['listBanks'], name: GatewayName) => Banks[GatewayName]) =>
  startTestApp({
    providerOverrides: (config) => {
      const gateways = Object.entries(gatewaysOf(config)).map(([name, gateway]) => {
        if (!gateway?.banking) return [name, gateway]
        const { banking } = gateway
        const banks = change(banking.listBanks, gateway.name) ?? banking.listBanks
        return [name, { ...gateway, banking: { ...banking, listBanks: banks } }]
      })
      return { gateways: Object.fromEntries(gateways) as Gateways }
    },
  })

const request = (app: Awaited<ReturnType<typeof startTestApp>>, query = '') =>
  app.createGuest().fetchJson<Bank[]>(`/actions/get-all-banks${query}`)
const opay = (banks: readonly Bank[]) => banks.find(({ name }) => name === 'OPay')?.code

test('banks are listed with name and code, sorted by name, and are publicly cacheable', async () => {
  const app = await startTestApp()
  const { httpStatus, data } = await request(app)
  expect(httpStatus).toBe(200)
  expect(data.length).toBeGreaterThan(20)
  expect(data).toContainEqual({ name: 'Zenith Bank', code: '057' })
  expect(data.every((bank) => Object.keys(bank).sort().join() === 'code,name')).toBe(true)
  expect(data.map(({ name }) => name)).toEqual(
    data.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other, 'en')),
  )
  const response = await fetch(`${app.origin}/api/v1/actions/get-all-banks`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
})

test('the list has the codes of the requested gateway; each gateway has its own', async () => {
  const app = await startTestApp()
  expect(opay((await request(app, '?gateway=paystack')).data)).toBe('999992')
  expect(opay((await request(app, '?gateway=flutterwave')).data)).toBe('305')
  expect((await request(app, '?gateway=unknown')).httpStatus).toBe(422)
})

test('the identity gateway is queried first, once a day, also for concurrent requests', async () => {
  const requests: GatewayName[] = []
  const app = await startAppWith((real, name) => async () => {
    requests.push(name)
    return real()
  })
  await Promise.all([1, 2, 3].map(() => request(app)))
  await request(app)
  expect(requests).toEqual(['monnify'])
})

test('another gateway’s list replaces an unavailable one, unless a gateway was requested', async () => {
  const requests: GatewayName[] = []
  const app = await startAppWith((real, name) => async () => {
    requests.push(name)
    return name === 'monnify' ? null : real()
  })
  expect(opay((await request(app)).data)).toBe('999992')
  await request(app)
  const explicit = await request(app, '?gateway=monnify')
  expect(explicit).toMatchObject({ httpStatus: 503, message: expect.stringContaining('try again') })
  expect(requests).toEqual(['monnify', 'paystack'])
})

test('while no gateway is available, the response has a retry time', async () => {
  const app = await startAppWith(() => async () => null)
  const response = await fetch(`${app.origin}/api/v1/actions/get-all-banks`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a failed gateway is not queried for a minute, and its stale list is used', async () => {
  let ms = 0
  let requests = 0
  let isAvailable = false
  const banks = async () => {
    requests += 1
    return isAvailable ? [{ name: 'Zenith Bank', code: '057' }] : null
  }
  const list = bankLists(
    { log: createLog({ level: 'silent' }), sources: { ...noBankSources, paystack: { listBanks: banks } } },
    () => ms,
  )
  const index = async (time: number) => {
    ms = time
    return [await list('paystack'), requests]
  }
  const zenith = [{ name: 'Zenith Bank', code: '057' }]
  const minute = 60_000
  const day = 24 * 60 * minute
  expect(await index(0)).toEqual([null, 1])
  expect(await index(minute - 1)).toEqual([null, 1])
  isAvailable = true
  expect(await index(minute)).toEqual([zenith, 2])
  expect(await index(minute + day - 1)).toEqual([zenith, 2])
  isAvailable = false
  expect(await index(minute + day)).toEqual([zenith, 3])
  expect(await list('monnify')).toBeNull()
})
