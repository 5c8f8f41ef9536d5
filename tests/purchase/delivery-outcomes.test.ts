import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '../../server/config.ts'
import {
  collectOrderRecords,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { Crash } from '../support/crash-injection.ts'
import { postpaidMeter, prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

/** Request ids in the order in which they were sent. */
const sentIds: string[] = []

function observeProviders(config: Config) {
  const realProviders = createShortTimeoutProviders(config)
  const { vtpass } = realProviders.vendors
  const vend: typeof vtpass.vend = (request) => {
    sentIds.push(request.requestId)
    return vtpass.vend(request)
  }
  return { ...realProviders, vendors: { ...realProviders.vendors, vtpass: { ...vtpass, vend } } }
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: observeProviders })
})
afterAll(() => app.close())

const runUntilFinal = (reference: string) =>
  app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })

test('a prepaid meter gets one token of 20 digits, its units, and one SMS with it', async () => {
  const ada = app.createGuest()
  const meter = prepaidMeter()
  const { info } = await ada.buyElectricity({ meter_number: meter, phone_number: '08031110001' })
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  const { data } = await ada.getOrder(info)
  expect(data).toMatchObject({
    meter_number: meter,
    meter_type: 'prepaid',
    token: expect.stringMatching(/^\d{20}$/),
  })
  await app.runDueJobs()
  const texts = await eventually(async () => {
    const mine = (await app.smsMessages()).filter((item) => item.to.endsWith('8031110001'))
    return mine.length > 0 && mine
  })
  expect(texts).toHaveLength(1)
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('a postpaid bill is paid without a token, and no page or message mentions one', async () => {
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({
    meter_number: postpaidMeter(),
    meter_type: 'postpaid',
    phone_number: '08031110002',
    email: 'bill@example.com',
  })
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  expect((await ada.getOrder(info)).data).toMatchObject({
    meter_type: 'postpaid',
    token: null,
    tokens: [],
    units: null,
  })
  const mail = await eventually(async () =>
    (await app.emails()).find((item) => item.to.includes('bill@example.com')),
  )
  expect(mail.text).toContain('A postpaid meter needs no token')
  expect(mail.text).not.toMatch(/\d{20}/)
  const sms = await eventually(async () =>
    (await app.smsMessages()).find((item) => item.to.endsWith('8031110002')),
  )
  expect(sms.text).not.toMatch(/\d{20}/)
  await expectLedgerMatchesProviders(app)
})

test.each(['bonus', 'keyChange'] as const)(
  'a %s delivery lists every token in the order of entry',
  async (ending) => {
    const ada = app.createGuest()
    const { info } = await ada.buyElectricity({ meter_number: prepaidMeter(ending) })
    await ada.processOrder(info)
    const { data } = await ada.getOrder(info)
    const kinds = (data.tokens as { kind: string }[]).map((item) => item.kind)
    expect(kinds).toEqual(ending === 'bonus' ? ['main', 'bonus'] : ['kct1', 'kct2', 'main'])
    await expectLedgerMatchesProviders(app)
  },
)

test('a purchase that the vendor reports as pending is delivered after a requery', async () => {
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('pendingThenDelivered') })
  expect(await ada.processOrder(info)).toMatchObject({
    httpStatus: 202,
    status: 'pending',
    message: expect.stringContaining('You do not need to pay again'),
  })
  await runUntilFinal(info.order_reference)
  expect((await ada.processOrder(info)).httpStatus).toBe(200)
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('a delivered purchase whose response was lost is found by a requery', async () => {
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('timeoutThenDelivered') })
  await runUntilFinal(info.order_reference)
  expect((await app.orderRow(info.order_reference)).state).toBe('delivered')
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('a failed purchase is refunded in full, with one notification', async () => {
  // A refund takes 1.5 s at the gateway, so it is still in progress when the customer asks.
  await app.simulatorSettings({ speed: 1 })
  onTestFinished(async () => void (await app.simulatorSettings({ speed: 10 })))
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({
    meter_number: prepaidMeter('failed'),
    email: 'back@example.com',
  })
  await eventually(async () => (await app.orderRow(info.order_reference)).state === 'refunding')
  expect(await ada.processOrder(info)).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining("We're refunding ₦2,100.00"),
  })
  await runUntilFinal(info.order_reference)
  expect(await ada.processOrder(info)).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('We refunded ₦2,100.00'),
  })
  expect((await ada.getOrderStatus(info)).data).toMatchObject({
    state: 'refunded',
    page: 'process',
    can_pay: false,
  })
  await app.runDueJobs()
  await eventually(async () => {
    const mine = (await app.emails()).filter((item) => item.to.includes('back@example.com'))
    return mine.length === 2 && new Set(mine.map((item) => item.subject)).size === 2
  })
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('when a process crashes after a proven vend failure, the refund begins within 30 seconds', async () => {
  const own = await startTestApp({ providerOverrides: createShortTimeoutProviders })
  let isDead = false
  await own.restart({
    providerOverrides: createShortTimeoutProviders,
    wrap: (db) => ({
      ...db,
      async inTransaction(work) {
        const done = isDead ? undefined : await db.inTransaction(work)
        const proof = await db.q.selectFrom('attempts').select('id').where('state', '=', 'failed').execute()
        isDead ||= proof.length > 0
        if (isDead || done === undefined) throw new Crash('after the proof')
        return done
      },
    }),
  })
  const { info } = await own.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  await eventually(async () => isDead)
  await own.restart({ providerOverrides: createShortTimeoutProviders })
  const fetchRefunds = async () => (await collectOrderRecords(own, info.order_reference)).refunds
  expect(await fetchRefunds()).toEqual([])
  let seconds = 0
  while (seconds <= 30 && (await fetchRefunds()).length === 0) {
    await own.advanceClock(1)
    seconds++
    await own.runDueJobs()
    await pause(10)
  }
  expect(seconds).toBeLessThanOrEqual(30)
})

