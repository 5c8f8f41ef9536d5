import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CabletvInfo, CabletvNetwork, CabletvOrder, CabletvResult } from '../../shared/cabletv.ts'
import { accessTokenHeader } from '../../shared/contract.ts'
import {
  getOrderStatus,
  initiateCheckout,
  payForOrder,
  startTestAppWithCatalogue,
} from '../support/checkout-journey.ts'
import { eventually, type TestApp } from '../support/test-app.ts'

const payment_for = 'cabletv'
type Guest = ReturnType<TestApp['createGuest']>

const lookUp = (guest: Guest, input: Record<string, unknown> = {}) =>
  guest.postJson<CabletvInfo>('/services/cabletv/get-smartcard-info', {
    smartcard_number: '1200000099',
    cabletv_network: 'DStv',
    cabletv_bundle_code: 'dstv-padi',
    phone_number: '08031234567',
    ...input,
  })
const process = (guest: Guest, info: CabletvInfo, more: Record<string, string> = {}) =>
  guest.postJson<CabletvResult>(
    '/services/cabletv/process-subscription',
    { serviceId: info.order_reference },
    more,
  )
const details = (guest: Guest, info: CabletvInfo, token = info.access_token) =>
  guest.fetchJson<CabletvOrder>(
    `/services/cabletv/transaction/${token}/order/${info.order_reference}/details`,
  )

test("networks are listed with the vendor's current bouquets and prices", async () => {
  const app = await startTestAppWithCatalogue()
  const { data } = await app.createGuest().fetchJson<CabletvNetwork[]>('/services/cabletv/networks/all')
  expect(data.map(({ name, identified_by }) => [name, identified_by])).toEqual([
    ['DStv', 'smartcard'],
    ['GOtv', 'smartcard'],
    ['StarTimes', 'smartcard'],
    ['Showmax', 'phone'],
  ])
  expect(data[0]).toMatchObject({ id: 'dstv', code: 'dstv', logo: '/logos/dstv.svg' })
  expect(data[0]?.bundles[0]).toEqual({
    id: 'dstv-padi',
    code: 'dstv-padi',
    title: 'DStv Padi',
    price: 4400,
  })
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(app.db.q)
  expect(Date.parse(data[0]?.as_of ?? '')).toBeGreaterThan((rows[0]?.now.getTime() ?? 0) - 60_000)
})

test('a guest verifies a smartcard, pays, and the bouquet is active: ledger, e-mail and SMS agree', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const looked = await lookUp(ada)
  expect(looked).toMatchObject({
    httpStatus: 200,
    status: 'success',
    data: {
      network: { id: 'dstv', name: 'DStv', logo: '/logos/dstv.svg' },
      smartcard_number: '1200000099',
      bundle: { title: 'DStv Padi', code: 'dstv-padi', price: 4400 },
      phone_number: '+2348031234567',
      customer_name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
      customer_number: expect.stringMatching(/^\d{9}$/),
      customer_address: null,
      amount: 4400,
      service_charge: 100,
      total_amount: 4500,
    },
  })
  const { data: info } = looked
  expect(info.service_id).toBe(info.order_reference)
  await payForOrder(ada, info, { payment_for, email: 'ada@example.com' })
  expect(await process(ada, info)).toMatchObject({
    httpStatus: 200,
    status: 'success',
    message: 'Your subscription is paid.',
    data: {
      reference: info.order_reference,
      access_token: info.access_token,
      tv_network: { name: 'DStv' },
      network: 'DStv',
      bundle: { title: 'DStv Padi' },
      smartcard_number: '1200000099',
      amount: 4400,
    },
  })
  expect((await details(ada, info)).data).toMatchObject({
    amount: 4400,
    total_amount: 4500,
    vouchers: [],
    phone_number: '+2348031234567',
    customer_email_address: 'ada@example.com',
  })
  expect((await getOrderStatus(ada, info)).data).toMatchObject({ state: 'delivered', page: 'success' })

  const sms = await eventually(async () => {
    await app.runDueJobs()
    return (await app.smsMessages())[0]
  })
  expect(sms.text).toContain('DStv subscription is paid')
  const records = await app.providerRecords()
  expect(records.captures).toMatchObject([{ amountKobo: 450_000 }])
  expect(records.deliveries).toMatchObject([{ amountKobo: 440_000, to: '1200000099' }])
  expect(await app.ledgerSum()).toBe(0n)
  expect((await app.accountBalances()).get('service_charge')).toBe(-10_000n)
})

test('StarTimes is sold by smartcard; Showmax by phone without verification, and a voucher is delivered and announced', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const star = await lookUp(ada, { cabletv_network: 'startimes', cabletv_bundle_code: 'nova' })
  await payForOrder(ada, star.data, { payment_for })
  expect(await process(ada, star.data)).toMatchObject({ httpStatus: 200 })

  const max = await lookUp(ada, {
    cabletv_network: 'Showmax',
    cabletv_bundle_code: 'sports-only-1',
    smartcard_number: '0801 000 0099',
  })
  expect(max.data).toMatchObject({ smartcard_number: '+2348010000099', customer_name: null })
  await payForOrder(ada, max.data, { payment_for })
  expect(await process(ada, max.data)).toMatchObject({ httpStatus: 200, message: 'Your voucher is ready.' })
  const order = await details(ada, max.data)
  expect(order.data.vouchers).toEqual([expect.stringMatching(/^SHMVHXQ\d{6}$/)])
  const sms = await eventually(async () => {
    await app.runDueJobs()
    return (await app.smsMessages()).find(({ text }) => text.includes('Voucher'))
  })
  expect(sms.text).toContain(order.data.vouchers[0])
})

