import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { listPayments, processRefund, verifyPayment } from '../../server/payments/index.ts'
import { isSameCustomer } from '../../server/purchase/verify-customer.ts'
import { buypower } from '../../server/vending/vendors/buypower/index.ts'
import { irecharge } from '../../server/vending/vendors/irecharge/index.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'
import { collectOrderRecords, expectOrderConsistent, isOrderFinal } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { noGateways, noVendors } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

const shortTimeouts = { queryTimeoutMs: 5000, vendTimeoutMs: 600 }
/** References of payments that the bank has charged back. */
const reversedReferences = new Set<string>()

/**
 * The real adapters on the real protocol, with short timeouts for a vendor that does not respond; the gateway may
 * report a payment as charged back.
 */
const providers = (config: Config) => ({
  gateways: {
    ...noGateways,
    paystack: {
      ...paystack(config.gateways.paystack!),
      verify: async (reference: string) =>
        reversedReferences.has(reference)
          ? { type: 'reversed' as const }
          : paystack(config.gateways.paystack!).verify(reference),
    },
  },
  vendors: {
    ...noVendors,
    vtpass: vtpass(config.vendors.vtpass!, shortTimeouts),
    buypower: buypower(config.vendors.buypower!, shortTimeouts),
    irecharge: irecharge(config.vendors.irecharge!, { fallbackEmail: config.guestEmail, ...shortTimeouts }),
  },
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: providers })
  // A failure in one test does not count against a vendor in the next.
  await app.context.settings.change('vendor_pause_silent', 0)
  await app.context.settings.change('vendor_pause_bad_of_ten', 0)
})
beforeEach(async () => {
  await app.resetClock()
  for (const vendor of ['vtpass', 'buypower', 'irecharge']) await app.injectFault(vendor, 'none')
  await app.db.q.deleteFrom('circuit_breakers').execute()
})
afterAll(() => app.close())

const runUntilFinal = (reference: string) =>
  app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })

/** The order's attempts in sequence: vendor, state, failure reason. */
async function fetchAttempts(reference: string) {
  const { attempts } = await collectOrderRecords(app, reference)
  return attempts
    .sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
    .map(({ vendor, state, failure_reason: reason }) => [vendor, state, reason])
}

async function buy(input: Record<string, unknown> = {}) {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter(), ...input })
  return info.order_reference
}

test.each([
  ['the first vendor’s float is empty', 'float_empty', 'float_empty'],
  ['the first vendor reverses the purchase', 'reversed', 'reversed'],
])('when %s, another vendor delivers the order without a review or a refund', async (_, fault, reason) => {
  await app.injectFault('vtpass', fault)
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter(), email: 'ada@example.com' })
  await runUntilFinal(info.order_reference)
  expect(await ada.processOrder(info)).toMatchObject({ httpStatus: 200, status: 'success' })
  expect(await fetchAttempts(info.order_reference)).toEqual([
    ['vtpass', 'failed', reason],
    ['buypower', 'delivered', null],
  ])
  const { order, refunds } = await collectOrderRecords(app, info.order_reference)
  expect(order).toMatchObject({ state: 'delivered', vendor: 'vtpass', review_reason: null })
  expect(refunds).toEqual([])
  await expectOrderConsistent(app, info.order_reference)
  const balances = await app.accountBalances()
  expect(balances.get(`order:${order.id}`)).toBeUndefined()
  expect(balances.get('vendor_float:buypower')).toBeLessThan(0n)
  expect(await app.ledgerSum()).toBe(0n)
})

test('a waiting customer sees the payment as received until the second vendor delivers', async () => {
  await app.injectFault('vtpass', 'float_empty')
  await app.injectFault('buypower', 'timeout_then_deliver')
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  await eventually(async () => (await fetchAttempts(info.order_reference)).length === 2)
  expect((await ada.getOrderStatus(info)).data).toMatchObject({
    page: 'process',
    money: { status: 'received' },
  })
  await runUntilFinal(info.order_reference)
  expect((await ada.getOrderStatus(info)).data).toMatchObject({
    state: 'delivered',
    money: { status: 'spent' },
  })
  await expectOrderConsistent(app, info.order_reference)
})

