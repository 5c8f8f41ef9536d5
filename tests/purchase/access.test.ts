import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MeterInfo } from '../../shared/power.ts'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
let info: MeterInfo
let ada: ReturnType<TestApp['createGuest']>
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  ada = app.createGuest()
  const bought = await ada.buyElectricity({ meter_number: prepaidMeter(), email: 'ada@example.com' })
  info = bought.info
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
})
afterAll(() => app.close())

const unknownReference = 'ABCDEFGH2345'
const wrongToken = 'x'.repeat(43)

test("another guest's order gets the same response as a nonexistent order", async () => {
  const eve = app.createGuest()
  const requestOrder = (reference: string) =>
    Promise.all([
      eve.fetchJson(`/orders/${reference}/state`),
      eve.fetchJson(`/orders/${reference}/state?access_token=${wrongToken}`),
      eve.fetchJson(`/services/electricity/get-customer-info/${reference}`),
      eve.fetchJson(`/services/electricity/transaction/${wrongToken}/order/${reference}/details`),
      eve.postJson('/services/electricity/process-subscription', {
        serviceId: reference,
        accessToken: wrongToken,
      }),
      eve.postJson('/services/electricity/process-subscription', { serviceId: reference }),
    ])
  const foreign = await requestOrder(info.order_reference)
  expect(foreign.map((item) => item.httpStatus)).toEqual([404, 404, 404, 404, 404, 404])
  expect(foreign).toEqual(await requestOrder(unknownReference))
})

test('the access token opens an order in any browser', async () => {
  const phone = app.createGuest()
  expect(
    (await phone.fetchJson(`/orders/${info.order_reference}/state?access_token=${info.access_token}`))
      .httpStatus,
  ).toBe(200)
  expect((await phone.processOrder(info)).httpStatus).toBe(200)
  expect((await phone.getOrder(info)).data).toMatchObject({ customer_email_address: 'ada@example.com' })
})

test('the browser that created an order reads it without a token', async () => {
  expect((await ada.getOrderStatus(info)).data).toMatchObject({ state: 'delivered', page: 'success' })
  expect(
    (await ada.fetchJson(`/services/electricity/get-customer-info/${info.order_reference}`)).httpStatus,
  ).toBe(200)
})

test("the history's access token shows token and receipt, not e-mail, address or phone, and cannot process the order", async () => {
  const eve = app.createGuest()
  const history = await eve.postJson<{ reference: string; access_token: string; token: string }[]>(
    '/actions/get-power-history',
    { meter_number: info.meter_number, phone_number: '0803 123 4567' },
  )
  expect(history.data).toMatchObject([
    { reference: info.order_reference, token: expect.stringMatching(/^\d{20}$/) },
  ])
  const view = history.data[0]!.access_token
  expect(view).not.toBe(info.access_token)
  const response = await eve.fetchJson(
    `/services/electricity/transaction/${view}/order/${info.order_reference}/details`,
  )
  expect(response.data).toMatchObject({
    token: history.data[0]!.token,
    customer_email_address: null,
    customer_name: null,
    customer_address: null,
    phone_number: null,
  })
  expect((await eve.fetchJson(`/orders/${info.order_reference}/state?access_token=${view}`)).httpStatus).toBe(
    404,
  )
  expect(
    (
      await eve.postJson('/services/electricity/process-subscription', {
        serviceId: info.order_reference,
        accessToken: view,
      })
    ).httpStatus,
  ).toBe(404)
})

test.each([
  ['another phone', { phone_number: '08039999999' }],
  ['another meter', { meter_number: '11999999999' }],
  ['a phone that is not Nigerian', { phone_number: '+14155550123' }],
])('the history for %s returns no purchases', async (_, input) => {
  const response = await app.createGuest().postJson('/actions/get-power-history', {
    meter_number: info.meter_number,
    phone_number: '08031234567',
    ...input,
  })
  expect(response).toMatchObject({ httpStatus: 200, data: [] })
})

test('a network that guesses phones for one meter is rate-limited and gets a retry time', async () => {
  const meter_number = prepaidMeter()
  const eve = app.createGuest()
  const statuses: number[] = []
  for (let i = 0; i < 20; i++) {
    const response = await eve.postJson('/actions/get-power-history', {
      meter_number,
      phone_number: `0803${String(1_000_000 + i)}`,
    })
    statuses.push(response.httpStatus)
  }
  expect(statuses.filter((item) => item === 200)).toHaveLength(15)
  expect(statuses.filter((item) => item === 429)).toHaveLength(5)
})

