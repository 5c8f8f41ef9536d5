import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MeterInfo } from '../../shared/power.ts'
import { initiateCheckout } from '../support/checkout-journey.ts'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { servicePurchases } from '../support/purchases.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
})
afterAll(() => app.close())

const runUntilFinal = (reference: string) =>
  app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })

async function lookUp(input: Record<string, unknown> = {}) {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter(), ...input })
  return { ada, info }
}

async function quote() {
  const { ada, info } = await lookUp()
  return { ada, info, payments: async () => (await collectOrderRecords(app, info.order_reference)).payments }
}

test('closing the tab after paying changes nothing: the webhook is enough to deliver the token', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await eventually(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test.each<[string, Record<string, unknown>, string]>([
  ['an amount below the total', { amount: 100 }, 'amount'],
  ['an amount above the total', { amount: 999_999 }, 'amount'],
  ['another service charge', { service_charge: 0 }, 'service_charge'],
  ['another service', { payment_for: 'cabletv' }, 'payment_for'],
])('a payment request with %s is rejected and opens no payment', async (_, input, field) => {
  const { ada, info, payments } = await quote()
  const response = await ada.initiatePayment(info, input)
  expect(response.httpStatus).toBe(409)
  expect(Object.keys(response.errors ?? {})).toEqual([field])
  expect(await payments()).toEqual([])
})

test('an unknown order cannot be paid', async () => {
  const { ada, info } = await quote()
  expect(
    (await ada.initiatePayment({ ...info, order_reference: 'ABCDEFGH2345' } as MeterInfo)).httpStatus,
  ).toBe(404)
  expect((await ada.initiatePayment(info, { service_id: 'ABCDEFGH2345' })).httpStatus).toBe(404)
})

test('20 concurrent payment requests for one order open one checkout', async () => {
  const { ada, info, payments } = await quote()
  const responses = await Promise.all(Array.from({ length: 20 }, () => ada.initiatePayment(info)))
  expect(responses.map((item) => item.httpStatus)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(responses.map((item) => item.data.checkoutUrl)).size).toBe(1)
  expect(await payments()).toHaveLength(1)
})

test('an idempotency key has one response, and rejects a different request', async () => {
  const { ada, info } = await quote()
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await ada.initiatePayment(info, {}, key)
  expect(await ada.initiatePayment(info, {}, key)).toEqual(first)
  expect((await ada.initiatePayment(info, { payment_method: 'USSD' }, key)).httpStatus).toBe(409)
})

test('after a declined card the same order can be paid immediately with a new checkout', async () => {
  const { ada, info, payments } = await quote()
  const first = await ada.initiatePayment(info)
  expect((await ada.payAtCheckout(first.data.checkoutUrl, { decline: true })).status).toBe('failed')
  const second = await ada.initiatePayment(info)
  expect(second.httpStatus).toBe(200)
  expect(second.data.checkoutUrl).not.toBe(first.data.checkoutUrl)
  await ada.payAtCheckout(second.data.checkoutUrl)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  expect((await payments()).map((item) => item.state).sort()).toEqual(['failed', 'succeeded'])
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('processing a declined or unpaid order charges nothing and sends nothing', async () => {
  const { ada, info } = await quote()
  expect(await ada.processOrder(info)).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('not been paid'),
  })
  const { data } = await ada.initiatePayment(info)
  await ada.payAtCheckout(data.checkoutUrl, { decline: true })
  expect(await ada.processOrder(info)).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('You were not charged'),
  })
  expect((await collectOrderRecords(app, info.order_reference)).attempts).toEqual([])
})

test('a paid order cannot be paid again', async () => {
  const { ada, info } = await quote()
  const { data } = await ada.initiatePayment(info)
  await app.injectFault('paystack', 'webhook_lost')
  await ada.payAtCheckout(data.checkoutUrl)
  expect(await ada.initiatePayment(info, { payment_method: 'USSD' })).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('already paid'),
  })
  await runUntilFinal(info.order_reference)
  expect((await ada.initiatePayment(info)).httpStatus).toBe(409)
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

/** Two checkouts of one order, both paid: the first by card, the second by transfer. */
async function payTwice(meter: string) {
  const { ada, info } = await lookUp({ meter_number: meter })
  const card = await ada.initiatePayment(info)
  const transfer = await ada.initiatePayment(info, { payment_method: 'ACCOUNT_TRANSFER' })
  expect([card.httpStatus, transfer.httpStatus]).toEqual([200, 200])
  await ada.payAtCheckout(card.data.checkoutUrl)
  await eventually(async () => (await collectOrderRecords(app, info.order_reference)).paid.length === 1)
  await ada.payAtCheckout(transfer.data.checkoutUrl)
  await eventually(async () => (await collectOrderRecords(app, info.order_reference)).paid.length === 2)
  return info.order_reference
}

test('a second successful payment of one order is refunded, and the order is delivered once', async () => {
  const reference = await payTwice(prepaidMeter())
  await runUntilFinal(reference)
  await app.runDueJobsUntil(async () =>
    (await collectOrderRecords(app, reference)).refunds.every((item) => item.state === 'processed'),
  )
  const { refunds } = await collectOrderRecords(app, reference)
  expect(refunds).toMatchObject([{ cause: 'second_payment' }])
  await expectOrderConsistent(app, reference)
  await expectLedgerMatchesProviders(app)
})