test('a vendor that requires a customer lookup gets its own lookup token, on requeries too', async () => {
  await app.injectFault('vtpass', 'float_empty')
  await app.injectFault('buypower', 'float_empty')
  await app.injectFault('irecharge', 'timeout_then_deliver')
  const reference = await buy()
  await runUntilFinal(reference)
  expect(await fetchAttempts(reference)).toEqual([
    ['vtpass', 'failed', 'float_empty'],
    ['buypower', 'failed', 'float_empty'],
    ['irecharge', 'delivered', null],
  ])
  const { attempts } = await collectOrderRecords(app, reference)
  expect(attempts.map((item) => [item.vendor, item.vendor_token !== null])).toContainEqual([
    'irecharge',
    true,
  ])
  await expectOrderConsistent(app, reference)
})

test('a vendor that returns another customer name for the meter gets no vend request, and the order is refunded', async () => {
  await app.injectFault('vtpass', 'float_empty')
  await app.injectFault('buypower', 'float_empty')
  await app.injectFault('irecharge', 'other_name')
  const reference = await buy()
  await runUntilFinal(reference)
  expect(await fetchAttempts(reference)).toEqual([
    ['vtpass', 'failed', 'float_empty'],
    ['buypower', 'failed', 'float_empty'],
  ])
  expect((await collectOrderRecords(app, reference)).order.state).toBe('refunded')
  await expectOrderConsistent(app, reference)
})

test('an order that the vendor rejects is not sent to another vendor, and is refunded immediately', async () => {
  const reference = await buy({ meter_number: prepaidMeter('failed') })
  await runUntilFinal(reference)
  expect(await fetchAttempts(reference)).toEqual([['vtpass', 'failed', 'rejected']])
  expect((await collectOrderRecords(app, reference)).order.state).toBe('refunded')
  await expectOrderConsistent(app, reference)
})

test('a paused vendor gets no vend request: the next vendor is used', async () => {
  await app.db.q
    .insertInto('circuit_breakers')
    .values({ vendor: 'buypower', service: 'power', state: 'open', reason: 'silent', probe_at: null })
    .execute()
  // The pause was written directly to the database, which the application reads again after at most 250 ms.
  await pause(300)
  await app.injectFault('vtpass', 'float_empty')
  const reference = await buy()
  await runUntilFinal(reference)
  expect((await fetchAttempts(reference)).map(([vendor]) => vendor)).toEqual(['vtpass', 'irecharge'])
  expect((await collectOrderRecords(app, reference)).order.state).toBe('delivered')
})

test('while the outcome of an attempt is unknown no other vendor gets the order, and after the write-off it is refunded', async () => {
  await app.injectFault('vtpass', 'wrong_amount')
  const reference = await buy()
  await eventually(async () => (await fetchAttempts(reference))[0]?.[1] === 'unknown')
  await app.advanceClock(24 * 60 * 60)
  await runUntilFinal(reference)
  expect(await fetchAttempts(reference)).toEqual([['vtpass', 'written_off', expect.any(String)]])
  expect((await collectOrderRecords(app, reference)).order.state).toBe('refunded')
})

test('a purchase that only the support of VTpass can resolve (044) is sent to no vendor again, also when requeries then do not find it', async () => {
  await app.injectFault('vtpass', 'support_review')
  const reference = await buy()
  await eventually(async () => (await fetchAttempts(reference))[0]?.[1] === 'unknown')
  // "Not found" for hours, which of a purchase that was not received would prove that it can be sent again.
  for (const seconds of [60, 600, 3_600, 7_200, 7_200]) {
    await app.advanceClock(seconds)
    await app.runDueJobs()
  }
  const { order, deliveries, refunds } = await collectOrderRecords(app, reference)
  expect(order).toMatchObject({ state: 'vending', review_reason: 'vendor_review' })
  expect(await fetchAttempts(reference)).toEqual([['vtpass', 'unknown', expect.any(String)]])
  expect(deliveries).toHaveLength(1)
  expect(refunds).toEqual([])

  await app.advanceClock(24 * 60 * 60)
  await runUntilFinal(reference)
  expect((await fetchAttempts(reference)).map(([vendor, state]) => [vendor, state])).toEqual([
    ['vtpass', 'written_off'],
  ])
  expect((await collectOrderRecords(app, reference)).order.state).toBe('refunded')
})

