import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CabletvInfo, CabletvNetwork, CabletvOrder, CabletvResult } from '../../shared/cabletv.ts'
import { initiate, openStockedShop, pay, stateOf } from '../support/journey.ts'
import { eventually, type Shop } from '../support/shop.ts'

const payment_for = 'cabletv'
type Guest = ReturnType<Shop['guest']>

const lookUp = (guest: Guest, wish: Record<string, unknown> = {}) =>
  guest.send<CabletvInfo>('/services/cabletv/get-smartcard-info', {
    smartcard_number: '1200000099',
    cabletv_network: 'DStv',
    cabletv_bundle_code: 'dstv-padi',
    phone_number: '08031234567',
    ...wish,
  })
const process = (guest: Guest, info: CabletvInfo, more: object = {}) =>
  guest.send<CabletvResult>('/services/cabletv/process-subscription', {
    serviceId: info.order_reference,
    ...more,
  })
const details = (guest: Guest, info: CabletvInfo, token = info.access_token) =>
  guest.ask<CabletvOrder>(`/services/cabletv/transaction/${token}/order/${info.order_reference}/details`)

test('networks come with the bouquets and prices that the vendor states now', async () => {
  const shop = await openStockedShop()
  const { data } = await shop.guest().ask<CabletvNetwork[]>('/services/cabletv/networks/all')
  expect(data.map(({ name, known_by }) => [name, known_by])).toEqual([
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
  const { rows } = await sql<{ now: Date }>`select business_now() as now`.execute(shop.db.q)
  expect(Date.parse(data[0]?.as_of ?? '')).toBeGreaterThan((rows[0]?.now.getTime() ?? 0) - 60_000)
})

test('a guest checks a smartcard, pays, and the bouquet is on: books, mail and SMS agree', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const looked = await lookUp(ada)
  expect(looked).toMatchObject({
    http: 200,
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
  await pay(ada, info, { payment_for })
  expect(await process(ada, info)).toMatchObject({
    http: 200,
    status: 'success',
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
  })
  expect((await stateOf(ada, info)).data).toMatchObject({ state: 'delivered', page: 'success' })

  const sms = await eventually(async () => {
    await shop.sweep()
    return (await shop.texts())[0]
  })
  expect(sms.text).toContain('DStv subscription is paid')
  const truth = await shop.truth()
  expect(truth.captures).toMatchObject([{ amountKobo: 450_000 }])
  expect(truth.deliveries).toMatchObject([{ amountKobo: 440_000, to: '1200000099' }])
  expect(await shop.ledgerSum()).toBe(0n)
  expect((await shop.books()).get('service_charge')).toBe(-10_000n)
})

test('StarTimes sells by smartcard; Showmax by phone, unchecked, and gives a voucher', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const star = await lookUp(ada, { cabletv_network: 'startimes', cabletv_bundle_code: 'nova' })
  await pay(ada, star.data, { payment_for })
  expect(await process(ada, star.data)).toMatchObject({ http: 200 })

  const max = await lookUp(ada, {
    cabletv_network: 'Showmax',
    cabletv_bundle_code: 'sports-only-1',
    smartcard_number: '0801 000 0099',
  })
  expect(max.data).toMatchObject({ smartcard_number: '+2348010000099', customer_name: null })
  await pay(ada, max.data, { payment_for })
  expect(await process(ada, max.data)).toMatchObject({ http: 200 })
  const order = await details(ada, max.data)
  expect(order.data.vouchers).toEqual([expect.stringMatching(/^SHMVHXQ\d{6}$/)])
  const sms = await eventually(async () => {
    await shop.sweep()
    return (await shop.texts()).find(({ text }) => text.includes('Voucher'))
  })
  expect(sms.text).toContain(order.data.vouchers[0])
})

test('a stranger with the reference alone is told as little as of an order that does not exist', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const eve = shop.guest()
  const { data: info } = await lookUp(ada)
  const unknown = await process(eve, { ...info, order_reference: 'ABCDEFGHJKLM' })
  expect(unknown).toMatchObject({ http: 404 })
  expect(await process(eve, info)).toEqual(unknown)
  expect(await process(ada, info)).toEqual(unknown)
  expect(await eve.ask(`/services/cabletv/get-customer-info/${info.order_reference}`)).toEqual(unknown)
  expect((await ada.ask(`/services/cabletv/get-customer-info/${info.order_reference}`)).data).toEqual(info)

  await pay(ada, info, { payment_for })
  await process(ada, info)
  expect(await process(eve, info)).toEqual(unknown)
  expect(await process(eve, info, { accessToken: info.access_token })).toMatchObject({ http: 200 })
  expect(await details(eve, info, info.order_reference)).toEqual(unknown)
  expect(await details(eve, info)).toMatchObject({ http: 200 })
  const wrongRoom = await ada.ask(
    `/services/electricity/transaction/${info.access_token}/order/${info.order_reference}/details`,
  )
  expect(wrongRoom).toEqual(unknown)
})

test('every field that is wrong says so, and nothing is asked of the vendor', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const wrong = async (wish: Record<string, unknown>) => {
    const { http, errors } = await lookUp(ada, wish)
    return [http, Object.keys(errors ?? {})]
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
  const all = await ada.send('/services/cabletv/get-smartcard-info', {})
  expect(Object.keys(all.errors ?? {}).sort()).toEqual([
    'cabletv_bundle_code',
    'cabletv_network',
    'phone_number',
    'smartcard_number',
  ])
  expect(await shop.db.q.selectFrom('verifications').select('id').execute()).toEqual([])
  expect(await lookUp(ada, { smartcard_number: '9999999999' })).toMatchObject({
    http: 422,
    errors: { smartcard_number: [expect.stringContaining('could not find that smartcard')] },
  })
})

test('a service that is off sells nothing, and an order of it takes no money', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const { data: info } = await lookUp(ada)
  const off = JSON.stringify(0)
  await shop.db.q.insertInto('settings').values({ key: 'cabletv_status', value: off }).execute()
  await new Promise((done) => setTimeout(done, 300))
  expect(await lookUp(ada)).toMatchObject({
    http: 422,
    message: 'This service is currently not available',
  })
  expect(await initiate(ada, info, { payment_for })).toMatchObject({ http: 422 })
})