test('an order that is paid twice and fails to vend refunds both payments, each to its own source', async () => {
  const reference = await payTwice(prepaidMeter('failed'))
  await runUntilFinal(reference)
  await app.runDueJobsUntil(async () =>
    (await collectOrderRecords(app, reference)).refunds.every((item) => item.state === 'processed'),
  )
  const { refunds, payments, refunded } = await collectOrderRecords(app, reference)
  expect(new Set(refunds.map((item) => item.payment_id)).size).toBe(2)
  expect(refunded.map((item) => item.reference).sort()).toEqual(payments.map((item) => item.reference).sort())
  await expectOrderConsistent(app, reference)
  await expectLedgerMatchesProviders(app)
})

test('an unpaid order expires after an hour, and a payment that arrives later still delivers it', async () => {
  const { ada, info } = await quote()
  const { data } = await ada.initiatePayment(info)
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'expired', {
    stepSeconds: 1_800,
  })
  expect((await ada.initiatePayment(info)).httpStatus).toBe(409)
  expect(await ada.processOrder(info)).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('expired'),
  })
  await ada.payAtCheckout(data.checkoutUrl)
  await runUntilFinal(info.order_reference)
  const { order, payments } = await collectOrderRecords(app, info.order_reference)
  expect(order.state).toBe('delivered')
  expect(payments).toMatchObject([{ state: 'succeeded_late' }])
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('a payment that arrives after the price has changed buys nothing and is refunded', async () => {
  await app.features.catalogue.refresh()
  const ada = app.createGuest()
  const { data: info } = await servicePurchases.cabletv.createOrder(ada)
  const { data } = await initiateCheckout(ada, info, servicePurchases.cabletv)
  const { code, variation } = await app.orderRow(info.order_reference)
  const price = (kobo: bigint) =>
    app.db.q
      .updateTable('variations')
      .set((item) => ({ price_kobo: item('price_kobo', '+', kobo) }))
      .where('vendor', '=', 'vtpass')
      .where('code', '=', code)
      .where('variation', '=', variation)
      .execute()
  await price(10_000n)
  await ada.payAtCheckout(data.checkoutUrl)
  await runUntilFinal(info.order_reference)
  await price(-10_000n)
  const { order, attempts } = await collectOrderRecords(app, info.order_reference)
  expect([order.state, attempts]).toEqual(['refunded', []])
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('an order whose only payment was declined expires on time', async () => {
  const { ada, info } = await quote()
  const { data } = await ada.initiatePayment(info)
  await ada.payAtCheckout(data.checkoutUrl, { decline: true })
  await ada.processOrder(info)
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'expired', {
    stepSeconds: 1_800,
  })
})

test('another person who pays for an order sees none of its details and does not receive its e-mail', async () => {
  const { ada, info } = await quote()
  expect((await ada.initiatePayment(info, { email: 'ada@example.com' })).httpStatus).toBe(200)
  const eve = app.createGuest()
  const { data } = await eve.initiatePayment(info, { email: 'eve@example.com' })
  expect(Object.keys(data)).toEqual(['checkoutUrl'])
  expect((await app.orderRow(info.order_reference)).email).toBe('ada@example.com')
  await eve.payAtCheckout(data.checkoutUrl)
  await runUntilFinal(info.order_reference)
  await app.runDueJobs()
  await eventually(async () => (await app.emails()).some((item) => item.to.includes('ada@example.com')))
  expect((await app.emails()).some((item) => item.to.includes('eve@example.com'))).toBe(false)
  await expectLedgerMatchesProviders(app)
})

test('a disabled service rejects lookups and payments, and still delivers paid orders', async () => {
  const own = await startTestApp({ providerOverrides: createShortTimeoutProviders })
  const ada = own.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data: other } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await ada.initiatePayment(info)
  await own.db.q
    .insertInto('settings')
    .values({ key: 'power_status', value: JSON.stringify(0) })
    .execute()
  await eventually(async () => (await ada.lookUpMeter({ meter_number: prepaidMeter() })).httpStatus === 422)
  expect((await ada.initiatePayment(other)).httpStatus).toBe(422)
  await ada.payAtCheckout(data.checkoutUrl)
  await eventually(async () => (await own.orderRow(info.order_reference)).state === 'delivered')
  await expectLedgerMatchesProviders(own)
})

test('repeated loads of the return page query the gateway at intervals, not on each load', async () => {
  let requestCount = 0
  const own = await startTestApp({
    providerOverrides: (config) => {
      const { gateways, vendors } = createShortTimeoutProviders(config)
      const verify = (reference: string) => {
        requestCount += 1
        return gateways.paystack.verify(reference)
      }
      return { gateways: { ...gateways, paystack: { ...gateways.paystack, verify } }, vendors }
    },
  })
  const ada = own.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await ada.initiatePayment(info)
  const startedAt = performance.now()
  for (let time = 0; time < 40; time++)
    expect(await ada.processOrder(info)).toMatchObject({ httpStatus: 409 })
  const seconds = (performance.now() - startedAt) / 1_000
  expect(requestCount).toBeGreaterThan(0)
  expect(requestCount).toBeLessThanOrEqual(1 + Math.ceil(seconds))
  await ada.payAtCheckout(data.checkoutUrl)
  await eventually(async () => (await ada.processOrder(info)).httpStatus === 200)
})