test('a wallet order that a second vendor delivers is charged once and earns its cashback once', async () => {
  await app.injectFault('vtpass', 'float_empty')
  const ada = await createCustomer(app, { walletKobo: 500_000n })
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  await ada.payFromWallet(info)
  await runUntilFinal(info.order_reference)
  expect((await fetchAttempts(info.order_reference)).map(([vendor]) => vendor)).toEqual([
    'vtpass',
    'buypower',
  ])
  expect(await ada.walletKobo()).toBe(500_000n - 210_000n + 2_000n)
  expect(await ada.holdKobo()).toBe(0n)
  expect(await app.ledgerSum()).toBe(0n)
})

test('four concurrent processes send an order whose first vendor failed to the second vendor once', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await ada.initiatePayment(info)
  const others = await Promise.all([
    app.startSecondProcess(),
    app.startSecondProcess(),
    app.startSecondProcess(),
  ])
  await app.injectFault('vtpass', 'float_empty')
  await ada.payAtCheckout(data.checkoutUrl)
  const { id } = await app.orderRow(info.order_reference)
  for (let polls = 0; polls < 40 && !(await isOrderFinal(app, info.order_reference)()); polls++) {
    await Promise.all([
      ada.processOrder(info),
      app.runDueJobs(),
      ...others.map((item) => item.orderProcessor.advance(id)),
    ])
    await app.advanceClock(5)
  }
  expect(await fetchAttempts(info.order_reference)).toEqual([
    ['vtpass', 'failed', 'float_empty'],
    ['buypower', 'delivered', null],
  ])
  await expectOrderConsistent(app, info.order_reference)
})

test('settings that change after the lookup do not move an order to another vendor', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  await app.context.settings.change('power_gateway', 'buypower')
  try {
    const { data } = await ada.initiatePayment(info)
    await ada.payAtCheckout(data.checkoutUrl)
    await runUntilFinal(info.order_reference)
    expect(await fetchAttempts(info.order_reference)).toEqual([['vtpass', 'delivered', null]])
  } finally {
    await app.context.settings.change('power_gateway', 'vtpass')
  }
})

test('a first vendor whose customer lookup does not respond is waited for, then another vendor is used', async () => {
  await app.context.settings.change('power_gateway', 'irecharge')
  try {
    const ada = app.createGuest()
    const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
    const { data } = await ada.initiatePayment(info)
    await app.injectFault('irecharge', 'verify_down', 100)
    await ada.payAtCheckout(data.checkoutUrl)
    await eventually(async () => (await app.orderRow(info.order_reference)).state === 'paid')
    await app.advanceClock(60)
    await app.runDueJobs()
    expect(await fetchAttempts(info.order_reference)).toEqual([])
    expect((await app.orderRow(info.order_reference)).state).toBe('paid')
    await runUntilFinal(info.order_reference)
    expect((await fetchAttempts(info.order_reference)).map(([vendor, state]) => [vendor, state])).toEqual([
      ['vtpass', 'delivered'],
    ])
  } finally {
    await app.context.settings.change('power_gateway', 'vtpass')
  }
})

test('a vendor whose rejections prove no failure gets no order while our float there is too low: immediate refund', async () => {
  await app.injectFault('vtpass', 'float_empty')
  await app.injectFault('buypower', 'float_empty')
  await app.injectFault('irecharge', 'wallet_empty')
  const reference = await buy()
  await eventually(async () =>
    ['refunding', 'refunded'].includes((await collectOrderRecords(app, reference)).order.state),
  )
  expect((await fetchAttempts(reference)).map(([vendor]) => vendor)).toEqual(['vtpass', 'buypower'])
  await runUntilFinal(reference)
  await expectOrderConsistent(app, reference)
})

test('an order rejected by a vendor whose rejections prove no failure is written off and refunded after exactly a day', async () => {
  for (const vendor of ['vtpass', 'buypower', 'irecharge']) await app.injectFault(vendor, 'float_empty')
  const reference = await buy()
  await eventually(async () => (await fetchAttempts(reference))[2]?.[1] === 'unknown')
  let seconds = 0
  for (const step of [60, 3_540, 82_800 - 90, 91]) {
    await app.advanceClock(step)
    seconds += step
    while ((await app.runDueJobs()) > 0) await pause(10)
  }
  expect(seconds).toBe(24 * 60 * 60 + 1)
  await eventually(async () => {
    await app.runDueJobs()
    return (await fetchAttempts(reference))[2]?.[1] === 'written_off'
  })
  await runUntilFinal(reference)
  await expectOrderConsistent(app, reference)
})

