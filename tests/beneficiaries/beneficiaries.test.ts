import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Beneficiary, beneficiaryKinds } from '../../shared/beneficiaries.ts'
import { errors } from '../../shared/errors.ts'
import { type AccountsTestApp, startAccountsApp } from '../accounts/setup.ts'

let app: AccountsTestApp
beforeAll(async () => {
  app = await startAccountsApp()
})
afterAll(() => app.close())

const meter = {
  meter_number: '11000000099',
  meter_type: 'prepaid',
  phone_number: '08031234567',
  amount: 5000,
  disco_code: 'ikeja',
  state_id: 'NG-LA',
}
const smartcard = {
  smartcard_number: '1200000009',
  service_code: 'dstv',
  tv_network: 'DStv',
  bundle: 'DStv Padi',
  cabletv_network_id: 'dstv',
  cabletv_bouquet_id: 'dstv-padi',
  tv_bundle_amount: 4400,
}
const phone = {
  phone_number: '08031234567',
  country_code: '234',
  provider: 'MTN',
  provider_id: 'mtn',
  def_amount: 500,
  code: '',
}
const device = { device_id: '08031234567', provider: 'MTN', provider_id: 'mtn' }
const good: Record<(typeof beneficiaryKinds)[number], Record<string, unknown>> = {
  'meter-numbers': meter,
  'smartcard-numbers': smartcard,
  'phone-numbers': phone,
  'device-ids-numbers': device,
}

type SignedInBrowser = Awaited<ReturnType<AccountsTestApp['createSignedInUser']>>
const add = (caller: SignedInBrowser, kind: keyof typeof good, overrides: Record<string, unknown> = {}) =>
  caller.post<{ uniqueid: string }>(`/account/beneficiaries/${kind}/add`, { ...good[kind], ...overrides })
const fetchList = async (caller: SignedInBrowser, kind: keyof typeof good) =>
  (await caller.get<Beneficiary[]>(`/account/beneficiaries/${kind}/all`)).data

test('a meter is saved and listed with its company', async () => {
  const ada = await app.createSignedInUser()
  const added = await add(ada, 'meter-numbers', {
    meter_type: 'postpaid Economy',
    additional_notes: ' Home ',
    customer_name: 'ADA OBI',
    customer_address: '1 Allen Avenue',
    disco_id: 'ikeja',
    company_id: 'Ikeja Electric',
  })
  expect(added).toMatchObject({ httpStatus: 200, status: 'success', message: 'The beneficiary was saved.' })
  expect(await fetchList(ada, 'meter-numbers')).toEqual([
    {
      id: expect.any(String),
      uniqueid: added.data.uniqueid,
      beneficiary_type: 'power',
      number: '11000000099',
      type: 'postpaid',
      customer_name: 'ADA OBI',
      customer_address: '1 Allen Avenue',
      additional_notes: 'Home',
      notes: 'Home',
      def_amount: 5000,
      def_price: 5000,
      phone_number: '+2348031234567',
      virtual_account: null,
      state: 'Lagos',
      disco: {
        code: 'ikeja',
        abbr: 'IE',
        name: 'Ikeja Electric',
        description: 'Ikeja Electric',
        logo: '/logos/ikeja.svg',
      },
    },
  ])
})

test('a smartcard, a phone and a device are saved, each with its network', async () => {
  const ada = await app.createSignedInUser()
  for (const kind of beneficiaryKinds.slice(1)) expect((await add(ada, kind)).httpStatus).toBe(200)
  expect(await fetchList(ada, 'smartcard-numbers')).toMatchObject([
    {
      beneficiary_type: 'cable-tv',
      number: '1200000009',
      network: { logo: '/logos/dstv.svg' },
      bouquet: { title: 'DStv Padi', code: 'dstv-padi' },
      tv_bundle_amount: 4400,
      service_code: 'dstv',
      cabletv_network_id: 'dstv',
      cabletv_bouquet_id: 'dstv-padi',
      phone_number: null,
    },
  ])
  expect(await fetchList(ada, 'phone-numbers')).toMatchObject([
    { beneficiary_type: 'airtime', number: '+2348031234567', provider_name: 'MTN', def_amount: 500 },
  ])
  expect(await fetchList(ada, 'device-ids-numbers')).toMatchObject([
    {
      beneficiary_type: 'vtu-data',
      device_id: '08031234567',
      provider_name: 'MTN',
      def_amount: null,
      code: null,
      bundle_name: null,
      phone_number: null,
    },
  ])
})