test('a purchase that the vendor never received is requeried for minutes, resent once under the same id, then refunded', async () => {
  const ada = app.createGuest()
  const before = sentIds.length
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('noAnswer') })
  await runUntilFinal(info.order_reference)
  const { order, attempts } = await collectOrderRecords(app, info.order_reference)
  expect(order.state).toBe('refunded')
  expect(attempts).toMatchObject([{ state: 'failed', failure_reason: 'never_received', send_count: 2 }])
  const id = attempts[0]?.request_id
  expect(sentIds.slice(before)).toEqual([id, id])
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test.each([
  ['1111111111111', 'prepaid'],
  ['1010101010101', 'postpaid'],
])("the vendor's sandbox meter %s is sold as %s", async (meter_number, meter_type) => {
  const { info } = await app.createGuest().buyElectricity({ meter_number, meter_type })
  await runUntilFinal(info.order_reference)
  expect((await app.orderRow(info.order_reference)).state).toBe('delivered')
  await expectLedgerMatchesProviders(app)
})

test('a process that stalls after its commits sends nothing to the vendor, and the order is refunded', async () => {
  const own = await startTestApp({ providerOverrides: createShortTimeoutProviders })
  const now = performance.now.bind(performance)
  let suspendedMs = 0
  let isStalling = true
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + suspendedMs)
  onTestFinished(() => clock.mockRestore())
  await own.restart({
    providerOverrides: createShortTimeoutProviders,
    wrap: (db) => ({
      ...db,
      async inTransaction(work) {
        const done = await db.inTransaction(work)
        if (isStalling) suspendedMs += 25_000
        return done
      },
    }),
  })
  const { info } = await own.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  for (let polls = 0; polls < 100 && !(await isOrderFinal(own, info.order_reference)()); polls++) {
    while ((await own.runDueJobs()) > 0) await pause(10)
    // The gateway's background work runs on the wall clock.
    await pause(10)
    await own.advanceClock(100)
    // A stalled process sends no refund either: it no longer stalls once the order is being refunded.
    isStalling = (await own.orderRow(info.order_reference)).state !== 'refunding'
  }
  const { order, attempts, deliveries } = await collectOrderRecords(own, info.order_reference)
  expect([order.state, deliveries]).toEqual(['refunded', []])
  expect(attempts).toMatchObject([{ state: 'failed', failure_reason: 'never_received', send_count: 2 }])
  await expectOrderConsistent(own, info.order_reference)
})

test('two concurrent orders for one meter are vended in sequence, both in full', async () => {
  const meter = prepaidMeter()
  const [one, other] = await Promise.all([
    app.createGuest().buyElectricity({ meter_number: meter }),
    app.createGuest().buyElectricity({ meter_number: meter }),
  ])
  for (const { info } of [one, other]) await runUntilFinal(info.order_reference)
  for (const { info } of [one, other]) {
    expect((await app.orderRow(info.order_reference)).state).toBe('delivered')
    await expectOrderConsistent(app, info.order_reference)
  }
  const sent = await app.db.q
    .selectFrom('attempts')
    .select('sent_at')
    .where('beneficiary', '=', meter)
    .execute()
  const [early = 0, late = 0] = sent.map((item) => item.sent_at.getTime()).sort((a, b) => a - b)
  expect(late - early).toBeGreaterThanOrEqual(29_000)
  await expectLedgerMatchesProviders(app)
})

