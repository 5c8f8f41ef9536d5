import { expect, test } from 'vitest'
import type { EducationInfo, EducationOrder, EducationType } from '../../shared/education.ts'
import {
  getOrderStatus,
  initiateCheckout,
  payForOrder,
  startTestAppWithCatalogue,
} from '../support/checkout-journey.ts'
import { eventually, type TestApp } from '../support/test-app.ts'

const payment_for = 'education'
type Guest = ReturnType<TestApp['createGuest']>

const waec = (guest: Guest, input: Record<string, unknown> = {}) =>
  guest.postJson<EducationInfo>('/services/education/waec/registration', {
    service_type: 'waec',
    phone_number: '08010000099',
    email_address: '',
    quantity: 1,
    profile_id: '',
    ...input,
  })
const jamb = (guest: Guest, input: Record<string, unknown> = {}) =>
  guest.postJson<EducationInfo>('/services/education/jamb/purchase-pin', {
    service_type: 'jamb',
    phone_number: '08031234567',
    quantity: 5,
    profile_id: '0123456789',
    variation_code: 'utme-mock',
    ...input,
  })
const process = (guest: Guest, info: EducationInfo, requestId: string | null = null) =>
  guest.postJson<{ reference: string; request_id: string }>('/services/education/process-subscription', {
    serviceId: info.reference,
    requestId,
  })
const details = (guest: Guest, info: EducationInfo, requestId = info.request_id) =>
  guest.fetchJson<EducationOrder>(
    `/services/education/transaction/${requestId}/order/${info.reference}/details`,
  )

test('examinations are listed with their types and prices, without the disabled ones', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const list = async () =>
    (await ada.fetchJson<EducationType[]>('/services/education/service-types/all')).data.map(
      (item) => item.code,
    )
  const { data } = await ada.fetchJson<EducationType[]>('/services/education/service-types/all')
  expect(data).toMatchObject([
    { code: 'waec', needs_profile: false, quantity: { min: 1, max: 10 }, service_charge: 100 },
    { code: 'waec-registration', needs_profile: false },
    { code: 'jamb', name: 'JAMB', needs_profile: true, quantity: { min: 1, max: 1 }, service_charge: 0 },
  ])
  expect(data[2]?.variations[0]).toEqual({
    variation_code: 'utme-mock',
    name: 'UTME PIN (with mock)',
    price: 7700,
  })
  expect(data[2]?.types).toEqual(
    data[2]?.variations.map(({ variation_code, name }) => ({ code: variation_code, name })),
  )
  expect(data.every(({ types }) => types.length > 0)).toBe(true)
  await app.db.q.insertInto('settings').values({ key: 'jamb_status', value: '0' }).execute()
  await new Promise((done) => setTimeout(done, 300))
  expect(await list()).toEqual(['waec', 'waec-registration'])
  expect(await jamb(ada)).toMatchObject({
    httpStatus: 422,
    message: 'This service is currently not available',
  })
  expect(await waec(ada)).toMatchObject({ httpStatus: 200 })
})

test('three WAEC PINs cost three times the price of one, and are delivered with their serial numbers', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const response = await waec(ada, { quantity: '3', email_address: 'Ada@Example.com' })
  expect(response).toMatchObject({
    httpStatus: 200,
    data: {
      service_type: 'waec',
      service_type_details: { name: 'WAEC Result Checker', logo: '/logos/waec.svg' },
      variations: [{ variation_code: 'waecdirect', name: 'WASSCE', price: 3900 }],
      variation_code: 'waecdirect',
      quantity: 3,
      billers_code: null,
      customer_name: null,
      customer_email_address: 'ada@example.com',
      phone_number: '+2348010000099',
      amount: 11_700,
      service_charge: 100,
      total_amount: 11_800,
      description: '3 × WASSCE',
    },
  })
  const { data: info } = response
  await payForOrder(ada, info, { payment_for })
  expect(await process(ada, info)).toMatchObject({
    httpStatus: 200,
    data: { reference: info.reference, request_id: info.request_id },
  })
  const { data: order } = await details(ada, info)
  expect(order.tokens).toHaveLength(3)
  expect(order.tokens[0]).toEqual({
    serial: expect.stringMatching(/^WRN\d{9}$/),
    pin: expect.stringMatching(/^\d{12}$/),
  })
  expect(order).toMatchObject({ purchased_code: null, quantity: 3, variation_name: 'WASSCE', amount: 11_700 })

  const mail = await eventually(async () => {
    await app.runDueJobs()
    return (await app.emails()).find(({ to }) => to.includes('ada@example.com'))
  })
  for (const { serial, pin } of order.tokens) {
    expect(mail.text).toContain(pin)
    expect(mail.text).toContain(serial)
  }
  expect((await app.providerRecords()).deliveries).toMatchObject([{ amountKobo: 1_170_000 }])
  expect(await app.ledgerSum()).toBe(0n)
})