test('each missing required field is reported', async () => {
  const ada = await app.createSignedInUser()
  const required = {
    'meter-numbers': ['meter_number', 'meter_type', 'phone_number', 'amount', 'disco_code', 'state_id'],
    'smartcard-numbers': Object.keys(smartcard),
    'phone-numbers': ['phone_number', 'def_amount', 'provider_id', 'provider'],
    'device-ids-numbers': ['device_id', 'provider_id', 'provider'],
  } as const
  for (const kind of beneficiaryKinds) {
    for (const field of required[kind]) {
      const rejected = await add(ada, kind, { [field]: undefined })
      expect([kind, rejected.httpStatus, Object.keys(rejected.errors ?? {})]).toEqual([kind, 422, [field]])
    }
    expect(await fetchList(ada, kind)).toEqual([])
  }
})

test('invalid numbers, companies, states and amounts are rejected on their field', async () => {
  const ada = await app.createSignedInUser()
  const wrong = [
    ['meter-numbers', 'meter_number', '123'],
    ['meter-numbers', 'meter_type', 'economy'],
    ['meter-numbers', 'phone_number', '+442079460958'],
    ['meter-numbers', 'amount', 99],
    ['meter-numbers', 'amount', 500_001],
    ['meter-numbers', 'disco_code', 'nowhere'],
    ['meter-numbers', 'disco_id', 'eko'],
    ['meter-numbers', 'company_id', 'Eko Electricity Distribution'],
    ['meter-numbers', 'state_id', 'Ghana'],
    ['smartcard-numbers', 'smartcard_number', '1234567'],
    ['smartcard-numbers', 'tv_bundle_amount', '1e3'],
    ['phone-numbers', 'phone_number', '12345'],
    ['phone-numbers', 'phone_number', '8031234567'],
    ['phone-numbers', 'country_code', '233'],
    ['phone-numbers', 'def_amount', -5],
    ['device-ids-numbers', 'device_id', '<b>x</b>'],
    ['device-ids-numbers', 'phone_number', '0803'],
    ['device-ids-numbers', 'phone_number', '8031234567'],
  ] as const
  for (const [kind, field, value] of wrong) {
    const rejected = await add(ada, kind, { [field]: value })
    expect([field, value, rejected.httpStatus, Object.keys(rejected.errors ?? {})]).toEqual([
      field,
      value,
      422,
      [field],
    ])
  }
  const nowhere = { provider: 'Nowhere', provider_id: 'nowhere' }
  expect((await add(ada, 'phone-numbers', nowhere)).errors).toHaveProperty('provider')
})