/** A paid order whose first vendor does not respond to the customer lookup yet. */
async function createOrderAwaitingLookup() {
  await app.context.settings.change('power_gateway', 'irecharge')
  try {
    const ada = app.createGuest()
    const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
    const { data } = await ada.initiatePayment(info)
    await app.injectFault('irecharge', 'verify_down', 100)
    await ada.payAtCheckout(data.checkoutUrl)
    await eventually(async () => (await app.orderRow(info.order_reference)).state === 'paid')
    return info.order_reference
  } finally {
    await app.context.settings.change('power_gateway', 'vtpass')
  }
}

test('an order whose payment is charged back before the vend request is not vended', async () => {
  const reference = await createOrderAwaitingLookup()
  const order = await app.orderRow(reference)
  const [payment] = await listPayments(app.db.q, order.id)
  reversedReferences.add(payment!.reference)
  await verifyPayment(app.features.orderProcessor.deps.payments, payment!)
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).due_at === null)
  expect(await fetchAttempts(reference)).toEqual([])
  expect(await app.orderRow(reference)).toMatchObject({
    state: 'vend_failed',
    review_reason: 'payment_reversed',
  })
  const balances = await app.accountBalances()
  expect([balances.get(`order:${order.id}`), balances.get(`receivable:${order.id}`)]).toEqual([
    undefined,
    undefined,
  ])
  expect(await app.ledgerSum()).toBe(0n)
})

/** The payer's bank decides that a part of a payment, in naira, is returned. */
const reportPartlyLostDispute = (reference: string | undefined, amount: number) =>
  fetch(`${app.simulators.url}/simulators/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference, decides: 'payer', amount }),
  })

test('an order of which the bank returned a part is refunded, and not sent to another vendor', async () => {
  await app.injectFault('vtpass', 'reversed_then_webhook')
  const reference = await buy()
  await eventually(async () => (await app.orderRow(reference)).state === 'vending')
  const { id } = await app.orderRow(reference)
  const [payment] = await listPayments(app.db.q, id)
  await reportPartlyLostDispute(payment?.reference, 500)
  await eventually(async () => (await app.orderRow(reference)).review_reason === 'payment_partly_reversed')
  await runUntilFinal(reference)
  expect(await fetchAttempts(reference)).toEqual([['vtpass', 'failed', 'reversed']])
  const { refunds } = await collectOrderRecords(app, reference)
  expect(refunds).toMatchObject([{ state: 'processed', amount_kobo: 160_000n }])
  expect(await app.ledgerSum()).toBe(0n)
})

test('an order of which the bank returned only what was paid too much is sent to another vendor', async () => {
  await app.injectFault('paystack', 'overpaid')
  await app.injectFault('paystack', 'refund_fails')
  await app.injectFault('vtpass', 'reversed_then_webhook')
  const reference = await buy()
  await eventually(async () => (await app.orderRow(reference)).state === 'vending')
  const records = () => collectOrderRecords(app, reference)
  const unsentRefund = async () => (await records()).refunds.find(({ cause }) => cause === 'retry')
  const [surplusRefund] = (await records()).refunds
  await eventually(async () => {
    await processRefund(app.features.orderProcessor.deps.payments, surplusRefund?.id ?? '')
    return unsentRefund()
  })
  await reportPartlyLostDispute((await records()).payments[0]?.reference, 300)
  await eventually(async () => (await unsentRefund())?.amount_kobo === 20_000n)
  await runUntilFinal(reference)
  expect(await app.orderRow(reference)).toMatchObject({ state: 'delivered' })
  expect(await fetchAttempts(reference)).toEqual([
    ['vtpass', 'failed', 'reversed'],
    ['buypower', 'delivered', null],
  ])
  expect(await app.ledgerSum()).toBe(0n)
})

test('customer names match in any order, case and punctuation; empty names do not match', () => {
  expect(isSameCustomer('ADA  NGOZI OKAFOR', 'Okafor, Ada Ngozi')).toBe(true)
  expect(isSameCustomer('Ada Okafor', 'Ada Obi')).toBe(false)
  expect(isSameCustomer('Ada Okafor', 'Ada Okafor Obi')).toBe(false)
  expect(isSameCustomer('', '')).toBe(false)
})
