import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseRecoveryArguments } from '../../server/recovery/index.ts'
import { gateways, type VendorName } from '../../shared/providers.ts'
import { expectInvariantsHold } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createAllShortTimeoutProviders } from '../support/providers.ts'
import { recoveryDigest, unhandledCaptures } from '../support/recovery.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createAccountHolder, transferTo } from '../virtual-accounts/setup.ts'

type Guest = ReturnType<TestApp['createGuest']>
type QuotedOrder = Awaited<ReturnType<Guest['lookUpMeter']>>['data']
interface Quote {
  readonly guest: Guest
  readonly info: QuotedOrder
  readonly meter: string
}

/** The vendors that can be requeried by a request id. */
const vendors = ['vtpass', 'buypower'] as const satisfies VendorName[]

let app: TestApp
async function start(): Promise<void> {
  app = await startTestApp({ providerOverrides: createAllShortTimeoutProviders })
  await app.context.settings.change('vendor_pause_silent', 0)
  await app.context.settings.change('vendor_pause_bad_of_ten', 0)
}

async function quote(ending: Parameters<typeof prepaidMeter>[0] = 'good'): Promise<Quote> {
  const guest = app.createGuest()
  const meter = prepaidMeter(ending)
  const { data: info } = await guest.lookUpMeter({ meter_number: meter })
  return { guest, info, meter }
}
const openCheckout = async ({ guest, info }: Quote): Promise<string> =>
  (await guest.initiatePayment(info)).data.checkoutUrl
const pay = async (order: Quote): Promise<void> => {
  await order.guest.payAtCheckout(await openCheckout(order))
}
const stateOf = async ({ info }: Quote) => (await app.orderRow(info.order_reference)).state
const haveEnded = (orders: readonly Quote[]) => async () => {
  const states = await Promise.all(orders.map(stateOf))
  return states.every((state) => state === 'delivered' || state === 'refunded')
}
const deliveriesTo = async (meter: string) =>
  (await app.providerRecords()).deliveries.filter(({ to }) => to === meter).length
async function newestRecord(): Promise<string> {
  const { rows } = await sql<{ newest: Date }>`
    select greatest((select max(created_at) from orders), (select max(created_at) from payments)) as newest`.execute(
    app.db.q,
  )
  return rows[0]!.newest.toISOString()
}
const recover = async (since: string, ...options: string[]) =>
  (await app.features.recover(['--since', since, ...options])) as { lines: string[]; hasFailed: boolean }
/** The count of a line of the report. */
const countIn = ({ lines }: { lines: string[] }, text: string): number =>
  Number(/^.{48}\s*(\d+)/.exec(lines.find((line) => line.startsWith(text)) ?? '')?.[1])

test('a restored database loses no payment and delivers no order twice, at every gateway and vendor', async () => {
  await start()
  const quoted: Quote[] = []
  const awaiting: { order: Quote; checkoutUrl: string }[] = []
  const failing: { order: Quote; checkoutUrl: string }[] = []
  const inEveryCombination = async (run: () => Promise<void>) => {
    for (const gateway of gateways)
      for (const vendor of vendors) {
        await app.context.settings.change('payment_gateway', gateway)
        await app.context.settings.change('power_gateway', vendor)
        await run()
      }
  }
  const pending = await quote('pendingThenDelivered')
  await pay(pending)
  await eventually(async () => (await stateOf(pending)) === 'vending')
  await inEveryCombination(async () => {
    quoted.push(await quote())
    const order = await quote()
    awaiting.push({ order, checkoutUrl: await openCheckout(order) })
    const failed = await quote('failed')
    failing.push({ order: failed, checkoutUrl: await openCheckout(failed) })
  })
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const { data: fromWallet } = await ada.lookUpMeter()
  const since = await newestRecord()
  const backup = await app.backUp()

  // The time that will be lost.
  const lost: Quote[] = []
  await inEveryCombination(async () => {
    lost.push(await quote())
    await pay(lost.at(-1)!)
  })
  for (const order of quoted) await pay(order)
  for (const { order, checkoutUrl } of [...awaiting, ...failing]) await order.guest.payAtCheckout(checkoutUrl)
  await ada.payFromWallet(fromWallet)
  const all = [pending, ...lost, ...quoted, ...[...awaiting, ...failing].map(({ order }) => order)]
  await app.runDueJobsUntil(haveEnded(all), { stepSeconds: 30 })
  await app.runDueJobsUntil(
    async () => (await app.orderRow(fromWallet.order_reference)).state === 'delivered',
  )
  const refundsBefore = (await app.providerRecords()).refunds.length
  expect(refundsBefore).toBe(failing.length)

  await app.restore(backup)
  await app.advanceClock(60)
  const before = await recoveryDigest(app)
  const planned = await recover(since, '--dry-run')
  expect(await recoveryDigest(app)).toEqual(before)
  const report = await recover(since)
  expect(report.hasFailed, report.lines.join('\n')).toBe(false)
  expect(countIn(report, 'Missing payments of known orders')).toBe(quoted.length)
  expect(countIn(report, 'Missing payments of unknown orders')).toBe(lost.length)
  expect(countIn(report, 'Delivered orders without a recorded payment')).toBe(1)
  expect(countIn(planned, 'Missing payments of unknown orders')).toBe(lost.length)
  // A repeated recovery changes nothing, once every provider has responded in time.
  await eventually(async () => {
    const recovered = await recoveryDigest(app)
    await recover(since)
    return isDeepStrictEqual(await recoveryDigest(app), recovered)
  })

  // The user pays again for the order whose wallet payment was lost.
  expect(await app.orderRow(fromWallet.order_reference)).toMatchObject({ review_reason: 'restored_unpaid' })
  await ada.payFromWallet(fromWallet)
  const known = [pending, ...quoted, ...awaiting.map(({ order }) => order)]
  await app.runDueJobsUntil(haveEnded(known), { stepSeconds: 30 })
  await app.runDueJobsUntil(
    async () => (await app.orderRow(fromWallet.order_reference)).state === 'delivered',
  )
  for (const { meter } of [...known, ...lost]) expect(await deliveriesTo(meter), meter).toBe(1)
  expect(await deliveriesTo((await app.orderRow(fromWallet.order_reference)).beneficiary)).toBe(1)
  for (const { order } of failing) expect(await deliveriesTo(order.meter)).toBe(0)
  expect((await app.providerRecords()).refunds).toHaveLength(refundsBefore)
  expect(await unhandledCaptures(app)).toEqual([])
  await expectInvariantsHold(app)
})

