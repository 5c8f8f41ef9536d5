import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodsFor, priceKoboOf, vendorsFor } from '../../server/catalogue/index.ts'
import { plainName, sameAs } from '../../server/catalogue/same.ts'
import type { Config } from '../../server/config.ts'
import { discos, networks } from '../../server/database/reference-data.ts'
import { vendorsOf } from '../../server/providers.ts'
import type { Offer, Vendor, VendorName } from '../../server/vending/index.ts'
import { openStockedShop } from '../support/journey.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openStockedShop({ shared: true })
})
afterAll(() => shop.close())

const bouquet = (code: string, variation: string) =>
  ({ service: 'cabletv', code, variation, beneficiary: '1200000099' }) as const
const variationOf = async (vendor: VendorName, vendorCode: string) =>
  (
    await shop.db.q
      .selectFrom('variations')
      .select(['code', 'variation'])
      .where('vendor', '=', vendor)
      .where('vendor_code', '=', vendorCode)
      .executeTakeFirst()
  )?.variation

test('every electricity company is mapped for all three vendors and both kinds of meter', async () => {
  for (const { code } of discos) {
    for (const variation of ['prepaid', 'postpaid'] as const) {
      const ware = { service: 'power', code, variation, beneficiary: '11000000099' } as const
      expect(await vendorsFor(shop.db, ware), code).toEqual(['vtpass', 'buypower', 'irecharge'])
      for (const vendor of ['vtpass', 'buypower', 'irecharge'] as const)
        expect(await goodsFor(shop.db, vendor, ware), `${vendor} ${code}`).toMatchObject({
          meterType: variation,
          variationCode: expect.any(String),
        })
    }
  }
})

test('a company has one code at VTpass and BuyPower, and one for each kind of meter at iRecharge', async () => {
  const ware = { service: 'power', code: 'ikeja', variation: 'postpaid', beneficiary: '10000000099' } as const
  const codes = async (vendor: VendorName) => {
    const { productCode, variationCode } = (await goodsFor(shop.db, vendor, ware)) ?? {}
    return [productCode, variationCode]
  }
  expect(await codes('vtpass')).toEqual(['ikeja-electric', 'postpaid'])
  expect(await codes('buypower')).toEqual(['IKEJA', 'POSTPAID'])
  expect(await codes('irecharge')).toEqual(['ikeja', 'Ikeja_Electric_Bill_Payment'])
})

test('airtime of every network is sold by all three; exam PINs and Showmax by VTpass alone', async () => {
  for (const { service, code } of networks) {
    const ware = { service, code, variation: '', beneficiary: '+2348010000099' }
    const alone = service === 'education' || code === 'showmax'
    expect(await vendorsFor(shop.db, ware), `${service} ${code}`).toEqual(
      alone ? ['vtpass'] : ['vtpass', 'buypower', 'irecharge'],
    )
  }
})

test('a bouquet that several vendors sell under one name and price has one code of ours', async () => {
  expect(await variationOf('buypower', 'DSPADI')).toBe('dstv-padi')
  expect(await variationOf('irecharge', 'PADI')).toBe('dstv-padi')
  expect(await variationOf('buypower', 'DSCOMPACTPLUS')).toBe('dstv7')
  expect(await variationOf('irecharge', 'COMPLE')).toBe('dstv7')
  expect(await variationOf('buypower', 'GOSMALLIE')).toBe('gotv-smallie')
  expect(await variationOf('buypower', 'STNOVA')).toBe('nova')
})

test('another price, another name or another duration is another bouquet', async () => {
  expect(await variationOf('buypower', 'DSPREMIUM')).toBe('dspremium')
  expect(await variationOf('irecharge', 'PREMIUM')).toBe('dstv3')
  expect(await variationOf('buypower', 'STBASIC')).toBe('stbasic')
  expect(await variationOf('irecharge', 'GOSMALLIEQ')).toBe('gosmallieq')
})

test('data plans of two vendors never share a code, whatever they are called', async () => {
  const rows = await shop.db.q
    .selectFrom('variations')
    .select(['vendor', 'code', 'variation'])
    .where('service', '=', 'data')
    .execute()
  const keys = rows.map(({ code, variation }) => `${code} ${variation}`)
  expect(new Set(rows.map(({ vendor }) => vendor)).size).toBe(3)
  expect(new Set(keys).size).toBe(keys.length)
})

test('another vendor may deliver what one sold while name and price are the same there', async () => {
  const padi = bouquet('dstv', 'dstv-padi')
  expect(await vendorsFor(shop.db, padi, 'vtpass')).toEqual(['vtpass', 'buypower', 'irecharge'])
  expect(await vendorsFor(shop.db, bouquet('dstv', 'dspremium'), 'buypower')).toEqual(['buypower'])
  const change = (vendor: VendorName, set: object) =>
    shop.db.q
      .updateTable('variations')
      .set(set)
      .where('vendor', '=', vendor)
      .where('variation', '=', 'dstv-padi')
      .execute()
  await change('buypower', { price_kobo: 450_000n })
  await change('irecharge', { name: 'DSTV PADI WEEKLY' })
  expect(await vendorsFor(shop.db, padi, 'vtpass')).toEqual(['vtpass'])
  expect(await vendorsFor(shop.db, padi)).toEqual(['vtpass', 'buypower', 'irecharge'])
  expect(await priceKoboOf(shop.db, 'buypower', padi)).toBe(450_000n)
  await shop.features.catalogue.refresh()
  await change('irecharge', { on_sale: false })
  expect(await vendorsFor(shop.db, padi, 'vtpass')).toEqual(['vtpass', 'buypower'])
  await shop.features.catalogue.refresh()
})

