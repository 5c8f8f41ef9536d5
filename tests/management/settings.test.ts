import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Figure, SiteConfigs } from '../../shared/management/configs.ts'
import { type Person, personOf } from '../support/account.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { managerOf, timesWrittenDown, whileNothingIsWrittenDown } from './house.ts'

let shop: Shop
let musa: Person
beforeAll(async () => {
  shop = await openShop({ shared: true })
  musa = await managerOf(shop)
})
afterAll(() => shop.close())

type Configs = SiteConfigs & {
  _meta: { version: string; providers: { name: string; configured: boolean }[] }
}
const configs = async () => (await musa.get<Configs>('/management/configs/site-configs')).data
const update = (change: unknown) =>
  musa.post<{ version: string }>('/management/configs/update-site-configs', change)

test('the configuration has every field of the specification', async () => {
  const now = await configs()
  expect(now).toMatchObject({
    power_gateway: 'vtpass',
    cable_gateway: 'vtpass',
    payment_gateway: 'paystack',
    power_status: 1,
    insurance_status: 0,
    ticket_status: 0,
  })
  expect(now._meta.providers.map((it) => it.name)).toEqual(
    expect.arrayContaining(['VTpass', 'BuyPower', 'Paystack']),
  )
})

test('a changed provider takes effect on the next order', async () => {
  expect(await update({ power_gateway: 'buypower' })).toMatchObject({
    status: 'success',
    message: 'Configuration updated successfully!',
  })
  const ada = await personOf(shop)
  const { data } = await ada.looksUp()
  expect((await shop.orderRow(data.order_reference)).vendor).toBe('buypower')
  await update({ power_gateway: 'vtpass' })
})

test('one wrong value, or a name that is no setting of this screen, changes nothing', async () => {
  const before = await configs()
  expect(await update({ power_status: 0, airtime_gateway: 'acme' })).toMatchObject({
    http: 422,
    errors: { airtime_gateway: expect.any(Array) },
  })
  const refused = await update({ cabletv_status: 0, education_gateway: 'buypower' })
  expect(refused).toMatchObject({ http: 422 })
  expect(refused.message + JSON.stringify(refused.errors)).toContain('does not sell')
  for (const stranger of ['wallet_minimum_deposit', 'power_service_charge_kobo', 'is_manager', '__proto__x'])
    expect(await update({ data_status: 0, [stranger]: 1 }), stranger).toMatchObject({
      http: 422,
      errors: { [stranger]: ['There is no such setting here.'] },
    })
  const { _meta, ...values } = await configs()
  const { _meta: was, ...unchanged } = before
  expect(values).toEqual(unchanged)
  expect(_meta.version).toBe(was.version)
  expect(await shop.parts.settings.get('wallet_minimum_deposit')).toBe(500)
})

test('a change that cannot be written down is not made; asked again, both are there', async () => {
  const change = { jamb_status: 0 }
  expect((await whileNothingIsWrittenDown(shop, () => update(change))).http).toBe(500)
  expect(await configs()).toMatchObject({ jamb_status: 1 })
  expect((await update(change)).http).toBe(200)
  expect(await timesWrittenDown(shop, 'setting.change', 'jamb_status')).toBe(1)
  await update({ jamb_status: 1 })
})

test('nothing changed says so', async () => {
  expect(await update({ power_status: 1 })).toMatchObject({ http: 422, message: 'No changes detected.' })
})

test('two managers who edit at once do not undo each other', async () => {
  const seen = (await configs())._meta.version
  expect((await update({ version: seen, airtime_status: 0 })).http).toBe(200)
  expect((await update({ version: seen, airtime_status: 1, data_status: 0 })).http).toBe(409)
  expect(await configs()).toMatchObject({ airtime_status: 0, data_status: 1 })
  const { data } = await update({ version: (await configs())._meta.version, airtime_status: 1 })
  expect(data.version).toBe((await configs())._meta.version)
})

test('figures are changed in naira, within their bounds, and the history tells who did', async () => {
  const figures = async () =>
    (await musa.get<{ figures: Figure[] }>('/management/configs/figures')).data.figures
  expect(await figures()).toContainEqual(
    expect.objectContaining({ name: 'power_service_charge_kobo', unit: 'naira', value: 100 }),
  )
  const change = (changes: Record<string, number | null>) =>
    musa.post('/management/configs/update-figures', { changes })
  expect((await change({ power_service_charge_kobo: 120, education_quantity_limit: 500 })).http).toBe(422)
  expect(await shop.parts.settings.get('power_service_charge_kobo')).toBe(10_000)
  expect((await change({ power_service_charge_kobo: 120 })).http).toBe(200)
  expect(await shop.parts.settings.get('power_service_charge_kobo')).toBe(12_000)
  expect((await change({ power_status: 0 })).http).toBe(422)
  expect((await change({ cashback_basis_points: 25 })).http).toBe(422)
  expect((await change({ cashback_basis_points: 1.5 })).http).toBe(200)
  expect(await shop.parts.settings.get('cashback_basis_points')).toBe(150)
  const deed = await shop.db.q
    .selectFrom('audit_log')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'setting.change')
    .where('subject', '=', 'power_service_charge_kobo')
    .executeTakeFirst()
  expect(deed).toEqual({ actor_id: musa.id, detail: { settings: 'power_service_charge_kobo' } })
  const { data } = await musa.get<{ list: object[] }>('/management/configs/history')
  expect(data.list[0]).toMatchObject({ name: 'cashback_basis_points', old: '1 %', new: '1.5 %' })
  expect(data.list[1]).toMatchObject({
    name: 'power_service_charge_kobo',
    about: 'Service charge, electricity',
    old: '₦100.00',
    new: '₦120.00',
    by: 'Musa Danjuma',
  })
})
