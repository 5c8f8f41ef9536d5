import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceBeneficiary, MeterBeneficiary, PhoneBeneficiary } from '../../shared/beneficiaries.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
}, 60_000)
afterAll(() => app.close())

const meter = (number = '11000000099') => ({
  meter_number: number,
  meter_type: 'prepaid',
  phone_number: '08031234567',
  amount: 1000,
  disco_code: 'ikeja',
  state_id: 'NG-LA',
  additional_notes: 'Home',
})
const saveMeter = async (user: TestUser, body: object = meter()) =>
  (await user.post<{ uniqueid: string }>('/account/beneficiaries/meter-numbers/add', body)).data.uniqueid
const fetchMeters = async (user: TestUser) =>
  (await user.get<MeterBeneficiary[]>('/account/beneficiaries/meter-numbers/all')).data
const updateBeneficiary = (user: TestUser, uniqueid: string, body: object, kind = 'meter-numbers') =>
  user.post(`/account/beneficiaries/${kind}/${uniqueid}/update`, body)

test('notes and contact fields of a beneficiary can change; its number and absent fields stay', async () => {
  const ada = await createUser(app)
  const id = await saveMeter(ada)
  expect(
    await updateBeneficiary(ada, id, { additional_notes: 'Shop', def_amount: '₦2,500'.replace(/[₦,]/g, '') }),
  ).toMatchObject({
    httpStatus: 200,
    status: 'success',
    message: 'The beneficiary was saved.',
  })
  expect((await fetchMeters(ada))[0]).toMatchObject({
    number: '11000000099',
    additional_notes: 'Shop',
    notes: 'Shop',
    def_amount: 2500,
    phone_number: '+2348031234567',
  })
  await updateBeneficiary(ada, id, {
    additional_notes: '',
    customer_name: 'Ada Obi',
    phone_number: '0803 999 9999',
  })
  expect((await fetchMeters(ada))[0]).toMatchObject({
    additional_notes: null,
    customer_name: 'Ada Obi',
    def_amount: 2500,
    phone_number: '+2348039999999',
  })
})

test('the amount of a meter is bounded, and its number, owner, type and id cannot be changed', async () => {
  const ada = await createUser(app)
  const id = await saveMeter(ada)
  for (const def_amount of [99, 500_001, '1e3', '12.345', -5])
    expect(await updateBeneficiary(ada, id, { def_amount }), String(def_amount)).toMatchObject({
      httpStatus: 422,
    })
  expect(await updateBeneficiary(ada, id, { phone_number: '+442079460000' })).toMatchObject({
    httpStatus: 422,
  })
  const otherUser = await createUser(app)
  await updateBeneficiary(ada, id, {
    number: '11000000100',
    user_id: otherUser.id,
    type: 'airtime',
    uniqueid: 'X',
    details: {},
  })
  expect((await fetchMeters(ada))[0]).toMatchObject({ number: '11000000099', uniqueid: id, def_amount: 1000 })
  expect(await fetchMeters(otherUser)).toEqual([])
})

test('a beneficiary of another user or another kind is reported as not found', async () => {
  const [ada, bola] = [await createUser(app), await createUser(app)]
  const id = await saveMeter(ada)
  const notFoundResponse = await updateBeneficiary(bola, id, { additional_notes: 'mine' })
  expect(notFoundResponse).toMatchObject({ httpStatus: 404, status: 'error' })
  expect(await updateBeneficiary(bola, 'UNKNOWN22222', { additional_notes: 'mine' })).toEqual(
    notFoundResponse,
  )
  expect(await updateBeneficiary(ada, id, { additional_notes: 'mine' }, 'phone-numbers')).toEqual(
    notFoundResponse,
  )
  expect(await updateBeneficiary(bola, id, {})).toEqual(notFoundResponse)
  expect(await bola.remove(`/account/beneficiaries/meter-numbers/${id}/delete`)).toEqual(notFoundResponse)
  expect((await fetchMeters(ada))[0]).toMatchObject({ additional_notes: 'Home' })
})

test('notes with markup, formulas and SQL are stored unchanged, as plain text', async () => {
  const ada = await createUser(app)
  const notes = `<script>alert(1)</script> =HYPERLINK("http://x") '); drop table users; --`
  const id = await saveMeter(ada, { ...meter('11000000222'), additional_notes: notes })
  expect((await fetchMeters(ada))[0]?.additional_notes).toBe(notes)
  await updateBeneficiary(ada, id, { additional_notes: `${notes} ‮` })
  expect((await fetchMeters(ada))[0]?.additional_notes).toBe(`${notes} ‮`)
  expect(await updateBeneficiary(ada, id, { additional_notes: 'x'.repeat(201) })).toMatchObject({
    httpStatus: 422,
  })
})

test('a number that is saved by concurrent requests is stored once', async () => {
  const ada = await createUser(app)
  const responses = await Promise.all(
    Array.from({ length: 4 }, () =>
      ada.post('/account/beneficiaries/phone-numbers/add', {
        phone_number: '08010000099',
        country_code: '234',
        provider: 'MTN',
        provider_id: 'mtn',
        def_amount: 500,
        code: '',
      }),
    ),
  )
  expect(responses.filter((entry) => entry.httpStatus === 200)).toHaveLength(1)
  expect(responses.filter((entry) => entry.httpStatus === 409)).toHaveLength(3)
  const { data } = await ada.get<PhoneBeneficiary[]>('/account/beneficiaries/phone-numbers/all')
  expect(data).toHaveLength(1)
})

test('a device can be changed without an amount, and its amount can be removed', async () => {
  const ada = await createUser(app)
  const { data } = await ada.post<{ uniqueid: string }>('/account/beneficiaries/device-ids-numbers/add', {
    device_id: '08010000099',
    provider: 'MTN',
    provider_id: 'mtn',
    def_amount: 350,
  })
  await updateBeneficiary(ada, data.uniqueid, { def_amount: '' }, 'device-ids-numbers')
  const devices = await ada.get<DeviceBeneficiary[]>('/account/beneficiaries/device-ids-numbers/all')
  expect(devices.data[0]).toMatchObject({ device_id: '08010000099', def_amount: null })
})

test('beneficiaries of the latest orders come first, in any number notation, then the newest, six at most', async () => {
  const [ada, bola] = [await createUser(app, { walletKobo: 5_000_000n }), await createUser(app)]
  const fetchRecent = async (user: TestUser) =>
    (await user.get<{ number: string; beneficiary_type: string }[]>('/account/beneficiaries/recent')).data
  expect(await fetchRecent(ada)).toEqual([])
  await saveMeter(ada)
  const phone = { provider: 'MTN', provider_id: 'mtn', def_amount: 500 }
  await ada.post('/account/beneficiaries/phone-numbers/add', { ...phone, phone_number: '08010000099' })
  await ada.post('/account/beneficiaries/device-ids-numbers/add', { ...phone, device_id: '08010000088' })
  await ada.post('/account/beneficiaries/phone-numbers/add', { ...phone, phone_number: '08010000088' })
  for (let index = 0; index < 4; index++) await saveMeter(ada, meter(`1100000030${index}`))
  await ada.buy('airtime')
  await ada.buy('data')
  await ada.buy('power')
  expect((await fetchRecent(ada)).map((entry) => [entry.beneficiary_type, entry.number])).toEqual([
    ['power', '11000000099'],
    ['vtu-data', '08010000088'],
    ['airtime', '+2348010000099'],
    ['power', '11000000303'],
    ['power', '11000000302'],
    ['power', '11000000301'],
  ])
  expect(await fetchRecent(bola)).toEqual([])
})
