import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../support/shop.ts'
import { holderOf } from './house.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true })
})
afterAll(() => shop.close())

const accountsOf = (userId: string) =>
  shop.db.q.selectFrom('virtual_accounts').selectAll().where('user_id', '=', userId).execute()

const whole = {
  bank_name: expect.any(String),
  account_name: expect.any(String),
  account_number: expect.stringMatching(/^\d{10}$/),
  status: 'active',
  note: null,
  buys_automatically: false,
}

test('a saved meter gets an account in its owner’s verified name, and shows it from then on', async () => {
  const ada = await holderOf(shop)
  const { data: verified } = await ada.verifies()
  const uniqueid = await ada.savesMeter()
  expect((await ada.meters())[0]?.virtual_account).toBeNull()
  const reserved = await ada.reserves(uniqueid)
  expect(reserved).toMatchObject({
    http: 200,
    status: 'success',
    message: 'The account was reserved.',
    data: { virtual_account: { ...whole, account_name: verified.account_name } },
  })
  expect((await ada.meters())[0]?.virtual_account).toEqual(reserved.data.virtual_account)
})

test('a smartcard too; phones and devices are refused', async () => {
  const ada = await holderOf(shop)
  await ada.verifies()
  const smartcard = await ada.send<{ uniqueid: string }>('/account/beneficiaries/smartcard-numbers/add', {
    smartcard_number: '1212121212',
    service_code: 'dstv',
    tv_network: 'DStv',
    bundle: 'DStv Padi',
    cabletv_network_id: 'dstv',
    cabletv_bouquet_id: 'dstv-padi',
    tv_bundle_amount: 2950,
  })
  expect(await ada.reserves(smartcard.data.uniqueid, 'smartcard_number')).toMatchObject({
    http: 200,
    data: { virtual_account: whole },
  })
  const phone = await ada.send<{ uniqueid: string }>('/account/beneficiaries/phone-numbers/add', {
    phone_number: '08031234567',
    provider: 'MTN',
    provider_id: 'mtn',
    def_amount: 500,
  })
  expect(await ada.reserves(phone.data.uniqueid, 'airtime')).toMatchObject({
    http: 422,
    message: 'An account can be reserved for a meter or a smartcard only.',
  })
  expect((await ada.reserves(phone.data.uniqueid, 'meter_number')).http).toBe(404)
  expect((await ada.reserves(smartcard.data.uniqueid, 'meter_number')).http).toBe(404)
})

test('one that has an account answers it, and no second one is made', async () => {
  const ada = await holderOf(shop)
  const { uniqueid, account } = await ada.holdsAccount()
  expect(await ada.reserves(uniqueid)).toMatchObject({ http: 200, data: { virtual_account: account } })
  expect(await accountsOf(ada.id)).toHaveLength(1)
})

test('without a verified BVN nothing is reserved', async () => {
  const ada = await holderOf(shop)
  const uniqueid = await ada.savesMeter()
  expect(await ada.reserves(uniqueid)).toMatchObject({
    http: 422,
    message: 'Please verify your BVN first.',
  })
  expect(await accountsOf(ada.id)).toEqual([])
})

test('a wish without a beneficiary, and another’s, are refused', async () => {
  const [ada, bola] = [await holderOf(shop), await holderOf(shop)]
  await ada.verifies()
  const { uniqueid } = await bola.holdsAccount()
  for (const [id, kind] of [
    [uniqueid, null],
    [uniqueid, ''],
    [uniqueid, 'power'],
    ['', 'meter_number'],
  ] as const)
    expect((await ada.reserves(id, kind)).http).toBe(422)
  const foreign = await ada.reserves(uniqueid)
  expect(foreign).toEqual(await ada.reserves('NOSUCHMETER9'))
  expect(foreign).toMatchObject({ http: 404, message: 'No record found' })
  expect(await shop.guest().send('/account/user/reserve-account-number', {})).toMatchObject({ http: 403 })
})

test('a reservation whose answer was lost ends in one account, under the reference that was kept before it', async () => {
  const own = await openShop()
  const ada = await holderOf(own)
  await ada.verifies()
  const uniqueid = await ada.savesMeter()
  await own.fault('monnify', 'reserve_pending')
  expect(await ada.reserves(uniqueid)).toMatchObject({
    http: 202,
    status: 'pending',
    data: { virtual_account: null },
  })
  expect((await ada.meters())[0]?.virtual_account).toBeNull()
  await own.sweepUntil(async () => (await ada.meters())[0]?.virtual_account != null)
  expect((await ada.meters())[0]?.virtual_account).toEqual(whole)
  expect(await own.db.q.selectFrom('virtual_accounts').selectAll().execute()).toMatchObject([
    { state: 'reserved', asks: 2 },
  ])
})

test('one that the bank refused may be asked for again, under the same reference', async () => {
  const ada = await holderOf(shop)
  await ada.verifies()
  const uniqueid = await ada.savesMeter()
  await shop.fault('monnify', 'reserve_refused')
  expect(await ada.reserves(uniqueid)).toMatchObject({
    http: 422,
    message: 'The bank could not open an account with these details. Please check your BVN and try again.',
  })
  const [refused] = await accountsOf(ada.id)
  expect(refused).toMatchObject({ state: 'refused', because: 'Invalid BVN details provided' })
  expect((await ada.reserves(uniqueid)).http).toBe(200)
  expect(await accountsOf(ada.id)).toMatchObject([{ state: 'reserved', reference: refused?.reference }])
})

test('a meter that was deleted and saved again has its account again', async () => {
  const ada = await holderOf(shop)
  const { uniqueid, account } = await ada.holdsAccount()
  const [meter] = await ada.meters()
  const gone = await fetch(`${shop.origin}/api/v1/account/beneficiaries/meter-numbers/${uniqueid}/delete`, {
    method: 'DELETE',
    headers: { ...ada.headers, 'content-type': 'application/json' },
  })
  expect(gone.status).toBe(200)
  await ada.savesMeter(meter?.number)
  expect((await ada.meters())[0]?.virtual_account).toEqual(account)
})

test('the funding fee is told only when there is one', async () => {
  const ada = await holderOf(shop)
  expect((await ada.terms()).funding_fee).toBeNull()
  await shop.parts.settings.change('funding_fee_kobo', 5_000)
  expect((await ada.terms()).funding_fee).toBe(50)
  await shop.parts.settings.change('funding_fee_kobo', 0)
})
