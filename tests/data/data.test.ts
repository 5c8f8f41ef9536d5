import { expect, test } from 'vitest'
import { accessTokenHeader } from '../../shared/contract.ts'
import type { DataInfo, DataNetwork, DataOrder } from '../../shared/data.ts'
import { getOrderStatus, payForOrder, startTestAppWithCatalogue } from '../support/checkout-journey.ts'
import type { TestApp } from '../support/test-app.ts'

const payment_for = 'vtu_data'
type Guest = ReturnType<TestApp['createGuest']>

const lookUp = (guest: Guest, input: Record<string, unknown> = {}) =>
  guest.postJson<DataInfo>('/services/data/get-device-info', {
    device_id: '08010000099',
    selected_provider: 'MTN',
    selected_bundle_code: 'mtn-10mb-100',
    phone_number_to_notify: '08031234567',
    ...input,
  })
const process = (guest: Guest, info: DataInfo, headers: Record<string, string> = {}) =>
  guest.postJson<{ reference: string; ref: string }>(
    '/services/data/process-subscription',
    { serviceId: info.order_reference },
    headers,
  )
const details = (guest: Guest, info: DataInfo, tokenOrDeviceId: string) =>
  guest.fetchJson<DataOrder>(
    `/services/data/transaction/${encodeURIComponent(tokenOrDeviceId)}/order/${info.order_reference}/details`,
  )

test('plans show the vendor’s names and prices, including the kobo of Airtel prices', async () => {
  const app = await startTestAppWithCatalogue()
  const { data } = await app.createGuest().fetchJson<DataNetwork[]>('/services/data/networks/all')
  expect(data.map(({ name }) => name)).toEqual(['MTN', 'Airtel', 'Glo', 'T2 (9mobile)'])
  expect(data[1]?.data_plans.map(({ price }) => price)).toEqual([49.99, 99, 199.03, 299.02, 999])
  expect(data[0]?.data_plans[0]).toEqual({
    id: 'mtn-10mb-100',
    code: 'mtn-10mb-100',
    name: '100MB - 24 hrs',
    price: 100,
  })
})

test('a plan of ₦199.03 is priced, charged, delivered and posted to the kobo', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const lookup = await lookUp(ada, { selected_provider: 'Airtel', selected_bundle_code: 'airt-200' })
  expect(lookup).toMatchObject({
    httpStatus: 200,
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
  const { data: info } = lookup
  await payForOrder(ada, info, { payment_for, method: 'USSD' })
  expect(await process(ada, info)).toMatchObject({ httpStatus: 200, data: { ref: info.access_token } })
  const records = await app.providerRecords()
  expect(records.captures).toMatchObject([{ amountKobo: 19_903 }])
  expect(records.deliveries).toMatchObject([{ amountKobo: 19_903, to: '08010000099' }])
  expect(await app.ledgerSum()).toBe(0n)
})

test('the access token and the device id open a delivered plan; the device id shows no phone, e-mail or access token', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const eve = app.createGuest()
  const { data: info } = await lookUp(ada)
  expect(await ada.fetchJson(`/services/data/get-customer-info/${info.order_reference}`)).toMatchObject({
    data: info,
  })
  await payForOrder(ada, info, { payment_for, email: 'ada@example.com' })
  await process(ada, info)
  expect(await process(eve, info)).toMatchObject({ httpStatus: 404 })
  const token = { [accessTokenHeader]: info.access_token }
  expect(await process(eve, info, token)).toMatchObject({ httpStatus: 200, data: { ref: info.access_token } })
  expect((await details(eve, info, info.access_token)).data).toMatchObject({
    ref: info.access_token,
    phone_number: '+2348031234567',
    customer_email_address: 'ada@example.com',
    bundle: { name: '100MB - 24 hrs' },
  })
  for (const deviceId of ['+2348010000099', '08010000099']) {
    expect((await details(eve, info, deviceId)).data).toMatchObject({
      reference: info.order_reference,
      device_id: '+2348010000099',
      ref: null,
      phone_number: null,
      customer_email_address: null,
    })
  }
  expect(await details(eve, info, '08010000098')).toMatchObject({ httpStatus: 404 })
  expect(await details(eve, info, 'x')).toMatchObject({ httpStatus: 404 })
})

test('a plan of another network, an invalid device id and a missing field are rejected with the name of the field', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const rejectedFields = async (input: Record<string, unknown>) => {
    const { httpStatus, errors } = await lookUp(ada, input)
    return [httpStatus, Object.keys(errors ?? {})]
  }
  expect(await rejectedFields({ selected_bundle_code: 'glo100' })).toEqual([422, ['selected_bundle_code']])
  expect(await rejectedFields({ selected_bundle_code: '' })).toEqual([422, ['selected_bundle_code']])
  expect(await rejectedFields({ selected_provider: null })).toEqual([422, ['selected_provider']])
  expect(await rejectedFields({ device_id: '0801' })).toEqual([422, ['device_id']])
  expect(await rejectedFields({ phone_number_to_notify: 'abc' })).toEqual([422, ['phone_number_to_notify']])
})

test('two concurrent equal requests create one order, which is delivered once', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = app.createGuest()
  const [first, second] = await Promise.all([lookUp(ada), lookUp(ada)])
  expect(first?.data.order_reference).toBe(second?.data.order_reference)
  const info = first!.data
  await payForOrder(ada, info, { payment_for })
  const responses = await Promise.all([process(ada, info), process(ada, info), process(ada, info)])
  expect(responses.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200])
  expect((await app.providerRecords()).deliveries).toHaveLength(1)
  expect((await getOrderStatus(ada, info)).data.state).toBe('delivered')
})
