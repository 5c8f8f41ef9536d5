import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceKoboOf, vendorProductFor, vendorsFor } from '../../server/catalogue/index.ts'
import { matchingProducts, plainName } from '../../server/catalogue/match-products.ts'
import type { Config } from '../../server/config.ts'
import { discos, networks } from '../../server/database/reference-data.ts'
import { vendorsOf } from '../../server/providers.ts'
import type { PriceListEntry, Vendor, VendorName, Vendors } from '../../server/vending/index.ts'
import { startTestAppWithCatalogue } from '../support/checkout-journey.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestAppWithCatalogue({ shared: true })
})
afterAll(() => app.close())

const bouquet = (code: string, variation: string) =>
  ({ service: 'cabletv', code, variation, beneficiary: '1200000099' }) as const
const variationOf = async (vendor: VendorName, vendorCode: string) =>
  (
    await app.db.q
      .selectFrom('variations')
      .select(['code', 'variation'])
      .where('vendor', '=', vendor)
      .where('vendor_code', '=', vendorCode)
      .executeTakeFirst()
  )?.variation

test('every electricity company is mapped for all three vendors and both meter types', async () => {
  for (const { code } of discos) {
    for (const variation of ['prepaid', 'postpaid'] as const) {
      const product = { service: 'power', code, variation, beneficiary: '11000000099' } as const
      expect(await vendorsFor(app.db, product), code).toEqual(['vtpass', 'buypower', 'irecharge'])
      for (const vendor of ['vtpass', 'buypower', 'irecharge'] as const)
        expect(await vendorProductFor(app.db, vendor, product), `${vendor} ${code}`).toMatchObject({
          meterType: variation,
          variationCode: expect.any(String),
        })
    }
  }
})

test('each vendor has its own codes for a company and a meter type', async () => {
  const product = {
    service: 'power',
    code: 'ikeja',
    variation: 'postpaid',
    beneficiary: '10000000099',
  } as const
  const codes = async (vendor: VendorName) => {
    const { productCode, variationCode } = (await vendorProductFor(app.db, vendor, product)) ?? {}
    return [productCode, variationCode]
  }
  expect(await codes('vtpass')).toEqual(['ikeja-electric', 'postpaid'])
  expect(await codes('buypower')).toEqual(['IKEJA', 'POSTPAID'])
  expect(await codes('irecharge')).toEqual(['ikeja', 'Ikeja_Electric_Bill_Payment'])
})

test('all three vendors sell airtime of every network; only VTpass sells exam PINs and Showmax', async () => {
  for (const { service, code } of networks) {
    const product = { service, code, variation: '', beneficiary: '+2348010000099' }
    const isOnlyAtVtpass = service === 'education' || code === 'showmax'
    expect(await vendorsFor(app.db, product), `${service} ${code}`).toEqual(
      isOnlyAtVtpass ? ['vtpass'] : ['vtpass', 'buypower', 'irecharge'],
    )
  }
})

test('a bouquet that several vendors sell under one name and price has one product code', async () => {
  expect(await variationOf('buypower', 'DSPADI')).toBe('dstv-padi')
  expect(await variationOf('irecharge', 'PADI')).toBe('dstv-padi')
  expect(await variationOf('buypower', 'DSCOMPACTPLUS')).toBe('dstv7')
  expect(await variationOf('irecharge', 'COMPLE')).toBe('dstv7')
  expect(await variationOf('buypower', 'GOSMALLIE')).toBe('gotv-smallie')
  expect(await variationOf('buypower', 'STNOVA')).toBe('nova')
})

test('a different price, name or duration is a different bouquet', async () => {
  expect(await variationOf('buypower', 'DSPREMIUM')).toBe('dspremium')
  expect(await variationOf('irecharge', 'PREMIUM')).toBe('dstv3')
  expect(await variationOf('buypower', 'STBASIC')).toBe('stbasic')
  expect(await variationOf('irecharge', 'GOSMALLIEQ')).toBe('gosmallieq')
})

test('data plans of two vendors never share a code, even if their names are equal', async () => {
  const rows = await app.db.q
    .selectFrom('variations')
    .select(['vendor', 'code', 'variation'])
    .where('service', '=', 'data')
    .execute()
  const keys = rows.map(({ code, variation }) => `${code} ${variation}`)
  expect(new Set(rows.map(({ vendor }) => vendor)).size).toBe(3)
  expect(new Set(keys).size).toBe(keys.length)
})

