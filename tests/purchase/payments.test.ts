import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MeterInfo } from '../../shared/power.ts'
import { expectBooksTrue, expectFair, factsOf, isOver } from '../support/audit.ts'
import { impatient } from '../support/counterparties.ts'
import { initiate } from '../support/journey.ts'
import { prepaid } from '../support/meters.ts'
import { sales } from '../support/sales.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: impatient })
})
afterAll(() => shop.close())

const toTheEnd = (reference: string) => shop.sweepUntil(isOver(shop, reference), { stepSeconds: 60 })

async function looksUp(wish: Record<string, unknown> = {}) {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid(), ...wish })
  return { ada, info }
}

async function quote() {
  const { ada, info } = await looksUp()
  return { ada, info, payments: async () => (await factsOf(shop, info.order_reference)).payments }
}

test('a tab that is closed after paying changes nothing: the webhook alone brings the token', async () => {
  const { info } = await shop.guest().buys({ meter_number: prepaid() })
  await eventually(async () => (await shop.orderRow(info.order_reference)).state === 'delivered')
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test.each<[string, Record<string, unknown>, string]>([
  ['less than the total', { amount: 100 }, 'amount'],
  ['more than the total', { amount: 999_999 }, 'amount'],
  ['another service charge', { service_charge: 0 }, 'service_charge'],
  ['another service', { payment_for: 'cabletv' }, 'payment_for'],
])('a browser that names %s is refused and nothing is opened', async (_, wish, field) => {
  const { ada, info, payments } = await quote()
  const reply = await ada.initiates(info, wish)
  expect(reply.http).toBe(409)
  expect(Object.keys(reply.errors ?? {})).toEqual([field])
  expect(await payments()).toEqual([])
})

test('an order of nobody cannot be paid', async () => {
  const { ada, info } = await quote()
  expect((await ada.initiates({ ...info, order_reference: 'ABCDEFGH2345' } as MeterInfo)).http).toBe(404)
  expect((await ada.initiates(info, { service_id: 'ABCDEFGH2345' })).http).toBe(404)
})

test('a button pressed twenty times at once opens one checkout', async () => {
  const { ada, info, payments } = await quote()
  const replies = await Promise.all(Array.from({ length: 20 }, () => ada.initiates(info)))
  expect(replies.map((it) => it.http)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(replies.map((it) => it.data.checkoutUrl)).size).toBe(1)
  expect(await payments()).toHaveLength(1)
})

test('one idempotency key has one answer, and refuses another request', async () => {
  const { ada, info } = await quote()
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await ada.initiates(info, {}, key)
  expect(await ada.initiates(info, {}, key)).toEqual(first)
  expect((await ada.initiates(info, { payment_method: 'USSD' }, key)).http).toBe(409)
})

test('a declined card may be tried again on the same order at once, by a new checkout', async () => {
  const { ada, info, payments } = await quote()
  const first = await ada.initiates(info)
  expect((await ada.paysAt(first.data.checkoutUrl, { decline: true })).status).toBe('failed')
  const second = await ada.initiates(info)
  expect(second.http).toBe(200)
  expect(second.data.checkoutUrl).not.toBe(first.data.checkoutUrl)
  await ada.paysAt(second.data.checkoutUrl)
  expect((await ada.processes(info)).http).toBe(200)
  expect((await payments()).map((it) => it.state).sort()).toEqual(['failed', 'succeeded'])
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('processing an order that was declined, or never paid, takes and sends nothing', async () => {
  const { ada, info } = await quote()
  expect(await ada.processes(info)).toMatchObject({
    http: 409,
    message: expect.stringContaining('not been paid'),
  })
  const { data } = await ada.initiates(info)
  await ada.paysAt(data.checkoutUrl, { decline: true })
  expect(await ada.processes(info)).toMatchObject({
    http: 409,
    message: expect.stringContaining('did not go through'),
  })
  expect((await factsOf(shop, info.order_reference)).attempts).toEqual([])
})

test('a paid order is not paid again', async () => {
  const { ada, info } = await quote()
  const { data } = await ada.initiates(info)
  await shop.fault('paystack', 'webhook_lost')
  await ada.paysAt(data.checkoutUrl)
  expect(await ada.initiates(info, { payment_method: 'USSD' })).toMatchObject({
    http: 409,
    message: expect.stringContaining('already paid'),
  })
  await toTheEnd(info.order_reference)
  expect((await ada.initiates(info)).http).toBe(409)
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

/** Two checkouts of one order, both paid: the first by card, the second by transfer. */
async function paysTwice(meter: string) {
  const { ada, info } = await looksUp({ meter_number: meter })
  const card = await ada.initiates(info)
  const transfer = await ada.initiates(info, { payment_method: 'ACCOUNT_TRANSFER' })
  expect([card.http, transfer.http]).toEqual([200, 200])
  await ada.paysAt(card.data.checkoutUrl)
  await eventually(async () => (await factsOf(shop, info.order_reference)).paid.length === 1)
  await ada.paysAt(transfer.data.checkoutUrl)
  await eventually(async () => (await factsOf(shop, info.order_reference)).paid.length === 2)
  return info.order_reference
}

test('a second successful payment of one order goes back, and the order is delivered once', async () => {
  const reference = await paysTwice(prepaid())
  await toTheEnd(reference)
  await shop.sweepUntil(async () =>
    (await factsOf(shop, reference)).refunds.every((it) => it.state === 'processed'),
  )
  const { refunds } = await factsOf(shop, reference)
  expect(refunds).toMatchObject([{ cause: 'second_payment' }])
  await expectFair(shop, reference)
  await expectBooksTrue(shop)
})

test('an order paid twice whose vend fails gives both payments back, each where it came from', async () => {
  const reference = await paysTwice(prepaid('failed'))
  await toTheEnd(reference)
  await shop.sweepUntil(async () =>
    (await factsOf(shop, reference)).refunds.every((it) => it.state === 'processed'),
  )
  const { refunds, payments, refunded } = await factsOf(shop, reference)
  expect(new Set(refunds.map((it) => it.payment_id)).size).toBe(2)
  expect(refunded.map((it) => it.reference).sort()).toEqual(payments.map((it) => it.reference).sort())
  await expectFair(shop, reference)
  await expectBooksTrue(shop)
})

test('an unpaid order expires after an hour, and money that comes later still buys what it was for', async () => {
  const { ada, info } = await quote()
  const { data } = await ada.initiates(info)
  await shop.sweepUntil(async () => (await shop.orderRow(info.order_reference)).state === 'expired', {
    stepSeconds: 1_800,
  })
  expect((await ada.initiates(info)).http).toBe(409)
  expect(await ada.processes(info)).toMatchObject({ http: 409, message: expect.stringContaining('expired') })
  await ada.paysAt(data.checkoutUrl)
  await toTheEnd(info.order_reference)
  const { order, payments } = await factsOf(shop, info.order_reference)
  expect(order.state).toBe('delivered')
  expect(payments).toMatchObject([{ state: 'succeeded_late' }])
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('money that comes so late that the price is another one buys nothing, and goes back', async () => {
  await shop.features.catalogue.refresh()
  const ada = shop.guest()
  const { data: info } = await sales.cabletv.looksUp(ada)
  const { data } = await initiate(ada, info, sales.cabletv)
  const { code, variation } = await shop.orderRow(info.order_reference)
  const price = (kobo: bigint) =>
    shop.db.q
      .updateTable('variations')
      .set((it) => ({ price_kobo: it('price_kobo', '+', kobo) }))
      .where('vendor', '=', 'vtpass')
      .where('code', '=', code)
      .where('variation', '=', variation)
      .execute()
  await price(10_000n)
  await ada.paysAt(data.checkoutUrl)
  await toTheEnd(info.order_reference)
  await price(-10_000n)
  const { order, attempts } = await factsOf(shop, info.order_reference)
  expect([order.state, attempts]).toEqual(['refunded', []])
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('an order whose only payment was declined lapses too, in its time', async () => {
  const { ada, info } = await quote()
  const { data } = await ada.initiates(info)
  await ada.paysAt(data.checkoutUrl, { decline: true })
  await ada.processes(info)
  await shop.sweepUntil(async () => (await shop.orderRow(info.order_reference)).state === 'expired', {
    stepSeconds: 1_800,
  })
})

test('a stranger who pays for an order learns nothing of it, and does not turn its mail to himself', async () => {
  const { ada, info } = await quote()
  expect((await ada.initiates(info, { email: 'ada@example.com' })).http).toBe(200)
  const eve = shop.guest()
  const { data } = await eve.initiates(info, { email: 'eve@example.com' })
  expect(Object.keys(data)).toEqual(['checkoutUrl'])
  expect((await shop.orderRow(info.order_reference)).email).toBe('ada@example.com')
  await eve.paysAt(data.checkoutUrl)
  await toTheEnd(info.order_reference)
  await shop.sweep()
  await eventually(async () => (await shop.mails()).some((it) => it.to.includes('ada@example.com')))
  expect((await shop.mails()).some((it) => it.to.includes('eve@example.com'))).toBe(false)
  await expectBooksTrue(shop)
})

test('a service that is off refuses lookups and payments, and still delivers what was paid', async () => {
  const own = await openShop({ counterparties: impatient })
  const ada = own.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const { data: other } = await ada.looksUp({ meter_number: prepaid() })
  const { data } = await ada.initiates(info)
  await own.db.q
    .insertInto('settings')
    .values({ key: 'power_status', value: JSON.stringify(0) })
    .execute()
  await eventually(async () => (await ada.looksUp({ meter_number: prepaid() })).http === 422)
  expect((await ada.initiates(other)).http).toBe(422)
  await ada.paysAt(data.checkoutUrl)
  await eventually(async () => (await own.orderRow(info.order_reference)).state === 'delivered')
  await expectBooksTrue(own)
})

test('whoever loads the return page again and again has the gateway asked now and then, not each time', async () => {
  let asked = 0
  const own = await openShop({
    counterparties: (config) => {
      const { gateways, vendors } = impatient(config)
      const verify = (reference: string) => {
        asked += 1
        return gateways.paystack.verify(reference)
      }
      return { gateways: { ...gateways, paystack: { ...gateways.paystack, verify } }, vendors }
    },
  })
  const ada = own.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const { data } = await ada.initiates(info)
  const began = performance.now()
  for (let time = 0; time < 40; time++) expect(await ada.processes(info)).toMatchObject({ http: 409 })
  const seconds = (performance.now() - began) / 1_000
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(1 + Math.ceil(seconds))
  await ada.paysAt(data.checkoutUrl)
  await eventually(async () => (await ada.processes(info)).http === 200)
})
