import { beforeEach, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { findViolations } from '../../server/operations/index.ts'
import { expectLedgerMatchesProviders, expectOrderConsistent } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createAllShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

/** While `isOn`, a paid order stays unsent: its vendor requires a lookup that does not respond. */
const held = { isOn: false }
beforeEach(() => {
  held.isOn = false
})

function createHoldableProviders(config: Config) {
  const real = createAllShortTimeoutProviders(config)
  const { vtpass } = real.vendors
  return {
    ...real,
    vendors: {
      ...real.vendors,
      vtpass: {
        ...vtpass,
        get capabilities() {
          return { ...vtpass.capabilities, requiresLookup: held.isOn ? vtpass.capabilities.services : [] }
        },
        lookUp: async (lookupRequest: Parameters<typeof vtpass.lookUp>[0]) =>
          held.isOn ? { type: 'unavailable' as const, reason: 'down' } : vtpass.lookUp(lookupRequest),
      },
    },
  }
}

async function openApp(): Promise<TestApp> {
  const app = await startTestApp({ providerOverrides: createHoldableProviders })
  await app.context.settings.change('vendor_pause_silent', 0)
  await app.context.settings.change('vendor_pause_bad_of_ten', 0)
  return app
}
async function checkout(app: TestApp) {
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  const { data } = await guest.initiatePayment(info)
  return { reference: info.order_reference, pay: () => guest.payAtCheckout(data.checkoutUrl) }
}
/** Paid, and not sent to any vendor yet. */
async function createPaidUnsentOrder(app: TestApp): Promise<string> {
  const { reference, pay } = await checkout(app)
  held.isOn = true
  await pay()
  await eventually(async () => (await app.orderRow(reference)).state === 'paid')
  held.isOn = false
  return reference
}
const isIn = (app: TestApp, reference: string, state: string) => async () =>
  (await app.orderRow(reference)).state === state
const countDeliveries = async (app: TestApp, reference: string) => {
  const { beneficiary } = await app.orderRow(reference)
  return (await app.providerRecords()).deliveries.filter((item) => item.to === beneficiary).length
}
const attemptsOf = (app: TestApp, reference: string) =>
  app.db.q
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select(['attempts.vendor', 'attempts.state', 'attempts.request_id'])
    .where('reference', '=', reference)
    .orderBy('attempts.created_at')
    .execute()
const runUntilFinal = (app: TestApp, references: string[]) =>
  app.runDueJobsUntil(
    async () => {
      const states = await Promise.all(references.map((item) => app.orderRow(item)))
      return states.every((item) => item.state === 'delivered' || item.state === 'refunded')
    },
    { stepSeconds: 30 },
  )

test('a restored database never vends an order twice, whichever rows it lost', async () => {
  const app = await openApp()
  const unpaid = await checkout(app)
  const paid = [await createPaidUnsentOrder(app), await createPaidUnsentOrder(app)]
  const failedOver = await createPaidUnsentOrder(app)
  const backup = await app.backUp()

  await app.injectFault('vtpass', 'float_empty')
  await app.advanceClock(20)
  await app.features.orderProcessor.advance((await app.orderRow(failedOver)).id)
  await runUntilFinal(app, [failedOver])
  await unpaid.pay()
  await runUntilFinal(app, [unpaid.reference, ...paid])
  const delivered = [unpaid.reference, ...paid, failedOver]
  const vendors = (await attemptsOf(app, failedOver)).map((item) => item.vendor)
  expect(vendors).toEqual(['vtpass', 'buypower'])
  const before = await Promise.all(delivered.map((item) => attemptsOf(app, item)))

  await app.restore(backup)
  await runUntilFinal(app, delivered)
  for (const reference of delivered) {
    expect(await isIn(app, reference, 'delivered')()).toBe(true)
    expect(await countDeliveries(app, reference), reference).toBe(1)
    await expectOrderConsistent(app, reference)
  }
  expect(await Promise.all(delivered.map((item) => attemptsOf(app, item)))).toEqual(before)
  await expectLedgerMatchesProviders(app)
  expect(await findViolations(app.db)).toEqual([])
})

test('an order that was paid before a restore and never sent is delivered once', async () => {
  const app = await openApp()
  const reference = await createPaidUnsentOrder(app)
  await app.restore(await app.backUp())
  await app.advanceClock(20)
  await runUntilFinal(app, [reference])
  expect(await countDeliveries(app, reference)).toBe(1)
  expect(await attemptsOf(app, reference)).toMatchObject([{ vendor: 'vtpass', state: 'delivered' }])
})

test("an order that was delivered on an earlier day than the restore is found by that day's request id", async () => {
  const app = await openApp()
  const reference = await createPaidUnsentOrder(app)
  const backup = await app.backUp()
  await app.advanceClock(20)
  await runUntilFinal(app, [reference])
  const [sent] = await attemptsOf(app, reference)
  await app.restore(backup)
  await app.advanceClock(2 * 24 * 60 * 60)
  await runUntilFinal(app, [reference])
  expect(await attemptsOf(app, reference)).toEqual([sent])
  expect(await countDeliveries(app, reference)).toBe(1)
})

test('an order whose vendor returns no conclusive response after a restore goes to review, and nothing is sent', async () => {
  const app = await openApp()
  const reference = await createPaidUnsentOrder(app)
  const backup = await app.backUp()
  await app.advanceClock(20)
  await runUntilFinal(app, [reference])
  await app.restore(backup)
  await app.injectFault('vtpass', 'requery_500')
  await app.advanceClock(20)
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).review_reason !== null)
  expect(await app.orderRow(reference)).toMatchObject({ state: 'vending', review_reason: 'restored' })
  expect(await countDeliveries(app, reference)).toBe(1)
  await runUntilFinal(app, [reference])
  expect(await app.orderRow(reference)).toMatchObject({ state: 'delivered', review_reason: null })
  expect(await countDeliveries(app, reference)).toBe(1)
})

test('an order whose vendor cannot be requeried by request id goes to review after a restore', async () => {
  const app = await openApp()
  await app.context.settings.change('power_gateway', 'irecharge')
  const { reference, pay } = await checkout(app)
  const backup = await app.backUp()
  await pay()
  await runUntilFinal(app, [reference])
  await app.restore(backup)
  await app.advanceClock(20)
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).review_reason !== null)
  expect(await app.orderRow(reference)).toMatchObject({ state: 'vending', review_reason: 'restored' })
  expect(await countDeliveries(app, reference)).toBe(1)
})