test('another vendor may deliver a sold bouquet while its name and price are the same there', async () => {
  const padi = bouquet('dstv', 'dstv-padi')
  expect(await vendorsFor(app.db, padi, 'vtpass')).toEqual(['vtpass', 'buypower', 'irecharge'])
  expect(await vendorsFor(app.db, bouquet('dstv', 'dspremium'), 'buypower')).toEqual(['buypower'])
  const updatePadi = (vendor: VendorName, set: object) =>
    app.db.q
      .updateTable('variations')
      .set(set)
      .where('vendor', '=', vendor)
      .where('variation', '=', 'dstv-padi')
      .execute()
  await updatePadi('buypower', { price_kobo: 450_000n })
  await updatePadi('irecharge', { name: 'DSTV PADI WEEKLY' })
  expect(await vendorsFor(app.db, padi, 'vtpass')).toEqual(['vtpass'])
  expect(await vendorsFor(app.db, padi)).toEqual(['vtpass', 'buypower', 'irecharge'])
  expect(await priceKoboOf(app.db, 'buypower', padi)).toBe(450_000n)
  await app.features.catalogue.refresh()
  await updatePadi('irecharge', { on_sale: false })
  expect(await vendorsFor(app.db, padi, 'vtpass')).toEqual(['vtpass', 'buypower'])
  await app.features.catalogue.refresh()
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
])('%s and %s at one price are the same bouquet: %s', (one, other, same) => {
  const network = one.startsWith('GOtv') ? 'GOtv' : 'DStv'
  const [a, b] = [one, other].map((name) => ({ name, priceKobo: 440_000n }))
  expect(matchingProducts(a!, [b!], network).length === 1).toBe(same)
  expect(matchingProducts(a!, [{ ...b!, priceKobo: 440_001n }], network)).toEqual([])
})

test('a plain name keeps the words that distinguish two bouquets', () => {
  expect(plainName('DStv Compact Plus + ExtraView N30,000', 'DStv')).toBe('compact plus plus extraview')
  expect(plainName('Básico 3 months', 'DStv')).toBe('basico 3 months')
})

/** The vendors, except that the test defines their DStv lists. */
function withLists(lists: Partial<Record<VendorName, PriceListEntry[]>>) {
  const providerOverrides = (config: Config) => {
    const withOwnList = (vendor: Vendor): Vendor => ({
      ...vendor,
      async list(of) {
        const entries = of.productCode.toUpperCase() === 'DSTV' ? lists[vendor.name] : undefined
        return entries ? { type: 'listed', entries } : { type: 'unavailable', reason: 'not asked' }
      },
    })
    const vendors = Object.entries(vendorsOf(config)).map(([name, vendor]) => [
      name,
      vendor && withOwnList(vendor),
    ])
    return { vendors: Object.fromEntries(vendors) as Vendors }
  }
  return { providerOverrides }
}
const entry = (vendorCode: string, name: string, priceKobo = 100_000n): PriceListEntry => ({
  vendorCode,
  name,
  priceKobo,
})
const codesAt = async (at: TestApp, vendor: VendorName) => {
  const rows = await at.db.q
    .selectFrom('variations')
    .select(['vendor_code', 'variation'])
    .where('vendor', '=', vendor)
    .where('code', '=', 'dstv')
    .orderBy('vendor_code')
    .execute()
  return Object.fromEntries(rows.map((item) => [item.vendor_code, item.variation]))
}

test('two candidates on either side leave a bouquet unmatched', async () => {
  const lists = {
    vtpass: [entry('a', 'Alpha'), entry('a-dup', 'ALPHA'), entry('b', 'Beta')],
    buypower: [entry('A', 'Alpha'), entry('B1', 'Beta'), entry('B2', 'DStv Beta')],
  }
  const ownApp = await startTestApp(withLists(lists))
  await ownApp.features.catalogue.refresh()
  expect(await codesAt(ownApp, 'vtpass')).toEqual({ a: 'a', 'a-dup': 'a-dup', b: 'b' })
  expect(await codesAt(ownApp, 'buypower')).toEqual({ A: 'a-2', B1: 'b1', B2: 'b2' })
})

test('a product code stays mapped to a vendor’s code when price and name change', async () => {
  const lists: Record<'vtpass' | 'buypower', PriceListEntry[]> = {
    vtpass: [entry('a', 'Alpha')],
    buypower: [entry('A1', 'Alpha')],
  }
  const ownApp = await startTestApp(withLists(lists))
  await ownApp.features.catalogue.refresh()
  expect(await codesAt(ownApp, 'buypower')).toEqual({ A1: 'a' })
  lists.buypower = [entry('A1', 'Alpha', 120_000n), entry('A2', 'Alpha')]
  await ownApp.features.catalogue.refresh()
  // A1 already has this vendor's code, so A2 gets a separate product code.
  expect(await codesAt(ownApp, 'buypower')).toEqual({ A1: 'a', A2: 'a2' })
})

test("the first vendor's list defines the codes, and a second vendor's list is mapped to them later", async () => {
  const lists: Partial<Record<VendorName, PriceListEntry[]>> = { buypower: [entry('A1', 'Alpha')] }
  const ownApp = await startTestApp(withLists(lists))
  await ownApp.features.catalogue.refresh()
  lists.vtpass = [entry('dstv-alpha', 'DStv Alpha')]
  await ownApp.features.catalogue.refresh()
  expect(await codesAt(ownApp, 'vtpass')).toEqual({ 'dstv-alpha': 'a1' })
})

test('two processes that read the lists concurrently give one bouquet one code', async () => {
  const ownApp = await startTestApp()
  const second = await ownApp.startSecondProcess()
  await Promise.all([ownApp.features.catalogue.refresh(), second.catalogue.refresh()])
  const rows = await ownApp.db.q
    .selectFrom('variations')
    .select(['vendor', 'vendor_code', 'variation'])
    .where('vendor_code', 'in', ['dstv-padi', 'DSPADI', 'PADI'])
    .execute()
  expect(rows).toHaveLength(3)
  expect(new Set(rows.map(({ variation }) => variation)).size).toBe(1)
})
