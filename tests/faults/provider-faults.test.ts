import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
})
afterAll(() => app.close())

/** Buys with a closed tab: only webhooks and due jobs advance the order. */
async function buyAndLeave(meter = prepaidMeter()) {
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: meter })
  return info.order_reference
}

const runUntilFinal = (reference: string) =>
  app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })

test.each([
  ['timeout_then_deliver', 'delivered'],
  ['timeout_then_fail', 'refunded'],
  ['error_500', 'delivered'],
  ['html', 'delivered'],
  ['truncated', 'delivered'],
  ['slow_bytes', 'delivered'],
  ['unknown_then_delivered', 'delivered'],
  ['success_without_token', 'delivered'],
  ['float_empty', 'refunded'],
  ['not_processed', 'refunded'],
  ['reversed', 'refunded'],
  ['disconnect', 'delivered'],
])('with the vendor fault %s, the order is %s, once', async (fault, end) => {
  await app.injectFault('vtpass', fault)
  const reference = await buyAndLeave()
  await runUntilFinal(reference)
  const { order, attempts, captures } = await collectOrderRecords(app, reference)
  expect(order.state).toBe(end)
  expect(attempts).toHaveLength(1)
  expect(captures).toHaveLength(1)
  await expectOrderConsistent(app, reference)
  await expectLedgerMatchesProviders(app)
})

test.each(['requery_500', 'requery_timeout'])(
  'a requery with the fault %s leaves the outcome unknown, and the next one resolves the order',
  async (fault) => {
    await app.injectFault('vtpass', 'error_500')
    await app.injectFault('vtpass', fault, 2)
    const reference = await buyAndLeave()
    await runUntilFinal(reference)
    expect((await app.orderRow(reference)).state).toBe('delivered')
    await expectOrderConsistent(app, reference)
    await expectLedgerMatchesProviders(app)
  },
)

test.each([
  ['webhook_duplicate', 'delivered'],
  ['webhook_lost', 'delivered'],
  ['webhook_forged', 'delivered'],
  ['webhook_delayed', 'delivered'],
  ['webhook_reordered', 'delivered'],
  ['overpaid', 'delivered'],
  ['verify_pending', 'delivered'],
  ['verify_500', 'delivered'],
  ['verify_html', 'delivered'],
  ['verify_timeout', 'delivered'],
])('with the gateway fault %s, the order is %s and paid for once', async (fault, end) => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await ada.initiatePayment(info)
  await app.injectFault('paystack', fault)
  await ada.payAtCheckout(data.checkoutUrl)
  const reference = info.order_reference
  await runUntilFinal(reference)
  expect((await app.orderRow(reference)).state).toBe(end)
  await runUntilRefundsProcessed(reference)
  await expectOrderConsistent(app, reference)
  await expectLedgerMatchesProviders(app)
})

test.each(['refund_500', 'refund_timeout_accepted'])(
  'with the gateway fault %s, the order is refunded once',
  async (fault) => {
    await app.injectFault('paystack', fault)
    const reference = await buyAndLeave(prepaidMeter('failed'))
    await runUntilFinal(reference)
    const { order, refunded } = await collectOrderRecords(app, reference)
    expect(order.state).toBe('refunded')
    expect(refunded).toHaveLength(1)
    await expectOrderConsistent(app, reference)
    await expectLedgerMatchesProviders(app)
  },
)

test.each(['initialize_500', 'initialize_timeout'])(
  'a checkout that fails with %s charges nothing, and the next submit creates another',
  async (fault) => {
    const ada = app.createGuest()
    const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
    await app.injectFault('paystack', fault)
    expect(await ada.initiatePayment(info)).toMatchObject({
      httpStatus: 503,
      message: 'The payment page cannot be opened right now. No money was taken.',
    })
    const retry = await ada.initiatePayment(info)
    expect(retry.httpStatus).toBe(200)
    await ada.payAtCheckout(retry.data.checkoutUrl)
    await runUntilFinal(info.order_reference)
    const { order, payments, captures } = await collectOrderRecords(app, info.order_reference)
    expect(order.state).toBe('delivered')
    expect(payments.map((entry) => entry.state).sort()).toEqual(['failed', 'succeeded'])
    expect(captures).toHaveLength(1)
    await expectLedgerMatchesProviders(app)
  },
)

