import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import type { Gateway } from '../../server/payments/index.ts'
import { nextCheckSeconds } from '../../server/payments/payment.ts'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

const hour = 3_600
/** Polls at 15 s, 45 s, 2, 5, 15, 30 and 60 min, hourly to 24 h and daily to 72 h: the budget of a checkout. */
const callsBudget = 32

/** Verify calls by payment reference. */
const calls = new Map<string, number>()
function createCountingProviders(config: Config) {
  const { gateways, vendors } = createShortTimeoutProviders(config)
  const countCalls = (gateway: Gateway): Gateway => ({
    ...gateway,
    verify(reference) {
      calls.set(reference, (calls.get(reference) ?? 0) + 1)
      return gateway.verify(reference)
    },
  })
  return { gateways: { ...gateways, paystack: countCalls(gateways.paystack) }, vendors }
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createCountingProviders })
})
afterAll(() => app.close())

async function checkout() {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await ada.initiatePayment(info)
  const [payment] = (await collectOrderRecords(app, info.order_reference)).payments
  return { ada, order: info.order_reference, reference: payment!.reference, checkoutUrl: data.checkoutUrl }
}

/** Runs due jobs once, as the poller does, and waits for the verification that they start. */
async function poll(order: string) {
  const checksBefore = (await collectOrderRecords(app, order)).payments[0]!.verify_count
  if ((await app.runDueJobs()) === 0) return
  await expect
    .poll(async () => {
      const { verify_count: checks, state } = (await collectOrderRecords(app, order)).payments[0]!
      return checks > checksBefore || state.startsWith('succeeded')
    })
    .toBe(true)
}

test.each([1, 14, 16, 44, 200, 299])(
  'a payment made %i s after checkout without a return or webhook is found within 30 s',
  async (paidAfter) => {
    const { ada, order, checkoutUrl } = await checkout()
    const step = 2
    let age = 0
    const advanceTo = async (until: number) => {
      // Nothing is due in this interval.
      await app.advanceClock(until - age)
      age = until
      await poll(order)
    }
    const polls = pollAges()
    for (const seconds of polls.filter((seconds) => seconds < paidAfter)) await advanceTo(seconds + step)
    await app.advanceClock(Math.max(0, paidAfter - age))
    age = Math.max(age, paidAfter)
    await app.injectFault('paystack', 'webhook_lost')
    await ada.payAtCheckout(checkoutUrl)
    // The poller runs every two seconds.
    while (age + step <= paidAfter + 30) {
      await advanceTo(age + step)
      if ((await collectOrderRecords(app, order)).payments[0]!.state === 'succeeded') break
    }
    expect((await collectOrderRecords(app, order)).payments[0]!.state).toBe('succeeded')
    expect(age - paidAfter).toBeLessThanOrEqual(30)
    await eventually(isOrderFinal(app, order))
    await expectOrderConsistent(app, order)
  },
)

/** Ages at which a checkout without any notification is polled. */
function pollAges(): number[] {
  const ages = [15]
  for (;;) {
    const next = nextCheckSeconds(ages.at(-1)!)
    if (next === null) return ages
    ages.push(ages.at(-1)! + next)
  }
}

test('the first five minutes have a poll at least every 25 s', () => {
  const ages = pollAges()
  for (let seconds = 0; seconds <= 300; seconds += 1)
    expect(ages.find((age) => age >= seconds)! - seconds).toBeLessThanOrEqual(25)
  expect(ages).toContain(hour)
  expect(ages.at(-1)).toBe(72 * hour)
})

test('an unpaid checkout costs at most 32 verify calls over 72 h, and none afterwards', async () => {
  const { order, reference } = await checkout()
  const ages = pollAges()
  expect(ages.length).toBeLessThanOrEqual(callsBudget)
  let age = 0
  for (const seconds of ages) {
    await app.advanceClock(seconds + 1 - age)
    age = seconds + 1
    await poll(order)
  }
  await app.advanceClock(30 * 24 * hour)
  await app.runDueJobs()
  expect((await collectOrderRecords(app, order)).payments[0]).toMatchObject({
    state: 'expired',
    due_at: null,
  })
  expect(calls.get(reference)).toBe(ages.length)
  await expectLedgerMatchesProviders(app)
})

test('a customer who repeats the call for an unpaid top-up reaches the gateway once a second at most', async () => {
  const ada = await createCustomer(app)
  await ada.topUp(5_000)
  const { reference } = await app.db.q
    .selectFrom('payments')
    .select('reference')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const startedAt = performance.now()
  for (let call = 0; call < 20; call++) expect((await ada.processTopUp(reference)).httpStatus).toBe(409)
  const seconds = (performance.now() - startedAt) / 1_000
  expect(calls.get(reference)).toBeLessThanOrEqual(Math.ceil(seconds))
})

test('a second attempt after a decline at the same checkout is also found within 30 s', async () => {
  await app.resetClock()
  await app.context.settings.change('payment_gateway', 'flutterwave')
  const { ada, order, checkoutUrl } = await checkout()
  const state = async () => (await collectOrderRecords(app, order)).payments[0]!.state
  await app.injectFault('flutterwave', 'webhook_lost', 2)
  await ada.payAtCheckout(checkoutUrl, { card: '5143010522339965' })
  await app.advanceClock(16)
  await poll(order)
  expect(await state()).toBe('failed')
  await ada.payAtCheckout(checkoutUrl)
  for (let waited = 0; waited < 30 && (await state()) === 'failed'; waited += 2) {
    await app.advanceClock(2)
    await poll(order)
  }
  expect(await state()).toBe('succeeded_late')
  await eventually(isOrderFinal(app, order))
  await expectOrderConsistent(app, order)
})