test('a caller with only the reference gets the same response as for an unknown order', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const eve = app.createGuest()
  const { data: info } = await lookUp(ada)
  const unknown = await process(eve, { ...info, order_reference: 'ABCDEFGHJKLM' })
  expect(unknown).toMatchObject({ httpStatus: 404 })
  expect(await process(eve, info)).toEqual(unknown)
  expect(await process(ada, info)).toEqual(unknown)
  expect(await eve.fetchJson(`/services/cabletv/get-customer-info/${info.order_reference}`)).toEqual(unknown)
  expect((await ada.fetchJson(`/services/cabletv/get-customer-info/${info.order_reference}`)).data).toEqual(
    info,
  )

  await payForOrder(ada, info, { payment_for })
  await process(ada, info)
  expect(await process(eve, info)).toEqual(unknown)
  expect(await process(eve, info, { [accessTokenHeader]: info.access_token })).toMatchObject({
    httpStatus: 200,
  })
  expect(await details(eve, info, info.order_reference)).toEqual(unknown)
  expect(await details(eve, info)).toMatchObject({ httpStatus: 200 })
  const wrongService = await ada.fetchJson(
    `/services/electricity/transaction/${info.access_token}/order/${info.order_reference}/details`,
  )
  expect(wrongService).toEqual(unknown)
})

test('every invalid field is reported, and no request goes to the vendor', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const wrong = async (input: Record<string, unknown>) => {
    const { httpStatus, errors } = await lookUp(ada, input)
    return [httpStatus, Object.keys(errors ?? {})]
  }
  expect(await wrong({ smartcard_number: '1234567' })).toEqual([422, ['smartcard_number']])
  expect(await wrong({ smartcard_number: '<script>' })).toEqual([422, ['smartcard_number']])
  expect(await wrong({ cabletv_network: 'HBO' })).toEqual([422, ['cabletv_network']])
  expect(await wrong({ cabletv_bundle_code: 'gotv-max' })).toEqual([422, ['cabletv_bundle_code']])
  expect(await wrong({ phone_number: '123' })).toEqual([422, ['phone_number']])
  expect(await wrong({ cabletv_network: 'Showmax', cabletv_bundle_code: 'sports-only-1' })).toEqual([
    422,
    ['smartcard_number'],
  ])
  const all = await ada.postJson('/services/cabletv/get-smartcard-info', {})
  expect(Object.keys(all.errors ?? {}).sort()).toEqual([
    'cabletv_bundle_code',
    'cabletv_network',
    'phone_number',
    'smartcard_number',
  ])
  expect(await app.db.q.selectFrom('customer_lookups').select('id').execute()).toEqual([])
  expect(await lookUp(ada, { smartcard_number: '9999999999' })).toMatchObject({
    httpStatus: 422,
    errors: { smartcard_number: [expect.stringContaining('could not find that smartcard')] },
  })
})

test('a disabled service sells nothing, and its open order accepts no payment', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const { data: info } = await lookUp(ada)
  const off = JSON.stringify(0)
  await app.db.q.insertInto('settings').values({ key: 'cabletv_status', value: off }).execute()
  await new Promise((done) => setTimeout(done, 300))
  expect(await lookUp(ada)).toMatchObject({
    httpStatus: 422,
    message: 'This service is currently not available',
  })
  expect(await initiateCheckout(ada, info, { payment_for })).toMatchObject({ httpStatus: 422 })
})

test('a price that rose after the lookup is not charged: the customer starts again', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const { data: info } = await lookUp(ada)
  await app.db.q
    .updateTable('variations')
    .set({ price_kobo: 500_000n })
    .where('variation', '=', 'dstv-padi')
    .execute()
  expect(await initiateCheckout(ada, info, { payment_for })).toMatchObject({
    httpStatus: 409,
    message: 'The price of DStv Padi has changed. No money was taken. Please start again.',
  })
  const again = await lookUp(ada)
  expect(again.data.order_reference).not.toBe(info.order_reference)
  expect(again.data.amount).toBe(5000)
})

test('a bouquet that is loaded at half of its price is not a delivery, and goes to review', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const { data: info } = await lookUp(ada)
  await app.injectFault('vtpass', 'wrong_amount')
  await payForOrder(ada, info, { payment_for })
  expect(await process(ada, info)).toMatchObject({ httpStatus: 202, status: 'pending' })
  expect((await getOrderStatus(ada, info)).data).toMatchObject({ state: 'vending', review: true })
})

test('a voucher that is missing from the first response is fetched by a requery', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const { data: info } = await lookUp(ada, {
    cabletv_network: 'Showmax',
    cabletv_bundle_code: 'full-3',
    smartcard_number: '08010000099',
  })
  await app.injectFault('vtpass', 'success_without_token')
  await payForOrder(ada, info, { payment_for })
  expect(await process(ada, info)).toMatchObject({ httpStatus: 202 })
  await app.runDueJobsUntil(async () => (await getOrderStatus(ada, info)).data.state === 'delivered')
  expect((await details(ada, info)).data.vouchers).toHaveLength(1)
})

test('a failed subscription is refunded in full', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const { data: info } = await lookUp(ada, { smartcard_number: '1200000003' })
  await payForOrder(ada, info, { payment_for })
  expect(await process(ada, info)).toMatchObject({ httpStatus: 409 })
  await app.runDueJobsUntil(async () => (await getOrderStatus(ada, info)).data.state === 'refunded')
  expect((await app.providerRecords()).refunds).toMatchObject([{ amountKobo: 450_000 }])
  const sms = await eventually(async () => {
    await app.runDueJobs()
    return (await app.smsMessages())[0]
  })
  expect(sms.text).toContain('NGN 4,500.00')
})
