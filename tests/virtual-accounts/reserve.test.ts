import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createAccountHolder } from './setup.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const accountsOf = (userId: string) =>
  app.db.q.selectFrom('virtual_accounts').selectAll().where('user_id', '=', userId).execute()

const activeAccount = {
  bank_name: expect.any(String),
  account_name: expect.any(String),
  account_number: expect.stringMatching(/^\d{10}$/),
  status: 'active',
  note: null,
  auto_purchase: false,
}

test('a saved meter gets a virtual account in its owner’s verified name and shows it', async () => {
  const ada = await createAccountHolder(app)
  const { data: verification } = await ada.verifyBvn()
  const uniqueid = await ada.saveMeter()
  expect((await ada.meters())[0]?.virtual_account).toBeNull()
  const response = await ada.reserve(uniqueid)
  expect(response).toMatchObject({
    httpStatus: 200,
    status: 'success',
    message: 'The account was reserved.',
    data: { virtual_account: { ...activeAccount, account_name: verification.account_name } },
  })
  expect((await ada.meters())[0]?.virtual_account).toEqual(response.data.virtual_account)
})

test('a smartcard gets a virtual account; phones and devices are rejected', async () => {
  const ada = await createAccountHolder(app)
  await ada.verifyBvn()
  const smartcard = await ada.postJson<{ uniqueid: string }>('/account/beneficiaries/smartcard-numbers/add', {
    smartcard_number: '1212121212',
    service_code: 'dstv',
    tv_network: 'DStv',
    bundle: 'DStv Padi',
    cabletv_network_id: 'dstv',
    cabletv_bouquet_id: 'dstv-padi',
    tv_bundle_amount: 2950,
  })
  expect(await ada.reserve(smartcard.data.uniqueid, 'smartcard_number')).toMatchObject({
    httpStatus: 200,
    data: { virtual_account: activeAccount },
  })
  const phone = await ada.postJson<{ uniqueid: string }>('/account/beneficiaries/phone-numbers/add', {
    phone_number: '08031234567',
    provider: 'MTN',
    provider_id: 'mtn',
    def_amount: 500,
  })
  expect(await ada.reserve(phone.data.uniqueid, 'airtime')).toMatchObject({
    httpStatus: 422,
    message: 'An account can be reserved for a meter or a smartcard only.',
  })
  expect((await ada.reserve(phone.data.uniqueid, 'meter_number')).httpStatus).toBe(404)
  expect((await ada.reserve(smartcard.data.uniqueid, 'meter_number')).httpStatus).toBe(404)
})

test('a repeated reservation returns the existing account', async () => {
  const ada = await createAccountHolder(app)
  const { uniqueid, account } = await ada.reserveAccountForNewMeter()
  expect(await ada.reserve(uniqueid)).toMatchObject({ httpStatus: 200, data: { virtual_account: account } })
  expect(await accountsOf(ada.id)).toHaveLength(1)
})

test('no account is reserved without a verified BVN', async () => {
  const ada = await createAccountHolder(app)
  const uniqueid = await ada.saveMeter()
  expect(await ada.reserve(uniqueid)).toMatchObject({
    httpStatus: 422,
    message: 'Please verify your BVN first.',
  })
  expect(await accountsOf(ada.id)).toEqual([])
})

test('a reservation without a beneficiary or for another user’s is rejected', async () => {
  const [ada, bola] = [await createAccountHolder(app), await createAccountHolder(app)]
  await ada.verifyBvn()
  const { uniqueid } = await bola.reserveAccountForNewMeter()
  for (const [id, kind] of [
    [uniqueid, null],
    [uniqueid, ''],
    [uniqueid, 'power'],
    ['', 'meter_number'],
  ] as const)
    expect((await ada.reserve(id, kind)).httpStatus).toBe(422)
  const response = await ada.reserve(uniqueid)
  expect(response).toEqual(await ada.reserve('NOSUCHMETER9'))
  expect(response).toMatchObject({ httpStatus: 404, message: 'No record found' })
  expect(await app.createGuest().postJson('/account/user/reserve-account-number', {})).toMatchObject({
    httpStatus: 403,
  })
})

test('a reservation that the gateway reports as pending results in one account, after a later query', async () => {
  const ownApp = await startTestApp()
  const ada = await createAccountHolder(ownApp)
  await ada.verifyBvn()
  const uniqueid = await ada.saveMeter()
  await ownApp.injectFault('monnify', 'reserve_pending')
  expect(await ada.reserve(uniqueid)).toMatchObject({
    httpStatus: 202,
    status: 'pending',
    data: { virtual_account: null },
  })
  expect((await ada.meters())[0]?.virtual_account).toBeNull()
  await ownApp.runDueJobsUntil(async () => (await ada.meters())[0]?.virtual_account != null)
  expect((await ada.meters())[0]?.virtual_account).toEqual(activeAccount)
  expect(await ownApp.db.q.selectFrom('virtual_accounts').selectAll().execute()).toMatchObject([
    { state: 'reserved', poll_count: 2 },
  ])
})

test('a rejected reservation can be requested again under the same reference', async () => {
  const ada = await createAccountHolder(app)
  await ada.verifyBvn()
  const uniqueid = await ada.saveMeter()
  await app.injectFault('monnify', 'reserve_refused')
  expect(await ada.reserve(uniqueid)).toMatchObject({
    httpStatus: 422,
    message: 'The bank could not open an account with these details. Please check your BVN and try again.',
  })
  const [account] = await accountsOf(ada.id)
  expect(account).toMatchObject({ state: 'refused', failure_reason: 'Invalid BVN details provided' })
  expect((await ada.reserve(uniqueid)).httpStatus).toBe(200)
  expect(await accountsOf(ada.id)).toMatchObject([{ state: 'reserved', reference: account?.reference }])
})

test('a meter that is deleted and saved again keeps its account', async () => {
  const ada = await createAccountHolder(app)
  const { uniqueid, account } = await ada.reserveAccountForNewMeter()
  const [meter] = await ada.meters()
  const deletion = await fetch(
    `${app.origin}/api/v1/account/beneficiaries/meter-numbers/${uniqueid}/delete`,
    {
      method: 'DELETE',
      headers: { ...ada.headers, 'content-type': 'application/json' },
    },
  )
  expect(deletion.status).toBe(200)
  await ada.saveMeter(meter?.number)
  expect((await ada.meters())[0]?.virtual_account).toEqual(account)
})

test('the funding fee is shown only when it is charged', async () => {
  const ada = await createAccountHolder(app)
  expect((await ada.requirements()).funding_fee).toBeNull()
  await app.context.settings.change('funding_fee_kobo', 5_000)
  expect((await ada.requirements()).funding_fee).toBe(50)
  await app.context.settings.change('funding_fee_kobo', 0)
})