test.each([
  ['DStv Padi', 'DSTV PADI', true],
  ['DStv Compact Plus', 'Compact +', true],
  ['DStv Padi N4,400', 'Dstv Padi Bouquet', true],
  ['GOtv Smallie - monthly', 'GOtv Smallie (1 Month)', true],
  ['GOtv Smallie - monthly', 'GOtv Smallie quarterly', false],
  ['Nova (Dish) - 1 month', 'Nova (Antenna)', false],
  ['DStv Compact', 'DStv Compact Plus', false],
  ['DStv', 'DStv Bouquet', false],
])('%s and %s at one price: the same is %s', (one, other, same) => {
  const network = one.startsWith('GOtv') ? 'GOtv' : 'DStv'
  const [a, b] = [one, other].map((name) => ({ name, priceKobo: 440_000n }))
  expect(sameAs(a!, [b!], network).length === 1).toBe(same)
  expect(sameAs(a!, [{ ...b!, priceKobo: 440_001n }], network)).toEqual([])
})

test('a name keeps what tells two bouquets apart', () => {
  expect(plainName('DStv Compact Plus + ExtraView N30,000', 'DStv')).toBe('compact plus plus extraview')
  expect(plainName('Básico 3 months', 'DStv')).toBe('basico 3 months')
})

/** Vendors as they are, but for their DStv lists, which the test writes. */
function withLists(lists: Partial<Record<VendorName, Offer[]>>) {
  const counterparties = (config: Config) => {
    const wrap = (real: Vendor): Vendor => ({
      ...real,
      async list(of) {
        const own = of.productCode.toUpperCase() === 'DSTV' ? lists[real.name] : undefined
        return own ? { is: 'listed', offers: own } : { is: 'unavailable', because: 'not asked' }
      },
    })
    const vendors = Object.values(vendorsOf(config)).map((it) => [it.name, wrap(it)])
    return { vendors: Object.fromEntries(vendors) as Record<VendorName, Vendor> }
  }
  return { counterparties }
}
const offer = (vendorCode: string, name: string, priceKobo = 100_000n): Offer => ({
  vendorCode,
  name,
  priceKobo,
})
const codesAt = async (at: Shop, vendor: VendorName) => {
  const rows = await at.db.q
    .selectFrom('variations')
    .select(['vendor_code', 'variation'])
    .where('vendor', '=', vendor)
    .where('code', '=', 'dstv')
    .orderBy('vendor_code')
    .execute()
  return Object.fromEntries(rows.map((it) => [it.vendor_code, it.variation]))
}

test('two candidates on either side leave a bouquet unmatched', async () => {
  const lists = {
    vtpass: [offer('a', 'Alpha'), offer('a-dup', 'ALPHA'), offer('b', 'Beta')],
    buypower: [offer('A', 'Alpha'), offer('B1', 'Beta'), offer('B2', 'DStv Beta')],
  }
  const mine = await openShop(withLists(lists))
  await mine.features.catalogue.refresh()
  expect(await codesAt(mine, 'vtpass')).toEqual({ a: 'a', 'a-dup': 'a-dup', b: 'b' })
  expect(await codesAt(mine, 'buypower')).toEqual({ A: 'a-2', B1: 'b1', B2: 'b2' })
})

test('a code of ours stays with a vendor’s code through later prices and names', async () => {
  const lists: Record<'vtpass' | 'buypower', Offer[]> = {
    vtpass: [offer('a', 'Alpha')],
    buypower: [offer('A1', 'Alpha')],
  }
  const mine = await openShop(withLists(lists))
  await mine.features.catalogue.refresh()
  expect(await codesAt(mine, 'buypower')).toEqual({ A1: 'a' })
  lists.buypower = [offer('A1', 'Alpha', 120_000n), offer('A2', 'Alpha')]
  await mine.features.catalogue.refresh()
  // Its own code for this one is taken by A1, so that A2 is another bouquet of ours.
  expect(await codesAt(mine, 'buypower')).toEqual({ A1: 'a', A2: 'a2' })
})

test('the vendor that lists first gives the codes, and another one joins them later', async () => {
  const lists: Partial<Record<VendorName, Offer[]>> = { buypower: [offer('A1', 'Alpha')] }
  const mine = await openShop(withLists(lists))
  await mine.features.catalogue.refresh()
  lists.vtpass = [offer('dstv-alpha', 'DStv Alpha')]
  await mine.features.catalogue.refresh()
  expect(await codesAt(mine, 'vtpass')).toEqual({ 'dstv-alpha': 'a1' })
})

test('two processes that read the lists at the same moment give one bouquet one code', async () => {
  const mine = await openShop()
  const second = await mine.another()
  await Promise.all([mine.features.catalogue.refresh(), second.catalogue.refresh()])
  const rows = await mine.db.q
    .selectFrom('variations')
    .select(['vendor', 'vendor_code', 'variation'])
    .where('vendor_code', 'in', ['dstv-padi', 'DSPADI', 'PADI'])
    .execute()
  expect(rows).toHaveLength(3)
  expect(new Set(rows.map(({ variation }) => variation)).size).toBe(1)
})