test('a number is saved once per user and service, in any notation', async () => {
  const ada = await app.createSignedInUser()
  const both = await Promise.all([add(ada, 'phone-numbers'), add(ada, 'phone-numbers')])
  expect(both.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
  expect(await add(ada, 'phone-numbers', { phone_number: '+234 803 123 4567' })).toMatchObject({
    httpStatus: 409,
    message: errors.BENEFICIARY_KNOWN.message,
  })
  const bola = await app.createSignedInUser()
  expect((await add(bola, 'phone-numbers')).httpStatus).toBe(200)
})

test('a phone for data is saved once in any notation, and a longer device id with these digits is another', async () => {
  const ada = await app.createSignedInUser()
  expect((await add(ada, 'device-ids-numbers', { device_id: '+2348031234567' })).httpStatus).toBe(200)
  for (const device_id of ['08031234567', '2348031234567', '+2348031234567'])
    expect(await add(ada, 'device-ids-numbers', { device_id })).toMatchObject({
      httpStatus: 409,
      errors: { device_id: [errors.BENEFICIARY_KNOWN.message] },
    })
  expect((await add(ada, 'phone-numbers')).httpStatus).toBe(200)
  expect((await add(ada, 'device-ids-numbers', { device_id: '18031234567' })).httpStatus).toBe(200)
})

test('users see and remove only their own beneficiaries; a foreign one is reported as not found', async () => {
  const [ada, bola] = [await app.createSignedInUser(), await app.createSignedInUser()]
  const { data } = await add(ada, 'meter-numbers')
  expect(await fetchList(bola, 'meter-numbers')).toEqual([])
  const path = (kind: string, id: string) => `/account/beneficiaries/${kind}/${id}/delete`
  const foreign = await bola.remove(path('meter-numbers', data.uniqueid))
  const unknown = await bola.remove(path('meter-numbers', 'AAAAAAAAAAAA'))
  expect([foreign.httpStatus, foreign.message]).toEqual([404, unknown.message])
  expect((await ada.remove(path('phone-numbers', data.uniqueid))).httpStatus).toBe(404)
  expect((await ada.remove(path('nonsense', data.uniqueid))).httpStatus).toBe(404)
  expect(await ada.remove(path('meter-numbers', data.uniqueid))).toMatchObject({
    httpStatus: 200,
    status: 'success',
  })
  expect(await fetchList(ada, 'meter-numbers')).toEqual([])
  expect(await app.createBrowser().get('/account/beneficiaries/meter-numbers/all')).toMatchObject({
    httpStatus: 403,
    message: errors.SIGN_IN.message,
  })
})

test('a beneficiary whose texts hold lone surrogates is saved, with U+FFFD in their place', async () => {
  const ada = await app.createSignedInUser()
  const typed = 'A\ud83d'
  const overrides = { bundle: typed, provider: typed, tv_network: typed, additional_notes: typed }
  for (const kind of beneficiaryKinds) {
    expect((await add(ada, kind, overrides)).httpStatus, kind).toBe(200)
    expect(await fetchList(ada, kind)).toMatchObject([{ additional_notes: 'A\ufffd' }])
  }
})

test('a deleted beneficiary is restored once under its id and with its values, by its owner only', async () => {
  const [ada, bola] = [await app.createSignedInUser(), await app.createSignedInUser()]
  const { data } = await add(ada, 'meter-numbers', { additional_notes: 'Mum at home' })
  const before = await fetchList(ada, 'meter-numbers')
  const path = `/account/beneficiaries/meter-numbers/${data.uniqueid}`
  const deleted = await ada.remove<{ undo: string }>(`${path}/delete`)
  const { undo } = deleted.data
  expect(undo).not.toContain('Mum at')
  expect((await bola.post(`${path}/restore`, { undo })).httpStatus).toBe(404)
  expect((await ada.post(`${path}/restore`, { undo: `${undo.slice(0, -8)}AAAAAAAA` })).httpStatus).toBe(404)
  expect((await ada.post(path.replace(/[^/]+$/, 'AAAAAAAAAAAA/restore'), { undo })).httpStatus).toBe(404)
  const restored = await Promise.all([
    ada.post(`${path}/restore`, { undo }),
    ada.post(`${path}/restore`, { undo }),
  ])
  expect(restored.some(({ httpStatus }) => httpStatus === 200)).toBe(true)
  const after = await fetchList(ada, 'meter-numbers')
  expect(after).toHaveLength(1)
  expect(after[0]).toMatchObject({ uniqueid: data.uniqueid, additional_notes: 'Mum at home' })
  expect(after).toEqual(before)
  expect((await ada.post(`${path}/restore`, { undo })).httpStatus).toBe(200)
})

test('a deleted beneficiary whose number was saved again is not restored', async () => {
  const ada = await app.createSignedInUser()
  const { data } = await add(ada, 'meter-numbers')
  const path = `/account/beneficiaries/meter-numbers/${data.uniqueid}`
  const { undo } = (await ada.remove<{ undo: string }>(`${path}/delete`)).data
  await add(ada, 'meter-numbers')
  expect(await ada.post(`${path}/restore`, { undo })).toMatchObject({ httpStatus: 409 })
  expect(await fetchList(ada, 'meter-numbers')).toHaveLength(1)
})
