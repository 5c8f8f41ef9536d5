import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { goodsFor, networkNamed, vendorsFor } from '../../server/catalogue/index.ts'
import type { Offer } from '../../server/vending/index.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'
import type { DataNetwork } from '../../shared/data.ts'
import { openStockedShop, pay } from '../support/journey.ts'
import { openShop, type ShopOptions } from '../support/shop.ts'

/** VTpass as it is, but for the list of one product, which the test writes. */
function withList(lists: { of: string; offers: Offer[] | 'down' }): ShopOptions {
  return {
    counterparties: (config) => {
      const real = vtpass(config.vtpass!)
      return {
        vendors: {
          vtpass: {
            ...real,
            async list(of) {
              if (of.productCode !== lists.of) return real.list(of)
              return lists.offers === 'down'
                ? { is: 'unavailable', because: 'timeout' }
                : { is: 'listed', offers: lists.offers }
            },
          },
        },
      }
    },
  }
}

const offer = (vendorCode: string, priceKobo: bigint, name = vendorCode): Offer => ({
  vendorCode,
  name,
  priceKobo,
})

test('a list that was never had is fetched when somebody first looks', async () => {
  const shop = await openShop()
  const { data } = await shop.guest().ask<DataNetwork[]>('/services/data/networks/all')
  expect(data[0]?.data_plans.length).toBeGreaterThan(3)
  const { rows } = { rows: await shop.db.q.selectFrom('variations').select('service').distinct().execute() }
  expect(rows.map(({ service }) => service).sort()).toEqual(['cabletv', 'data', 'education'])
})

test('a vendor is asked again when its lists grew old on the business clock, whatever the machine says', async () => {
  let asked = 0
  const shop = await openShop({
    counterparties: (config) => {
      const real = vtpass(config.vtpass!)
      const counted = <A extends unknown[], R>(ask: (...given: A) => R) => {
        return (...given: A) => {
          asked += 1
          return ask(...given)
        }
      }
      return { vendors: { vtpass: { ...real, list: counted(real.list), bounds: counted(real.bounds) } } }
    },
  })
  /** What somebody who looks makes the vendor answer; who asked a moment ago leaves it alone, and this process has just begun. */
  const asksMade = async () => {
    await shop.restart()
    asked = 0
    await shop.guest().ask('/services/data/networks/all')
    await pause(500)
    return asked
  }
  await shop.clockAhead(-24 * 60 * 60)
  await shop.features.catalogue.refresh()
  expect(await asksMade()).toBe(0)
  await shop.clockAhead(14 * 60)
  expect(await asksMade()).toBe(0)
  await shop.clockAhead(2 * 60)
  expect(await asksMade()).toBeGreaterThan(3)
})

test('while the vendor is down the last good list serves', async () => {
  const shop = await openStockedShop()
  const before = await shop.guest().ask<DataNetwork[]>('/services/data/networks/all')
  await shop.fault('vtpass', 'catalogue_down', 50)
  await shop.features.catalogue.refresh()
  expect(await shop.guest().ask('/services/data/networks/all')).toEqual(before)
})

test('a new price and name replace the old under the same code of ours; what is gone is not offered', async () => {
  const lists: { of: string; offers: Offer[] | 'down' } = {
    of: 'glo-data',
    offers: [offer('GLO 100/A', 10_000n, 'Small'), offer('glo500', 50_000n)],
  }
  const shop = await openStockedShop(withList(lists))
  const plans = async () => {
    const { data } = await shop.guest().ask<DataNetwork[]>('/services/data/networks/all')
    return data.find(({ code }) => code === 'glo')?.data_plans
  }
  expect(await plans()).toEqual([
    { id: 'glo-100-a', code: 'glo-100-a', name: 'Small', price: 100 },
    { id: 'glo500', code: 'glo500', name: 'glo500', price: 500 },
  ])
  lists.offers = [offer('GLO 100/A', 12_050n, 'Small plus'), offer('glo-100-a', 10_000n, 'Other')]
  await shop.features.catalogue.refresh()
  expect(await plans()).toEqual([
    { id: 'glo-100-a', code: 'glo-100-a', name: 'Small plus', price: 120.5 },
    { id: 'glo-100-a-2', code: 'glo-100-a-2', name: 'Other', price: 100 },
  ])
  lists.offers = 'down'
  await shop.features.catalogue.refresh()
  expect(await plans()).toHaveLength(2)
})

test('an order whose plan left the list after it was paid is delivered all the same', async () => {
  const lists: { of: string; offers: Offer[] | 'down' } = {
    of: 'mtn-data',
    offers: [offer('mtn-10mb-100', 10_000n)],
  }
  const shop = await openStockedShop(withList(lists))
  const ada = shop.guest()
  const { data: info } = await ada.send<Parameters<typeof pay>[1]>('/services/data/get-device-info', {
    device_id: '08010000099',
    selected_provider: 'mtn',
    selected_bundle_code: 'mtn-10mb-100',
    phone_number_to_notify: '08031234567',
  })
  await pay(ada, info, { payment_for: 'vtu_data' })
  lists.offers = [offer('mtn-50mb-200', 20_000n)]
  await shop.features.catalogue.refresh()
  const end = await ada.send('/services/data/process-subscription', { serviceId: info.order_reference })
  expect(end).toMatchObject({ http: 200 })
})

test('every product of ours has its vendor’s code, and a variation that nobody listed has none', async () => {
  const shop = await openStockedShop()
  const ware = { service: 'cabletv', code: 'dstv', variation: 'dstv79', beneficiary: '1212121212' } as const
  expect(await goodsFor(shop.db, 'vtpass', ware)).toEqual({
    service: 'cabletv',
    productCode: 'dstv',
    variationCode: 'dstv79',
    beneficiary: '1212121212',
    quantity: 1,
    priceKobo: 1_900_000n,
  })
  expect(await goodsFor(shop.db, 'vtpass', { ...ware, variation: 'none' })).toBeUndefined()
  expect(await vendorsFor(shop.db, ware)).toEqual(['vtpass', 'buypower', 'irecharge'])
  expect(await vendorsFor(shop.db, { ...ware, code: 'hbo' })).toEqual([])
  const airtime = { service: 'airtime', code: 't2', variation: '', beneficiary: '+2348090000000' } as const
  expect(await goodsFor(shop.db, 'vtpass', airtime)).toMatchObject({
    productCode: 'etisalat',
    variationCode: null,
  })
})

test('a network is found by its name, id or code in any case', () => {
  const networks = [{ id: 't2', code: 't2', name: 'T2 (9mobile)', logo: '' }]
  for (const typed of ['t2', 'T2', ' T2 (9MOBILE) ']) expect(networkNamed(networks, typed)).toBe(networks[0])
  expect(networkNamed(networks, '9')).toBeUndefined()
})
