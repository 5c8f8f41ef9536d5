import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MeterInfo } from '../../shared/power.ts'
import { prepaid } from '../support/meters.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let info: MeterInfo
let ada: ReturnType<Shop['guest']>
beforeAll(async () => {
  shop = await openShop({ shared: true })
  ada = shop.guest()
  const bought = await ada.buys({ meter_number: prepaid(), email: 'ada@example.com' })
  info = bought.info
  expect((await ada.processes(info)).http).toBe(200)
})
afterAll(() => shop.close())

const nobodys = 'ABCDEFGH2345'
const wrongToken = 'x'.repeat(43)

test("somebody else's order answers exactly like one that does not exist", async () => {
  const eve = shop.guest()
  const asks = (reference: string) =>
    Promise.all([
      eve.ask(`/orders/${reference}/state`),
      eve.ask(`/orders/${reference}/state?access_token=${wrongToken}`),
      eve.ask(`/services/electricity/get-customer-info/${reference}`),
      eve.ask(`/services/electricity/transaction/${wrongToken}/order/${reference}/details`),
      eve.send('/services/electricity/process-subscription', {
        serviceId: reference,
        accessToken: wrongToken,
      }),
      eve.send('/services/electricity/process-subscription', { serviceId: reference }),
    ])
  const foreign = await asks(info.order_reference)
  expect(foreign.map((it) => it.http)).toEqual([404, 404, 404, 404, 404, 404])
  expect(foreign).toEqual(await asks(nobodys))
})

test('the access token opens an order in any browser', async () => {
  const phone = shop.guest()
  expect(
    (await phone.ask(`/orders/${info.order_reference}/state?access_token=${info.access_token}`)).http,
  ).toBe(200)
  expect((await phone.processes(info)).http).toBe(200)
  expect((await phone.seesOrder(info)).data).toMatchObject({ customer_email_address: 'ada@example.com' })
})

test('the browser that made an order reads it without a token', async () => {
  expect((await ada.seesState(info)).data).toMatchObject({ state: 'delivered', page: 'success' })
  expect((await ada.ask(`/services/electricity/get-customer-info/${info.order_reference}`)).http).toBe(200)
})

test("the history's token shows token and receipt, and neither e-mail, address nor phone; it processes nothing", async () => {
  const eve = shop.guest()
  const history = await eve.send<{ reference: string; access_token: string; token: string }[]>(
    '/actions/get-power-history',
    { meter_number: info.meter_number, phone_number: '0803 123 4567' },
  )
  expect(history.data).toMatchObject([
    { reference: info.order_reference, token: expect.stringMatching(/^\d{20}$/) },
  ])
  const view = history.data[0]!.access_token
  expect(view).not.toBe(info.access_token)
  const seen = await eve.ask(
    `/services/electricity/transaction/${view}/order/${info.order_reference}/details`,
  )
  expect(seen.data).toMatchObject({
    token: history.data[0]!.token,
    customer_email_address: null,
    customer_address: null,
    phone_number: null,
  })
  expect((await eve.ask(`/orders/${info.order_reference}/state?access_token=${view}`)).http).toBe(404)
  expect(
    (
      await eve.send('/services/electricity/process-subscription', {
        serviceId: info.order_reference,
        accessToken: view,
      })
    ).http,
  ).toBe(404)
})

test.each([
  ['another phone', { phone_number: '08039999999' }],
  ['another meter', { meter_number: '11999999999' }],
  ['a phone that is not Nigerian', { phone_number: '+14155550123' }],
])('the history of %s looks like no purchases', async (_, wish) => {
  const reply = await shop.guest().send('/actions/get-power-history', {
    meter_number: info.meter_number,
    phone_number: '08031234567',
    ...wish,
  })
  expect(reply).toMatchObject({ http: 200, data: [] })
})

test('whoever guesses phones of a meter is stopped, and told when to try again', async () => {
  const meter_number = prepaid()
  const eve = shop.guest()
  const statuses: number[] = []
  for (let i = 0; i < 20; i++) {
    const reply = await eve.send('/actions/get-power-history', {
      meter_number,
      phone_number: `0803${String(1_000_000 + i)}`,
    })
    statuses.push(reply.http)
  }
  expect(statuses.filter((it) => it === 200)).toHaveLength(15)
  expect(statuses.filter((it) => it === 429)).toHaveLength(5)
})

test('the return from the checkout names the order, and hands its token only to nonce and browser together', async () => {
  const { data: fresh } = await ada.looksUp({ meter_number: prepaid() })
  const { data } = await ada.initiates(fresh)
  const { callbackUrl } = await ada.paysAt(data.checkoutUrl)
  const back = new URL(callbackUrl)
  const body = {
    gateway: 'paystack',
    reference: back.searchParams.get('reference') ?? '',
    nonce: back.searchParams.get('n') ?? '',
  }
  const own = await ada.send('/payments/return', body)
  expect(own.data).toMatchObject({ reference: fresh.order_reference, access_token: fresh.access_token })
  const strange = await shop.guest().send('/payments/return', body)
  expect(strange.data).toMatchObject({ reference: fresh.order_reference, access_token: null })
  const guessed = await ada.send('/payments/return', { ...body, nonce: 'wrong' })
  expect(guessed.data).toMatchObject({ access_token: null })
  expect((await ada.send('/payments/return', { ...body, reference: 'SW-0' })).http).toBe(404)
  expect((await ada.send('/payments/return', { ...body, gateway: 'monnify' })).http).toBe(404)
})

test('the receipt opens by its reference as a PDF, and an unknown or unpaid one is not found', async () => {
  const get = (reference: string) => fetch(`${shop.origin}/api/v1/services/transaction/power/${reference}`)
  const receipt = await get(info.order_reference)
  expect(receipt.headers.get('content-type')).toContain('application/pdf')
  const bytes = Buffer.from(await receipt.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const { data: unpaid } = await ada.looksUp({ meter_number: prepaid() })
  for (const reference of [nobodys, unpaid.order_reference, '..%2f..%2fetc', 'x'.repeat(3_000)]) {
    expect((await get(reference)).status).toBe(404)
  }
})

test('the wrong guesses of others behind one address keep nobody from an order of their own', async () => {
  const eve = shop.guest()
  await Promise.all(Array.from({ length: 120 }, () => eve.ask(`/orders/${nobodys}/state`)))
  expect((await eve.ask(`/orders/${nobodys}/state`)).http).toBe(429)
  expect((await eve.ask(`/orders/${info.order_reference}/state`)).http).toBe(429)
  const { data: fresh } = await ada.looksUp({ meter_number: prepaid() })
  expect((await eve.initiates(fresh)).http).toBe(429)

  expect((await ada.initiates(fresh)).http).toBe(200)
  expect((await ada.seesState(fresh)).http).toBe(200)
  expect((await ada.seesOrder(info)).http).toBe(200)
  expect(
    (await eve.ask(`/orders/${fresh.order_reference}/state?access_token=${fresh.access_token}`)).http,
  ).toBe(200)
  expect((await ada.send(`/orders/${info.order_reference}/report`, { message: 'It beeps.' })).http).toBe(200)
})