test.each([
  ['an underpaid order', 'underpaid'],
  ['an order paid in another unit', 'wrong_unit'],
])('%s is never vended, is fully refunded, and can be paid again', async (_, fault) => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const first = await ada.initiatePayment(info)
  await app.injectFault('paystack', fault)
  await ada.payAtCheckout(first.data.checkoutUrl)
  const reference = info.order_reference
  await app.runDueJobsUntil(
    async () => (await collectOrderRecords(app, reference)).refunds[0]?.state === 'processed',
  )
  const records = await collectOrderRecords(app, reference)
  expect(records.payments.map((entry) => entry.state)).toEqual(['mismatch'])
  expect(records.order).toMatchObject({ state: 'awaiting_payment', review_reason: null })
  expect(records.deliveries).toEqual([])
  await expectOrderConsistent(app, reference)
  await expectLedgerMatchesProviders(app)

  const second = await ada.initiatePayment(info)
  expect(second.httpStatus).toBe(200)
  await ada.payAtCheckout(second.data.checkoutUrl)
  await runUntilFinal(reference)
  expect((await app.orderRow(reference)).state).toBe('delivered')
  await expectOrderConsistent(app, reference)
  await expectLedgerMatchesProviders(app)
})

test('a payment in a foreign currency is never vended and is refunded in that currency', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await ada.initiatePayment(info)
  await app.injectFault('paystack', 'wrong_currency')
  await ada.payAtCheckout(data.checkoutUrl)
  const reference = info.order_reference
  await app.runDueJobsUntil(
    async () => (await collectOrderRecords(app, reference)).refunds[0]?.state === 'processed',
  )
  const { order, payments, refunds, captures, refunded, deliveries } = await collectOrderRecords(
    app,
    reference,
  )
  expect(payments.map((entry) => entry.state)).toEqual(['mismatch'])
  expect(refunds).toMatchObject([{ currency: 'USD', cause: 'mismatch', state: 'processed' }])
  expect(refunded.map((entry) => [entry.amountKobo, entry.currency])).toEqual([
    [captures[0]?.amountKobo, 'USD'],
  ])
  expect(deliveries).toEqual([])
  expect(order).toMatchObject({ state: 'awaiting_payment', review_reason: null })
  await expectLedgerMatchesProviders(app)
})

test.each([
  ['refund_fails', 'failed'],
  ['refund_needs_attention', 'needs_attention'],
])('a refund that ends with %s goes to review, and its funds stay in the ledger', async (fault, state) => {
  const ownApp = await startTestApp({ providerOverrides: createShortTimeoutProviders })
  await ownApp.injectFault('paystack', fault)
  const { info } = await ownApp.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  await ownApp.runDueJobsUntil(
    async () => (await collectOrderRecords(ownApp, info.order_reference)).refunds[0]?.state === state,
  )
  const row = await ownApp.orderRow(info.order_reference)
  expect(row).toMatchObject({ state: 'refunding', review_reason: `refund_${state}` })
  expect((await ownApp.accountBalances()).get('refund_payable')).toBe(-row.total_kobo)
  expect(await ownApp.ledgerSum()).toBe(0n)
})

test.each([
  ['wrong_amount', 'mismatch'],
  ['wrong_meter', 'mismatch'],
])('a delivery with %s does not complete the order, which goes to review', async (fault, reason) => {
  const ownApp = await startTestApp({ providerOverrides: createShortTimeoutProviders })
  await ownApp.injectFault('vtpass', fault)
  const { info } = await ownApp.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const row = await eventually(async () => {
    const entry = await ownApp.orderRow(info.order_reference)
    return entry.review_reason && entry
  })
  expect(row).toMatchObject({ state: 'vending', review_reason: reason })
  const { attempts } = await collectOrderRecords(ownApp, info.order_reference)
  expect(attempts).toMatchObject([{ state: 'unknown', failure_reason: 'mismatch' }])
  expect(await ownApp.ledgerSum()).toBe(0n)
})

test('a failed customer lookup stores nothing', async () => {
  await app.injectFault('vtpass', 'verify_down')
  const meter = prepaidMeter()
  expect((await app.createGuest().lookUpMeter({ meter_number: meter })).httpStatus).toBe(503)
  const rows = await app.db.q.selectFrom('orders').select('id').where('beneficiary', '=', meter).execute()
  expect(rows).toEqual([])
})

/** Runs due jobs until every refund of the order is processed. */
const runUntilRefundsProcessed = (reference: string) =>
  app.runDueJobsUntil(async () =>
    (await collectOrderRecords(app, reference)).refunds.every((entry) => entry.state === 'processed'),
  )