test('an order whose vendor cannot be queried is not sent again when its user pays for it again', async () => {
  await start()
  await app.context.settings.change('power_gateway', 'irecharge')
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const { data: info } = await ada.lookUpMeter()
  const { beneficiary } = await app.orderRow(info.order_reference)
  const since = await newestRecord()
  const backup = await app.backUp()
  await ada.payFromWallet(info)
  await app.runDueJobsUntil(async () => (await deliveriesTo(beneficiary)) === 1)
  await app.restore(backup)
  await recover(since)
  await ada.payFromWallet(info)
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).review_reason !== null)
  expect(await app.orderRow(info.order_reference)).toMatchObject({
    state: 'vending',
    review_reason: 'restored',
  })
  expect(await deliveriesTo(beneficiary)).toBe(1)
})

test('lost top-ups and transfers are credited once, and their automatic purchases are not repeated', async () => {
  await start()
  const ada = await createAccountHolder(app, {})
  const { uniqueid, account } = await ada.reserveAccountForNewMeter()
  await ada.setAutoPurchase(uniqueid, true)
  await quote()
  const since = await newestRecord()
  const backup = await app.backUp()

  const { data } = await ada.topUp(3_000)
  await ada.payAtCheckout(data.checkoutUrl)
  await transferTo(app, account.account_number, 2_000)
  await app.runDueJobsUntil(async () => (await app.providerRecords()).deliveries.length === 1)
  await app.restore(backup)
  await app.advanceClock(60)
  const report = await recover(since)
  expect(report.hasFailed, report.lines.join('\n')).toBe(false)
  expect(countIn(report, 'Missing top-ups of known users')).toBe(1)
  expect(countIn(report, 'Missing transfers to virtual accounts')).toBe(1)
  expect(await ada.walletKobo()).toBe(500_000n)
  const recovered = await recoveryDigest(app)
  await recover(since)
  expect(await recoveryDigest(app)).toEqual(recovered)
  await app.runDueJobsUntil(async () =>
    (await ada.notifications()).some(({ subject }) => subject === 'Auto-buy failed'),
  )
  expect((await app.providerRecords()).deliveries).toHaveLength(1)
  expect(await ada.walletKobo()).toBe(500_000n)
  await expectInvariantsHold(app)
})

test('a payment at a checkout that a restore lost is recorded when its webhook arrives', async () => {
  await start()
  const known = await quote()
  const backup = await app.backUp()
  const checkoutUrl = await openCheckout(known)
  const lost = await quote()
  const lostCheckoutUrl = await openCheckout(lost)
  await app.restore(backup)
  await known.guest.payAtCheckout(checkoutUrl)
  await lost.guest.payAtCheckout(lostCheckoutUrl)
  await app.runDueJobsUntil(haveEnded([known]), { stepSeconds: 30 })
  expect(await deliveriesTo(known.meter)).toBe(1)
  await eventually(() => app.db.q.selectFrom('deposits').selectAll().executeTakeFirst())
  expect(await app.db.q.selectFrom('deposits').selectAll().execute()).toMatchObject([
    { state: 'unmatched', failure_reason: 'lost_order', gateway: 'paystack' },
  ])
  await expectInvariantsHold(app)
})

test('a gateway whose list cannot be read makes the recovery incomplete', async () => {
  await start()
  await app.simulators.close()
  const { hasFailed, lines } = await recover(new Date(Date.now() - 24 * 60 * 60 * 1_000).toISOString())
  expect(hasFailed).toBe(true)
  expect(lines.filter((line) => line.startsWith('Not complete'))).toHaveLength(gateways.length)
})

test.each([
  [[], /npm run recover/],
  [['--since'], /time with its zone/],
  [['--since', '2026-11-23 14:05'], /time with its zone/],
  [['--since', '2126-11-23T14:05:00Z'], /in the future/],
  [['--since', '2020-11-23T14:05:00Z'], /30 days/],
  [['--since', '2026-11-23T14:05:00Z', '--force'], /npm run recover/],
])('the arguments %j are rejected', (args, message) => {
  expect(() => parseRecoveryArguments(args)).toThrow(message)
})

test('a restore point after the newest record is moved back to it: the database may be older', async () => {
  await start()
  await quote()
  const newest = await newestRecord()
  const { lines } = await recover(new Date().toISOString())
  expect(lines[0]).toBe(`Since ${newest}:`)
})
