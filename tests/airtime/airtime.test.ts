import { expect, test } from 'vitest'
import type { AirtimeInfo, AirtimeOrder } from '../../shared/airtime.ts'
import { customerOf } from '../support/customer.ts'
import { initiate, openStockedShop, pay, stateOf } from '../support/journey.ts'
import { eventually, type Shop } from '../support/shop.ts'

const payment_for = 'vtu_airtime'
type Guest = ReturnType<Shop['guest']>

const create = (guest: Guest, wish: Record<string, unknown> = {}) =>
  guest.send<AirtimeInfo>('/services/airtime/record/create', {
    phone_number: '08010000099',
    amount: 500,
    selected_provider: 'MTN',
    ...wish,
  })
const process = (guest: Guest, info: AirtimeInfo, more: object = {}) =>
  guest.send<{ reference: string; ref: string }>('/services/airtime/process-subscription', {
    serviceId: info.reference,
    ...more,
  })
const details = (guest: Guest, info: AirtimeInfo, query = '') =>
  guest.ask<AirtimeOrder>(`/services/airtime/transaction/order/${info.reference}/details${query}`)

test('the four networks are listed with their logos', async () => {
  const shop = await openStockedShop()
  const { data } = await shop.guest().ask<{ id: string; name: string }[]>('/services/airtime/networks/all')
  expect(data.map(({ name }) => name)).toEqual(['MTN', 'Airtel', 'Glo', 'T2 (9mobile)'])
  expect(data[3]).toEqual({ id: 't2', code: 't2', name: 'T2 (9mobile)', logo: '/logos/t2.svg' })
})

test('a guest buys airtime at its face value, by transfer, on every network', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  for (const [at, selected_provider] of ['MTN', 'airtel', 'Glo', 't2'].entries()) {
    const made = await create(ada, { selected_provider, phone_number: `0801 000 009${at}` })
    expect(made).toMatchObject({
      http: 200,
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
    await pay(ada, info, { payment_for, method: 'ACCOUNT_TRANSFER' })
    expect(await process(ada, info)).toMatchObject({
      http: 200,
      data: { reference: info.reference, ref: info.ref },
    })
    expect((await details(ada, info)).data).toMatchObject({ reference: info.reference, amount: 500 })
  }
  const truth = await shop.truth()
  expect(truth.deliveries.map(({ to }) => to)).toEqual([
    '08010000090',
    '08010000091',
    '08010000092',
    '08010000093',
  ])
  expect(await shop.ledgerSum()).toBe(0n)
})

test('the success page opens for the browser that bought, or with its second value, and for nobody else', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const eve = shop.guest()
  const { data: info } = await create(ada)
  const unknown = await details(eve, { ...info, reference: 'ABCDEFGHJKLM' })
  expect(unknown.http).toBe(404)
  expect(await details(ada, info)).toEqual(unknown)
  await pay(ada, info, { payment_for })
  await process(ada, info)
  expect(await details(eve, info)).toEqual(unknown)
  expect(await details(eve, info, `?p_ref=${info.ref}`)).toMatchObject({ http: 200 })
  expect(await process(eve, info)).toEqual(unknown)
})

test('an amount outside the bounds, a landline and an unknown network are refused', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  for (const amount of [99, 500_001, 0, -100, '1e3', '100.001', 'ten', null]) {
    expect(await create(ada, { amount }), String(amount)).toMatchObject({
      http: 422,
      errors: { amount: [expect.any(String)] },
    })
  }
  expect(await create(ada, { amount: 200_001 })).toMatchObject({
    http: 422,
    message: 'The most that MTN sells at once is ₦200,000.00.',
  })
  expect(await create(ada, { phone_number: '0123456789' })).toMatchObject({
    http: 422,
    errors: { phone_number: [expect.any(String)] },
  })
  expect(await create(ada, { selected_provider: 'Vodafone' })).toMatchObject({
    http: 422,
    errors: { selected_provider: [expect.any(String)] },
  })
})

test('a purchase whose answer is late ends once, and one that never happened is paid back', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const late = await create(ada, { phone_number: '08010000001' })
  await pay(ada, late.data, { payment_for })
  await process(ada, late.data)
  await eventually(async () => {
    await shop.sweep()
    return (await shop.truth()).deliveries.length === 1
  })
  await shop.sweepUntil(async () => (await stateOf(ada, late.data)).data.state === 'delivered')

  const failed = await create(ada, { phone_number: '08010000003' })
  await pay(ada, failed.data, { payment_for, method: 'USSD' })
  expect(await process(ada, failed.data)).toMatchObject({ http: 409 })
  await shop.sweepUntil(async () => (await stateOf(ada, failed.data)).data.state === 'refunded')
  const truth = await shop.truth()
  expect(truth.deliveries).toHaveLength(1)
  expect(truth.refunds).toHaveLength(1)
  expect(await shop.ledgerSum()).toBe(0n)
})

test('another amount, charge or service in the payment is refused, not obeyed', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const { data: info } = await create(ada)
  expect(await initiate(ada, info, { payment_for, amount: 400 })).toMatchObject({ http: 409 })
  expect(await initiate(ada, info, { payment_for: 'electricity' })).toMatchObject({ http: 409 })
  expect(await initiate(ada, { ...info, service_charge: 5 }, { payment_for })).toMatchObject({ http: 409 })
})

test('for somebody signed in the account’s name stands on the order, and the order is theirs in every browser', async () => {
  const shop = await openStockedShop()
  const ada = await customerOf(shop)
  const { data: info } = await create(ada)
  expect(info).toMatchObject({ customer_name: 'Ada Okafor', customer_number: '+2348010000099' })
  await pay(ada, info, { payment_for })
  expect(await process(ada, info)).toMatchObject({ http: 200 })
  expect((await details(ada, info)).data.customer_name).toBe('Ada Okafor')
})
