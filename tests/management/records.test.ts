import { afterAll, beforeAll, expect, test } from 'vitest'
import { trialBalance } from '../../server/ledger/index.ts'
import type { PowerOrder, PowerRecord } from '../../shared/power.ts'
import { type Person, personOf } from '../support/account.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { managerOf } from './house.ts'

let shop: Shop
let musa: Person
beforeAll(async () => {
  shop = await openShop({ shared: true })
  musa = await managerOf(shop)
})
afterAll(() => shop.close())

const good = {
  meter_number: '45012345678',
  meter_type: 'prepaid',
  phone_number: '08035556666',
  amount: '4000',
  meter_disco: 'ikeja',
  access_token: 'OLD-1',
  platform: 'irecharge',
  email_address: '',
  units: '55.4',
  token: '1234-5678-9012-3456-7890',
  description: '',
}
const creates = (change: object = {}) =>
  musa.post<{ reference: string }>('/management/power/create-record', { ...good, ...change })

test('a recorded purchase moves no money, and whoever knows meter and phone finds its token', async () => {
  const before = await trialBalance(shop.db.q)
  const { http, data } = await creates()
  expect(http).toBe(200)
  expect(await trialBalance(shop.db.q)).toEqual(before)
  const guest = shop.guest()
  const { data: found } = await guest.send<PowerRecord[]>('/actions/get-power-history', {
    meter_number: good.meter_number,
    phone_number: '0803 555 6666',
  })
  expect(found).toMatchObject([{ reference: data.reference, token: '12345678901234567890', units: '55.4' }])
  const { data: order } = await guest.ask<PowerOrder>(
    `/services/electricity/transaction/${found[0]?.access_token}/order/${data.reference}/details`,
  )
  expect(order).toMatchObject({ meter_number: good.meter_number, amount: 4_000, service_charge: 0 })
  const pdf = await musa.fetchFile(`/services/transaction/power/${data.reference}`)
  expect(pdf.bytes.subarray(0, 4).toString()).toBe('%PDF')
})

test('the same meter, token and reference are recorded once', async () => {
  await creates({ access_token: 'OLD-2' })
  expect(await creates({ access_token: 'OLD-2' })).toMatchObject({
    http: 409,
    message: 'This purchase is on record already.',
  })
})

test('a record belongs to the user with that e-mail', async () => {
  const ada = await personOf(shop)
  const { data } = await creates({ access_token: 'OLD-3', email_address: ada.email })
  const row = await shop.db.q
    .selectFrom('power_records')
    .select(['user_id', 'recorded_by'])
    .where('reference', '=', data.reference)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ user_id: ada.id, recorded_by: musa.id })
})

test.each(['meter_number', 'units', 'token', 'meter_type', 'phone_number', 'amount', 'meter_disco'])(
  'a record without its %s is refused',
  async (field) => {
    const { http, errors } = await creates({ [field]: '' })
    expect(http).toBe(422)
    expect(Object.keys(errors ?? {})).toContain(field)
  },
)

test.each([
  ['negative units', { units: '-5' }],
  ['letters in the amount', { amount: 'many' }],
  ['a company we do not know', { meter_disco: 'acme' }],
  ['another platform', { platform: 'vtpass' }],
  ['a foreign phone', { phone_number: '+447911123456' }],
])('a record with %s is refused', async (_, change) => {
  expect((await creates({ access_token: 'OLD-4', ...change })).http).toBe(422)
})

test('what a message about an order needs is told, and that it was read is written down', async () => {
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const power = await ada.buys('power')
  const { data } = await musa.get(`/management/services/get-details/power/${power}`)
  expect(data).toMatchObject({
    token: expect.stringMatching(/^\d{20}$/),
    units: expect.any(String),
    meter_number: '11000000099',
    amount: 2_000,
  })
  const airtime = await ada.buys('airtime')
  expect((await musa.get(`/management/services/get-details/airtime/${airtime}`)).data).toEqual({
    amount: 500,
    customer_number: '08010000099',
  })
  expect((await musa.get(`/management/services/get-details/power/${airtime}`)).http).toBe(404)
  expect((await musa.get('/management/services/get-details/power/ABCDEFGHJKLM')).http).toBe(404)
  const reads = await shop.db.q
    .selectFrom('audit_log')
    .select('subject')
    .where('action', '=', 'delivery.read')
    .execute()
  expect(reads.map((it) => it.subject)).toEqual([power, airtime])
})