test('a price that rose since the lookup is not charged: the customer starts again', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const { data: info } = await lookUp(ada)
  await shop.db.q
    .updateTable('variations')
    .set({ price_kobo: 500_000n })
    .where('variation', '=', 'dstv-padi')
    .execute()
  expect(await initiate(ada, info, { payment_for })).toMatchObject({
    http: 409,
    message: 'The price of DStv Padi has changed. No money was taken. Please start again.',
  })
  const again = await lookUp(ada)
  expect(again.data.order_reference).not.toBe(info.order_reference)
  expect(again.data.amount).toBe(5000)
})

test('a bouquet loaded with half of its price is no delivery, and a person looks at it', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const { data: info } = await lookUp(ada)
  await shop.fault('vtpass', 'wrong_amount')
  await pay(ada, info, { payment_for })
  expect(await process(ada, info)).toMatchObject({ http: 202, status: 'pending' })
  expect((await stateOf(ada, info)).data).toMatchObject({ state: 'vending', review: true })
})

test('a voucher that the first answer left out is fetched by asking again', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const { data: info } = await lookUp(ada, {
    cabletv_network: 'Showmax',
    cabletv_bundle_code: 'full-3',
    smartcard_number: '08010000099',
  })
  await shop.fault('vtpass', 'success_without_token')
  await pay(ada, info, { payment_for })
  expect(await process(ada, info)).toMatchObject({ http: 202 })
  await shop.sweepUntil(async () => (await stateOf(ada, info)).data.state === 'delivered')
  expect((await details(ada, info)).data.vouchers).toHaveLength(1)
})

test('a subscription that fails is paid back in full', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const { data: info } = await lookUp(ada, { smartcard_number: '1200000003' })
  await pay(ada, info, { payment_for })
  expect(await process(ada, info)).toMatchObject({ http: 409 })
  await shop.sweepUntil(async () => (await stateOf(ada, info)).data.state === 'refunded')
  expect((await shop.truth()).refunds).toMatchObject([{ amountKobo: 450_000 }])
  const sms = await eventually(async () => {
    await shop.sweep()
    return (await shop.texts())[0]
  })
  expect(sms.text).toContain('NGN 4,500.00')
})
