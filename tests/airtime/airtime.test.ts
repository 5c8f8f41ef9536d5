import { expect, test } from 'vitest'
import type { AirtimeInfo, AirtimeOrder } from '../../shared/airtime.ts'
import { accessTokenHeader } from '../../shared/contract.ts'
import {
  getOrderStatus,
  initiateCheckout,
  payForOrder,
  startTestAppWithCatalogue,
} from '../support/checkout-journey.ts'
import { createCustomer } from '../support/customer.ts'
import { eventually, type TestApp } from '../support/test-app.ts'

const payment_for = 'vtu_airtime'
type Guest = ReturnType<TestApp['createGuest']>

const create = (guest: Guest, input: Record<string, unknown> = {}) =>
  guest.postJson<AirtimeInfo>('/services/airtime/record/create', {
    phone_number: '08010000099',
    amount: 500,
    selected_provider: 'MTN',
    ...input,
  })
const process = (guest: Guest, info: AirtimeInfo, more: Record<string, string> = {}) =>
  guest.postJson<{ reference: string; ref: string }>(
    '/services/airtime/process-subscription',
    { serviceId: info.reference },
    more,
  )
const details = (guest: Guest, info: AirtimeInfo, more: Record<string, string> = {}) =>
  guest.fetchJson<AirtimeOrder>(`/services/airtime/transaction/order/${info.reference}/details`, more)
const withToken = (info: AirtimeInfo) => ({ [accessTokenHeader]: info.ref })

test('the four networks are listed with their logos', async () => {
  const app = await startTestAppWithCatalogue()
  const { data } = await app
    .createGuest()
    .fetchJson<{ id: string; name: string }[]>('/services/airtime/networks/all')
  expect(data.map(({ name }) => name)).toEqual(['MTN', 'Airtel', 'Glo', 'T2 (9mobile)'])
  expect(data[3]).toEqual({ id: 't2', code: 't2', name: 'T2 (9mobile)', logo: '/logos/t2.svg' })
})

test('a guest buys airtime at face value, by transfer, on every network', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  for (const [at, selected_provider] of ['MTN', 'airtel', 'Glo', 't2'].entries()) {
    const made = await create(ada, { selected_provider, phone_number: `0801 000 009${at}` })
    expect(made).toMatchObject({
      httpStatus: 200,
      data: {
        amount: 500,
        service_charge: 0,
        total_amount: 500,
        customer_name: null,
        customer_number: `+234801000009${at}`,
        vtu_network: { name: expect.any(String), logo: expect.stringMatching(/^\/logos\//) },
      },
    })
    const { data: info } = made
    await payForOrder(ada, info, { payment_for, method: 'ACCOUNT_TRANSFER' })
    expect(await process(ada, info)).toMatchObject({
      httpStatus: 200,
      data: { reference: info.reference, ref: info.ref },
    })
    expect((await details(ada, info)).data).toMatchObject({ reference: info.reference, amount: 500 })
  }
  const records = await app.providerRecords()
  expect(records.deliveries.map(({ to }) => to)).toEqual([
    '08010000090',
    '08010000091',
    '08010000092',
    '08010000093',
  ])
  expect(await app.ledgerSum()).toBe(0n)
})

test('the success page opens only for the buying browser, or with its access token in the header', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const eve = app.createGuest()
  const { data: info } = await create(ada)
  const unknown = await details(eve, { ...info, reference: 'ABCDEFGHJKLM' })
  expect(unknown.httpStatus).toBe(404)
  expect(await details(ada, info)).toEqual(unknown)
  await payForOrder(ada, info, { payment_for })
  await process(ada, info)
  expect(await details(eve, info)).toEqual(unknown)
  expect(await details(eve, info, { [accessTokenHeader]: info.reference })).toEqual(unknown)
  expect(await details(eve, info, withToken(info))).toMatchObject({ httpStatus: 200 })
  // The view token of an order shows no access token and no e-mail; airtime has no page for it.
  const { view_token } = await app.orderRow(info.reference)
  expect(await details(eve, info, { [accessTokenHeader]: view_token })).toEqual(unknown)
  expect(await process(eve, info)).toEqual(unknown)
  expect(await process(eve, info, withToken(info))).toMatchObject({
    httpStatus: 200,
    data: { ref: info.ref },
  })
})

test('an amount outside the limits, a landline and an unknown network are rejected', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  for (const amount of [99, 500_001, 0, -100, '1e3', '100.001', 'ten', null]) {
    expect(await create(ada, { amount }), String(amount)).toMatchObject({
      httpStatus: 422,
      errors: { amount: [expect.any(String)] },
    })
  }
  expect(await create(ada, { amount: 200_001 })).toMatchObject({
    httpStatus: 422,
    message: 'Maximum for MTN is ₦200,000.00.',
  })
  expect(await create(ada, { phone_number: '0123456789' })).toMatchObject({
    httpStatus: 422,
    errors: { phone_number: [expect.any(String)] },
  })
  expect(await create(ada, { selected_provider: 'Vodafone' })).toMatchObject({
    httpStatus: 422,
    errors: { selected_provider: [expect.any(String)] },
  })
})

test('a purchase whose response is late ends once, and one that never happened is refunded', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const late = await create(ada, { phone_number: '08010000001' })
  await payForOrder(ada, late.data, { payment_for })
  await process(ada, late.data)
  await eventually(async () => {
    await app.runDueJobs()
    return (await app.providerRecords()).deliveries.length === 1
  })
  await app.runDueJobsUntil(async () => (await getOrderStatus(ada, late.data)).data.state === 'delivered')

  const failed = await create(ada, { phone_number: '08010000003' })
  await payForOrder(ada, failed.data, { payment_for, method: 'USSD' })
  expect(await process(ada, failed.data)).toMatchObject({ httpStatus: 409 })
  await app.runDueJobsUntil(async () => (await getOrderStatus(ada, failed.data)).data.state === 'refunded')
  const records = await app.providerRecords()
  expect(records.deliveries).toHaveLength(1)
  expect(records.refunds).toHaveLength(1)
  expect(await app.ledgerSum()).toBe(0n)
})

test('a payment with a different amount, charge or service is rejected', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const { data: info } = await create(ada)
  expect(await initiateCheckout(ada, info, { payment_for, amount: 400 })).toMatchObject({ httpStatus: 409 })
  expect(await initiateCheckout(ada, info, { payment_for: 'electricity' })).toMatchObject({ httpStatus: 409 })
  expect(await initiateCheckout(ada, { ...info, service_charge: 5 }, { payment_for })).toMatchObject({
    httpStatus: 409,
  })
})

test("a signed-in user's order carries the account’s name, and belongs to the account in every browser", async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createCustomer(app)
  const { data: info } = await create(ada)
  expect(info).toMatchObject({ customer_name: 'Ada Okafor', customer_number: '+2348010000099' })
  await payForOrder(ada, info, { payment_for, email: 'ada@example.com' })
  expect(await process(ada, info)).toMatchObject({ httpStatus: 200 })
  expect((await details(ada, info)).data).toMatchObject({
    customer_name: 'Ada Okafor',
    customer_email_address: 'ada@example.com',
  })
})
