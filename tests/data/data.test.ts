import { expect, test } from 'vitest'
import type { DataInfo, DataNetwork, DataOrder } from '../../shared/data.ts'
import { openStockedShop, pay, stateOf } from '../support/journey.ts'
import type { Shop } from '../support/shop.ts'

const payment_for = 'vtu_data'
type Guest = ReturnType<Shop['guest']>

const lookUp = (guest: Guest, wish: Record<string, unknown> = {}) =>
  guest.send<DataInfo>('/services/data/get-device-info', {
    device_id: '08010000099',
    selected_provider: 'MTN',
    selected_bundle_code: 'mtn-10mb-100',
    phone_number_to_notify: '08031234567',
    ...wish,
  })
const process = (guest: Guest, info: DataInfo) =>
  guest.send<{ reference: string; ref: string }>('/services/data/process-subscription', {
    serviceId: info.order_reference,
  })
const details = (guest: Guest, info: DataInfo, value: string) =>
  guest.ask<DataOrder>(
    `/services/data/transaction/${encodeURIComponent(value)}/order/${info.order_reference}/details`,
  )

test('plans carry the vendor’s names and prices, the kobo of Airtel too', async () => {
  const shop = await openStockedShop()
  const { data } = await shop.guest().ask<DataNetwork[]>('/services/data/networks/all')
  expect(data.map(({ name }) => name)).toEqual(['MTN', 'Airtel', 'Glo', 'T2 (9mobile)'])
  expect(data[1]?.data_plans.map(({ price }) => price)).toEqual([49.99, 99, 199.03, 299.02, 999])
  expect(data[0]?.data_plans[0]).toEqual({
    id: 'mtn-10mb-100',
    code: 'mtn-10mb-100',
    name: 'N100 100MB - 24 hrs',
    price: 100,
  })
})

test('a plan of ₦199.03 is priced, charged, delivered and booked to the kobo', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const looked = await lookUp(ada, { selected_provider: 'Airtel', selected_bundle_code: 'airt-200' })
  expect(looked).toMatchObject({
    http: 200,
    data: {
      data_network: { name: 'Airtel' },
      data_bundle: { code: 'airt-200', price: 199.03 },
      device_id: '+2348010000099',
      phone_number_to_notify: '+2348031234567',
      customer_name: null,
      amount: 199.03,
      service_charge: 0,
      total_amount: 199.03,
    },
  })
  const { data: info } = looked
  await pay(ada, info, { payment_for, method: 'USSD' })
  expect(await process(ada, info)).toMatchObject({ http: 200, data: { ref: info.access_token } })
  const truth = await shop.truth()
  expect(truth.captures).toMatchObject([{ amountKobo: 19_903 }])
  expect(truth.deliveries).toMatchObject([{ amountKobo: 19_903, to: '08010000099' }])
  expect(await shop.ledgerSum()).toBe(0n)
})

test('a delivered plan is read by either value of its order; the line alone shows no phone, name or secret', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const eve = shop.guest()
  const { data: info } = await lookUp(ada)
  expect(await ada.ask(`/services/data/get-customer-info/${info.order_reference}`)).toMatchObject({
    data: info,
  })
  await pay(ada, info, { payment_for })
  await process(ada, info)
  expect((await details(eve, info, info.access_token)).data).toMatchObject({
    ref: info.access_token,
    phone_number: '+2348031234567',
    bundle: { name: 'N100 100MB - 24 hrs' },
  })
  for (const line of ['+2348010000099', '08010000099']) {
    expect((await details(eve, info, line)).data).toMatchObject({
      reference: info.order_reference,
      device_id: '+2348010000099',
      ref: null,
      phone_number: null,
    })
  }
  expect(await details(eve, info, '08010000098')).toMatchObject({ http: 404 })
  expect(await details(eve, info, 'x')).toMatchObject({ http: 404 })
})

test('a plan of another network, a wrong line and a missing field are refused by name', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const wrong = async (wish: Record<string, unknown>) => {
    const { http, errors } = await lookUp(ada, wish)
    return [http, Object.keys(errors ?? {})]
  }
  expect(await wrong({ selected_bundle_code: 'glo100' })).toEqual([422, ['selected_bundle_code']])
  expect(await wrong({ selected_bundle_code: '' })).toEqual([422, ['selected_bundle_code']])
  expect(await wrong({ selected_provider: null })).toEqual([422, ['selected_provider']])
  expect(await wrong({ device_id: '0801' })).toEqual([422, ['device_id']])
  expect(await wrong({ phone_number_to_notify: 'abc' })).toEqual([422, ['phone_number_to_notify']])
})

test('the same wish twice at once is one order, and it is delivered once', async () => {
  const shop = await openStockedShop()
  const ada = shop.guest()
  const [one, other] = await Promise.all([lookUp(ada), lookUp(ada)])
  expect(one?.data.order_reference).toBe(other?.data.order_reference)
  const info = one!.data
  await pay(ada, info, { payment_for })
  const ends = await Promise.all([process(ada, info), process(ada, info), process(ada, info)])
  expect(ends.map(({ http }) => http)).toEqual([200, 200, 200])
  expect((await shop.truth()).deliveries).toHaveLength(1)
  expect((await stateOf(ada, info)).data.state).toBe('delivered')
})
