import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findNetwork, vendorProductFor, vendorsFor } from '../../server/catalogue/index.ts'
import type { PriceListEntry } from '../../server/vending/index.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'
import type { DataNetwork } from '../../shared/data.ts'
import { payForOrder, startTestAppWithCatalogue } from '../support/checkout-journey.ts'
import { noVendors } from '../support/providers.ts'
import { eventually, startTestApp, type TestAppOptions } from '../support/test-app.ts'

/** VTpass, except that the test defines the list of one product. */
function withList(lists: { of: string; entries: PriceListEntry[] | 'down' }): TestAppOptions {
  return {
    providerOverrides: (config) => {
      const real = vtpass(config.vendors.vtpass!)
      return {
        vendors: {
          ...noVendors,
          vtpass: {
            ...real,
            async list(of) {
              if (of.productCode !== lists.of) return real.list(of)
              return lists.entries === 'down'
                ? { type: 'unavailable', reason: 'timeout' }
                : { type: 'listed', entries: lists.entries }
            },
          },
        },
      }
    },
  }
}

const entry = (vendorCode: string, priceKobo: bigint, name = vendorCode): PriceListEntry => ({
  vendorCode,
  name,
  priceKobo,
})

test('a list that was never fetched is fetched on the first request', async () => {
  const app = await startTestApp()
  const { data } = await app.createGuest().fetchJson<DataNetwork[]>('/services/data/networks/all')
  expect(data[0]?.data_plans.length).toBeGreaterThan(3)
  const { rows } = { rows: await app.db.q.selectFrom('variations').select('service').distinct().execute() }
  expect(rows.map(({ service }) => service).sort()).toEqual(['cabletv', 'data', 'education'])
})

test("a vendor's lists are fetched again when they expire on the application clock, not on the system clock", async () => {
  let requestCount = 0
  const app = await startTestApp({
    providerOverrides: (config) => {
      const real = vtpass(config.vendors.vtpass!)
      const counted = <A extends unknown[], R>(send: (...input: A) => R) => {
        return (...input: A) => {
          requestCount += 1
          return send(...input)
        }
      }
      return {
        vendors: {
          ...noVendors,
          vtpass: { ...real, list: counted(real.list), amountLimits: counted(real.amountLimits) },
        },
      }
    },
  })
  /**
   * Counts the vendor calls that one page view causes. A recently fetched list is not fetched again, and this
   * process has just started.
   */
  const countVendorRequests = async () => {
    await app.restart()
    requestCount = 0
    await app.createGuest().fetchJson('/services/data/networks/all')
    await pause(500)
    return requestCount
  }
  await app.advanceClock(-24 * 60 * 60)
  await app.features.catalogue.refresh()
  expect(await countVendorRequests()).toBe(0)
  await app.advanceClock(14 * 60)
  expect(await countVendorRequests()).toBe(0)
  await app.advanceClock(2 * 60)
  await countVendorRequests()
  await eventually(async () => requestCount > 3)
})

test('while the vendor is down the last fetched list is served', async () => {
  const app = await startTestAppWithCatalogue()
  const before = await app.createGuest().fetchJson<DataNetwork[]>('/services/data/networks/all')
  await app.injectFault('vtpass', 'catalogue_down', 50)
  await app.features.catalogue.refresh()
  expect(await app.createGuest().fetchJson('/services/data/networks/all')).toEqual(before)
})

test('a new price and name replace the old under the same product code; a removed product is not offered', async () => {
  const lists: { of: string; entries: PriceListEntry[] | 'down' } = {
    of: 'glo-data',
    entries: [entry('GLO 100/A', 10_000n, 'Small'), entry('glo500', 50_000n)],
  }
  const app = await startTestAppWithCatalogue(withList(lists))
  const plans = async () => {
    const { data } = await app.createGuest().fetchJson<DataNetwork[]>('/services/data/networks/all')
    return data.find(({ code }) => code === 'glo')?.data_plans
  }
  expect(await plans()).toEqual([
    { id: 'glo-100-a', code: 'glo-100-a', name: 'Small', price: 100 },
    { id: 'glo500', code: 'glo500', name: 'glo500', price: 500 },
  ])
  lists.entries = [entry('GLO 100/A', 12_050n, 'Small plus'), entry('glo-100-a', 10_000n, 'Other')]
  await app.features.catalogue.refresh()
  expect(await plans()).toEqual([
    { id: 'glo-100-a', code: 'glo-100-a', name: 'Small plus', price: 120.5 },
    { id: 'glo-100-a-2', code: 'glo-100-a-2', name: 'Other', price: 100 },
  ])
  lists.entries = 'down'
  await app.features.catalogue.refresh()
  expect(await plans()).toHaveLength(2)
})

test('an order whose plan left the list after payment is still delivered', async () => {
  const lists: { of: string; entries: PriceListEntry[] | 'down' } = {
    of: 'mtn-data',
    entries: [entry('mtn-10mb-100', 10_000n)],
  }
  const app = await startTestAppWithCatalogue(withList(lists))
  const ada = app.createGuest()
  const { data: info } = await ada.postJson<Parameters<typeof payForOrder>[1]>(
    '/services/data/get-device-info',
    {
      device_id: '08010000099',
      selected_provider: 'mtn',
      selected_bundle_code: 'mtn-10mb-100',
      phone_number_to_notify: '08031234567',
    },
  )
  await payForOrder(ada, info, { payment_for: 'vtu_data' })
  lists.entries = [entry('mtn-50mb-200', 20_000n)]
  await app.features.catalogue.refresh()
  const end = await ada.postJson('/services/data/process-subscription', { serviceId: info.order_reference })
  expect(end).toMatchObject({ httpStatus: 200 })
})

test('every product has its vendor’s code, and a variation that is not listed has none', async () => {
  const app = await startTestAppWithCatalogue()
  const product = {
    service: 'cabletv',
    code: 'dstv',
    variation: 'dstv79',
    beneficiary: '1212121212',
  } as const
  expect(await vendorProductFor(app.db, 'vtpass', product)).toEqual({
    service: 'cabletv',
    productCode: 'dstv',
    variationCode: 'dstv79',
    beneficiary: '1212121212',
    quantity: 1,
    priceKobo: 1_900_000n,
  })
  expect(await vendorProductFor(app.db, 'vtpass', { ...product, variation: 'none' })).toBeUndefined()
  expect(await vendorsFor(app.db, product)).toEqual(['vtpass', 'buypower', 'irecharge'])
  expect(await vendorsFor(app.db, { ...product, code: 'hbo' })).toEqual([])
  const airtime = { service: 'airtime', code: 't2', variation: '', beneficiary: '+2348090000000' } as const
  expect(await vendorProductFor(app.db, 'vtpass', airtime)).toMatchObject({
    productCode: 'etisalat',
    variationCode: null,
  })
})

test('a network is found by name, id or code in any case', () => {
  const networks = [{ id: 't2', code: 't2', name: 'T2 (9mobile)', logo: '' }]
  for (const typed of ['t2', 'T2', ' T2 (9MOBILE) ']) expect(findNetwork(networks, typed)).toBe(networks[0])
  expect(findNetwork(networks, '9')).toBeUndefined()
})