test('the checkout return names the order, and returns its access token only for the nonce in the same browser', async () => {
  const { data: fresh } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await ada.initiatePayment(fresh)
  const { callbackUrl } = await ada.payAtCheckout(data.checkoutUrl)
  const back = new URL(callbackUrl)
  const body = {
    gateway: 'paystack',
    reference: back.searchParams.get('reference') ?? '',
    nonce: back.searchParams.get('n') ?? '',
  }
  const own = await ada.postJson('/payments/return', body)
  expect(own.data).toMatchObject({ reference: fresh.order_reference, access_token: fresh.access_token })
  const otherBrowser = await app.createGuest().postJson('/payments/return', body)
  expect(otherBrowser.data).toMatchObject({ reference: fresh.order_reference, access_token: null })
  const guessed = await ada.postJson('/payments/return', { ...body, nonce: 'wrong' })
  expect(guessed.data).toMatchObject({ access_token: null })
  expect((await ada.postJson('/payments/return', { ...body, reference: 'SW-0' })).httpStatus).toBe(404)
  expect((await ada.postJson('/payments/return', { ...body, gateway: 'monnify' })).httpStatus).toBe(404)
})

test('the receipt opens by its reference as a PDF, and an unknown or unpaid one is not found', async () => {
  const get = (reference: string) => fetch(`${app.origin}/api/v1/services/transaction/power/${reference}`)
  const receipt = await get(info.order_reference)
  expect(receipt.headers.get('content-type')).toContain('application/pdf')
  const bytes = Buffer.from(await receipt.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const { data: unpaid } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  for (const reference of [unknownReference, unpaid.order_reference, '..%2f..%2fetc', 'x'.repeat(3_000)]) {
    expect((await get(reference)).status).toBe(404)
  }
})

test('the receipt shows name, address and phone only to the order’s owner, never by its reference', async () => {
  const { data: order } = await ada.getOrder(info)
  const read = async (headers: Record<string, string>, reference = info.order_reference) => {
    const response = await fetch(`${app.origin}/api/v1/services/transaction/power/${reference}`, { headers })
    expect(response.status).toBe(200)
    const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
    return (await extractText(document, { mergePages: true })).text.replace(/\s+/g, ' ')
  }
  const secrets = [order.customer_name, order.customer_address, '+2348031****4567']
  const view = (
    await app.createGuest().postJson<{ access_token: string }[]>('/actions/get-power-history', {
      meter_number: info.meter_number,
      phone_number: '08031234567',
    })
  ).data[0]!.access_token
  const stranger = app.createGuest().headers
  for (const headers of [stranger, { ...stranger, 'order-access-token': view }, {}]) {
    const text = await read(headers)
    expect(text).toContain(info.order_reference)
    expect(text).toContain(info.meter_number)
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
  for (const headers of [ada.headers, { 'order-access-token': info.access_token }]) {
    const text = await read(headers)
    for (const secret of secrets) expect(text).toContain(secret)
  }
})

test('only the browser that paid for an order sees how it was paid, on its page and on its receipt', async () => {
  const phone = app.createGuest()
  expect((await ada.getOrder(info)).data).toMatchObject({ paid_with: 'Card (Paystack)' })
  expect((await phone.getOrder(info)).data).toMatchObject({ paid_with: null })
  const read = async (headers: Record<string, string>) => {
    const address = `${app.origin}/api/v1/orders/${info.order_reference}/receipt?access_token=${info.access_token}`
    const response = await fetch(address, { headers })
    const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
    return (await extractText(document, { mergePages: true })).text.replace(/\s+/g, ' ')
  }
  expect(await read(ada.headers)).toContain('Paid with Card (Paystack)')
  expect(await read(phone.headers)).not.toContain('Paid with')
})

test('wrong guesses by other clients on a shared IP address do not lock a browser out of its own order', async () => {
  const eve = app.createGuest()
  await Promise.all(Array.from({ length: 120 }, () => eve.fetchJson(`/orders/${unknownReference}/state`)))
  expect((await eve.fetchJson(`/orders/${unknownReference}/state`)).httpStatus).toBe(429)
  expect((await eve.fetchJson(`/orders/${info.order_reference}/state`)).httpStatus).toBe(429)
  const { data: fresh } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  expect((await ada.initiatePayment(fresh)).httpStatus).toBe(200)
  expect((await ada.getOrderStatus(fresh)).httpStatus).toBe(200)
  expect((await ada.getOrder(info)).httpStatus).toBe(200)
  expect(
    (await eve.fetchJson(`/orders/${fresh.order_reference}/state?access_token=${fresh.access_token}`))
      .httpStatus,
  ).toBe(200)
  expect(
    (await ada.postJson(`/orders/${info.order_reference}/report`, { message: 'It beeps.' })).httpStatus,
  ).toBe(200)
})

test('wrong references from a shared carrier IP address, also concurrent ones, are limited and do not block the receipt of an order', async () => {
  const get = (reference: string) => fetch(`${app.origin}/api/v1/services/transaction/power/${reference}`)
  const wrong = await Promise.all(Array.from({ length: 90 }, () => get(unknownReference)))
  expect(wrong.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(60)
  expect((await get(unknownReference)).status).toBe(429)
  expect((await get(info.order_reference)).status).toBe(200)
})