test('a JAMB order is for one PIN of its profile, for any requested quantity, without a service charge', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const { data: info } = await jamb(ada)
  expect(info).toMatchObject({
    quantity: 1,
    billers_code: '0123456789',
    customer_name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
    customer_email_address: null,
    variation_code: 'utme-mock',
    variation_name: 'UTME PIN (with mock)',
    amount: 7700,
    service_charge: 0,
    total_amount: 7700,
  })
  const other = await jamb(ada, { variation_code: 'utme-no-mock' })
  expect(other.data).toMatchObject({ amount: 6200, variation_code: 'utme-no-mock' })
  expect(other.data.reference).not.toBe(info.reference)

  await payForOrder(ada, other.data, { payment_for })
  expect(await process(ada, other.data, other.data.reference)).toMatchObject({ httpStatus: 200 })
  const { data: order } = await details(ada, other.data)
  expect(order).toMatchObject({
    purchased_code: expect.stringMatching(/^\d{15}$/),
    billers_code: '0123456789',
    customer_phone: '+2348031234567',
  })
  expect(order.tokens).toEqual([{ serial: null, pin: order.purchased_code }])
})

test('WAEC registration delivers a token', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const { data: info } = await waec(ada, { service_type: 'waec-registration' })
  await payForOrder(ada, info, { payment_for })
  expect(await process(ada, info)).toMatchObject({ httpStatus: 200 })
  expect((await details(ada, info)).data.tokens).toEqual([
    { serial: null, pin: expect.stringMatching(/^\d{12}$/) },
  ])
})

test('another browser opens an order with its request ID, never with its reference instead', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const eve = app.createGuest()
  const { data: info } = await waec(ada)
  await payForOrder(ada, info, { payment_for })
  await process(ada, info)
  expect(await process(eve, info, info.reference)).toMatchObject({ httpStatus: 404 })
  expect(await process(eve, info)).toMatchObject({ httpStatus: 404 })
  expect(await details(eve, info, info.reference)).toMatchObject({ httpStatus: 404 })
  expect(await details(ada, info, info.reference)).toMatchObject({ httpStatus: 200 })
  expect(await process(eve, info, info.request_id)).toMatchObject({ httpStatus: 200 })
})

test('every invalid field is rejected with its name', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  for (const quantity of [0, -1, 1.5, '1e1', 'two', 11]) {
    expect(await waec(ada, { quantity }), String(quantity)).toMatchObject({
      httpStatus: 422,
      errors: { quantity: [expect.any(String)] },
    })
  }
  const rejectedFields = async (response: ReturnType<typeof waec>) => {
    const { httpStatus, errors } = await response
    return [httpStatus, Object.keys(errors ?? {}).sort()]
  }
  expect(await rejectedFields(waec(ada, { email_address: 'unknown' }))).toEqual([422, ['email_address']])
  expect(await rejectedFields(waec(ada, { service_type: 'jamb' }))).toEqual([422, ['service_type']])
  expect(await rejectedFields(waec(ada, { variation_code: 'utme-mock' }))).toEqual([422, ['variation_code']])
  expect(await rejectedFields(waec(ada, { phone_number: '' }))).toEqual([422, ['phone_number']])
  expect(await rejectedFields(jamb(ada, { profile_id: '', variation_code: '' }))).toEqual([
    422,
    ['profile_id', 'variation_code'],
  ])
  expect(await jamb(ada, { profile_id: '9999999999' })).toMatchObject({
    httpStatus: 422,
    errors: { profile_id: ['We could not find that profile ID. Please check the number.'] },
  })
})

test('PINs that are missing from the first response are fetched by a requery; a failed purchase is refunded', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const incomplete = await waec(ada, { quantity: 2 })
  await app.injectFault('vtpass', 'success_without_token')
  await payForOrder(ada, incomplete.data, { payment_for })
  expect(await process(ada, incomplete.data)).toMatchObject({ httpStatus: 202 })
  await app.runDueJobsUntil(
    async () => (await getOrderStatus(ada, incomplete.data)).data.state === 'delivered',
  )
  expect((await details(ada, incomplete.data)).data.tokens).toHaveLength(2)

  const failed = await jamb(ada, { profile_id: '1200000003' })
  await payForOrder(ada, failed.data, { payment_for })
  expect(await process(ada, failed.data)).toMatchObject({ httpStatus: 409 })
  await app.runDueJobsUntil(async () => (await getOrderStatus(ada, failed.data)).data.state === 'refunded')
  expect((await app.providerRecords()).refunds).toHaveLength(1)
  expect(await app.ledgerSum()).toBe(0n)
})

test('an order of an exam body that was disabled after the lookup accepts no payment', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const { data: info } = await waec(ada)
  await app.db.q.insertInto('settings').values({ key: 'waec_status', value: '0' }).execute()
  await new Promise((done) => setTimeout(done, 300))
  expect(await initiateCheckout(ada, info, { payment_for })).toMatchObject({ httpStatus: 422 })
})