test('a vend whose outcome stays unknown goes to review after 30 minutes, and is refunded after a day', async () => {
  const own = await startTestApp({ providerOverrides: createShortTimeoutProviders })
  const { info } = await own.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await eventually(async () => (await own.orderRow(info.order_reference)).state === 'delivered')
  await own.injectFault('vtpass', 'wrong_amount')
  const second = (await own.createGuest().buyElectricity({ meter_number: prepaidMeter() })).info
  await eventually(async () => (await own.orderRow(second.order_reference)).review_reason === 'mismatch')
  await own.advanceClock(24 * 60 * 60)
  await own.runDueJobsUntil(isOrderFinal(own, second.order_reference), { stepSeconds: 600 })
  const { order, attempts, refunded } = await collectOrderRecords(own, second.order_reference)
  expect(order.state).toBe('refunded')
  expect(attempts).toMatchObject([{ state: 'written_off' }])
  expect(refunded).toHaveLength(1)
  expect(await own.ledgerSum()).toBe(0n)
})

test('a vend with an unknown outcome whose vendor lost its API keys goes to review, and is refunded after a day', async () => {
  let providers: ReturnType<typeof createShortTimeoutProviders> | undefined
  const own = await startTestApp({
    providerOverrides: (...input) => {
      providers = createShortTimeoutProviders(...input)
      return providers
    },
  })
  await own.injectFault('vtpass', 'timeout_then_deliver')
  await own.injectFault('vtpass', 'requery_500', 1)
  const { info } = await own.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const { order_reference: reference } = info
  await eventually(async () => (await collectOrderRecords(own, reference)).attempts[0]?.state === 'unknown')
  for (const name of Object.keys(providers?.vendors ?? {}))
    Reflect.deleteProperty(providers?.vendors ?? {}, name)
  await own.advanceClock(10 * 60)
  await own.runDueJobsUntil(async () => (await own.orderRow(reference)).review_reason === 'no_vendor')
  await own.advanceClock(24 * 60 * 60)
  await own.runDueJobsUntil(isOrderFinal(own, reference), { stepSeconds: 600 })
  expect(await collectOrderRecords(own, reference)).toMatchObject({
    order: { state: 'refunded' },
    attempts: [{ state: 'written_off' }],
  })
  expect(await own.ledgerSum()).toBe(0n)
  const requeries = async () => (await own.features.jobMetrics()).get('written_off_attempts')?.processed ?? 0
  const requeriesBefore = await requeries()
  await own.advanceClock(2 * 60 * 60)
  await own.runDueJobs()
  await eventually(async () => (await requeries()) === requeriesBefore + 1)
  await eventually(async () => (await own.runDueJobs()) === 0)
})

test('a delivery that is found after the refund is posted as our loss, once', async () => {
  const own = await startTestApp({ providerOverrides: createShortTimeoutProviders })
  await own.injectFault('vtpass', 'timeout_then_deliver')
  await own.injectFault('vtpass', 'requery_500', 1)
  const { info } = await own.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await eventually(
    async () => (await collectOrderRecords(own, info.order_reference)).attempts[0]?.state === 'unknown',
  )
  await own.advanceClock(24 * 60 * 60)
  await own.runDueJobsUntil(isOrderFinal(own, info.order_reference), { stepSeconds: 60 })
  await own.runDueJobsUntil(
    async () => (await own.orderRow(info.order_reference)).delivered_after_write_off,
    {
      stepSeconds: 1_800,
    },
  )
  const row = await own.orderRow(info.order_reference)
  expect(row.state).toBe('refunded')
  const balances = await own.accountBalances()
  expect(balances.get('vend_loss')).toBe(-(balances.get('vendor_float:vtpass') ?? 0n))
  expect(balances.get(`order:${row.id}`)).toBeUndefined()
  expect(await own.ledgerSum()).toBe(0n)
})

test('amounts above the daily cap are not written off automatically: the order waits for a manager', async () => {
  const own = await startTestApp({ providerOverrides: createShortTimeoutProviders })
  await own.db.q
    .insertInto('settings')
    .values({ key: 'write_off_daily_cap_kobo', value: JSON.stringify(100_000) })
    .execute()
  await own.injectFault('vtpass', 'wrong_meter')
  const { info } = await own.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await eventually(async () => (await own.orderRow(info.order_reference)).review_reason)
  const requeryCount = async () =>
    (await collectOrderRecords(own, info.order_reference)).attempts[0]?.requery_count ?? 0
  await own.advanceClock(25 * 60 * 60)
  const countBefore = await requeryCount()
  await own.runDueJobsUntil(async () => (await requeryCount()) >= countBefore + 2, { stepSeconds: 3_600 })
  expect(await own.orderRow(info.order_reference)).toMatchObject({
    state: 'vending',
    review_reason: 'mismatch',
  })
  expect(await own.ledgerSum()).toBe(0n)
})
