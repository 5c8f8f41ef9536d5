import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
})
afterAll(() => app.close())

const sign = (raw: string, key: string) => createHmac('sha512', key).update(raw).digest('hex')

async function postWebhook(
  raw: string,
  headers: Record<string, string> = { 'x-paystack-signature': sign(raw, 'sk_test_simulated') },
) {
  const response = await fetch(`${app.origin}/api/v1/webhooks/paystack`, {
    method: 'POST',
    body: raw,
    headers,
  })
  await response.text()
  return response.status
}

const charge = (reference: string, id: number | string = 1) =>
  JSON.stringify({
    event: 'charge.success',
    data: { id, reference, status: 'success', amount: 210_000, currency: 'NGN' },
  })

const inbox = async () => (await app.db.q.selectFrom('webhook_inbox').selectAll().execute()).length

/** An open, unpaid checkout. */
async function createUnpaidOrder() {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await ada.initiatePayment(info)
  const [payment] = (await collectOrderRecords(app, info.order_reference)).payments
  return { ada, info, reference: payment!.reference, checkoutUrl: data.checkoutUrl }
}

test.each([
  ['no signature', () => ({})],
  ['an empty signature', () => ({ 'x-paystack-signature': '' })],
  [
    "another merchant's signature",
    (raw: string) => ({ 'x-paystack-signature': sign(raw, 'sk_test_somebody') }),
  ],
  ['the signature of another body', () => ({ 'x-paystack-signature': sign('{}', 'sk_test_simulated') })],
])('a webhook with %s is rejected and not stored', async (_, headers) => {
  const before = await inbox()
  const { info, reference } = await createUnpaidOrder()
  const raw = charge(reference)
  expect(await postWebhook(raw, headers(raw))).toBe(401)
  expect(await inbox()).toBe(before)
  expect((await app.orderRow(info.order_reference)).state).toBe('awaiting_payment')
})

test('a correctly signed webhook about an unpaid payment posts nothing, because the gateway is queried', async () => {
  const { info, reference } = await createUnpaidOrder()
  expect(await postWebhook(charge(reference, 77))).toBe(200)
  await eventually(async () => {
    const [payment] = (await collectOrderRecords(app, info.order_reference)).payments
    return payment!.verify_count > 0
  })
  expect((await app.orderRow(info.order_reference)).state).toBe('awaiting_payment')
  expect(await app.ledgerSum()).toBe(0n)
})

test('a webhook about an unknown payment is acknowledged and ignored', async () => {
  expect(await postWebhook(charge('SW-NEVER'))).toBe(200)
  await eventually(
    async () =>
      (await app.db.q.selectFrom('webhook_inbox').selectAll().where('handled_at', 'is', null).execute())
        .length === 0,
  )
})

test('a webhook delivered a hundred times is stored once and pays once', async () => {
  const { ada, info, reference, checkoutUrl } = await createUnpaidOrder()
  await app.injectFault('paystack', 'webhook_lost')
  await ada.payAtCheckout(checkoutUrl)
  const before = await inbox()
  const raw = charge(reference, 4_242)
  const statuses = await Promise.all(Array.from({ length: 100 }, () => postWebhook(raw)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await inbox()).toBe(before + 1)
  await eventually(isOrderFinal(app, info.order_reference))
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('a webhook whose handling failed is processed again by a due job', async () => {
  const { ada, info, checkoutUrl } = await createUnpaidOrder()
  await app.db.q
    .updateTable('payments')
    .set({ due_at: null })
    .where('order_id', '=', (await app.orderRow(info.order_reference)).id)
    .execute()
  await app.injectFault('paystack', 'webhook_lost')
  await ada.payAtCheckout(checkoutUrl)
  const [payment] = (await collectOrderRecords(app, info.order_reference)).payments
  await app.db.q
    .insertInto('webhook_inbox')
    .values({
      provider: 'paystack',
      event_key: 'charge.success:left',
      raw: Buffer.from(charge(payment!.reference)),
      handled_at: null,
    })
    .execute()
  await app.advanceClock(10)
  await app.runDueJobs()
  await eventually(isOrderFinal(app, info.order_reference))
  await expectLedgerMatchesProviders(app)
})

test('four processes that run due jobs concurrently handle one webhook once', async () => {
  const separateApp = await startTestApp()
  const raw = Buffer.from(charge('SW-NEVER'))
  await separateApp.db.q
    .insertInto('webhook_inbox')
    .values({ provider: 'paystack', event_key: 'charge.success:swept', raw, handled_at: null })
    .execute()
  await separateApp.advanceClock(10)
  const others = await Promise.all([
    separateApp.startSecondProcess(),
    separateApp.startSecondProcess(),
    separateApp.startSecondProcess(),
  ])
  const due = await Promise.all([separateApp.runDueJobs(), ...others.map((process) => process.runDueJobs())])
  expect(due.reduce((sum, count) => sum + count, 0)).toBe(1)
})

test.each([
  ['in an unknown shape', (reference: string) => `{"type":"payment","payload":{"ref":"${reference}"}}`],
  ['that is no JSON', (reference: string) => `event=paid&ref=${reference}`],
  [
    'of a known event with the reference elsewhere',
    (reference: string) => `{"event":"charge.success","data":{"ref":"${reference}"}}`,
  ],
])('a signed webhook %s that contains our reference verifies its payment immediately', async (_, written) => {
  const { ada, info, reference, checkoutUrl } = await createUnpaidOrder()
  await app.injectFault('paystack', 'webhook_lost')
  await ada.payAtCheckout(checkoutUrl)
  expect(await postWebhook(written(reference))).toBe(200)
  await eventually(isOrderFinal(app, info.order_reference))
  await expectOrderConsistent(app, info.order_reference)
})

test('a signed webhook in an unknown shape about an unknown payment is stored and calls no provider', async () => {
  const raw = `{"ref":"SW-${'0'.repeat(30)}"}`
  expect(await postWebhook(raw)).toBe(200)
  expect(await postWebhook(`{"ref":"SW-${'0'.repeat(31)}"}`)).toBe(400)
})

test.each([
  ['nothing', ''],
  ['no JSON', 'charge.success'],
  ['JSON of another sender', '{"hello":"world"}'],
  ['a list', '[]'],
])('a signed webhook with body %s is rejected', async (_, raw) => {
  expect(await postWebhook(raw)).toBe(400)
})

test.each([
  ['a NUL', '8801\\u0000'],
  ['a lone surrogate', '8802\\ud83d'],
])('a signed webhook with %s in its event, ids and reference is stored', async (_, odd) => {
  const { reference } = await createUnpaidOrder()
  const before = await inbox()
  const data = `{"id":"${odd}","reference":"${reference}${odd}","refund_reference":"${odd}"}`
  expect(await postWebhook(`{"event":"charge.success","data":${data}}`)).toBe(200)
  expect(await postWebhook(`{"event":"refund.processed${odd}","data":${data}}`)).toBe(200)
  expect(await inbox()).toBe(before + 2)
  const countRows = () =>
    app.db.q.selectFrom('webhook_inbox').select('id').where('handled_at', 'is', null).execute()
  await eventually(async () => (await countRows()).length === 0)
})

test('a signed webhook of a single NUL byte is rejected', async () => {
  expect(await postWebhook('\u0000')).toBe(400)
})

test('a webhook larger than one megabyte is rejected', async () => {
  expect(await postWebhook(`{"event":"${'x'.repeat(1_100_000)}"}`)).toBe(413)
})
