import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { gatewaysOf } from '../../server/providers.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'
import { postgresUrl } from '../support/database.ts'
import { prepaidMeter } from '../support/meters.ts'
import { noVendors } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

/** One vendor. Only a vend request has a short timeout: the other responses also arrive in time on a busy machine. */
const createProviders = (config: Config) => ({
  gateways: gatewaysOf(config),
  vendors: { ...noVendors, vtpass: vtpass(config.vendors.vtpass!, { vendTimeoutMs: 600 }) },
})

/** One vendor with the timeouts of production. */
const createProductionTimeouts = (config: Config) => ({
  ...createProviders(config),
  vendors: { ...noVendors, vtpass: vtpass(config.vendors.vtpass!) },
})

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ providerOverrides: createProviders })
})

/** An order that VTpass handles by the injected fault. */
async function buyElectricity(input: Record<string, unknown> = {}) {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter(), ...input })
  await eventually(
    async () =>
      !['quoted', 'awaiting_payment', 'paid'].includes((await app.orderRow(info.order_reference)).state),
  )
  await eventually(async () => {
    const order = await app.orderRow(info.order_reference)
    const attempts = await app.db.q
      .selectFrom('attempts')
      .select('state')
      .where('order_id', '=', order.id)
      .execute()
    return attempts.length > 0 && attempts.every((row) => row.state !== 'sending')
  })
  return info
}

/** Places this number of orders concurrently. */
const buyConcurrently = (orders: number, input: () => Record<string, unknown> = () => ({})) =>
  Promise.all(Array.from({ length: orders }, () => buyElectricity(input())))

/** The pages cache a service's status for a moment. */
const waitUntilOff = () => eventually(async () => (await app.features.outages!()).get('power'))
const waitUntilAvailable = () => eventually(async () => !(await app.features.outages!()).has('power'))

async function silenceVendor() {
  await app.injectFault('vtpass', 'timeout_then_deliver', 3)
  await buyConcurrently(3)
  await app.runDueJobs()
  return waitUntilOff()
}

/** Runs due jobs while the application clock advances. */
async function runJobsFor(seconds: number) {
  for (let elapsed = 0; elapsed < seconds; elapsed += 5) {
    await app.advanceClock(5)
    await app.runDueJobs()
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

const breaker = () =>
  app.db.q
    .selectFrom('circuit_breakers')
    .select(['state', 'consecutive_successes', sql<boolean>`probe_at <= app_now()`.as('is_due')])
    .executeTakeFirst()

/** A minute in which the vendor answers; each probe ends before the application clock advances further. */
async function recoverVendor() {
  for (let elapsed = 0; elapsed < 60; elapsed += 5) {
    await app.advanceClock(5)
    const before = await breaker()
    await app.runDueJobs()
    if (before?.state === 'open' && before.is_due)
      await eventually(async () => {
        const after = await breaker()
        return after?.state !== 'open' || after.consecutive_successes > before.consecutive_successes
      })
  }
  await waitUntilAvailable()
}

test('while the only vendor does not respond, the service is off with a reason, and orders cannot be started or paid', async () => {
  const early = app.createGuest()
  const { data: quoted } = await early.lookUpMeter({ meter_number: prepaidMeter() })
  const outage = await silenceVendor()
  expect(outage.reason).toContain('as soon as it’s back')
  expect(outage.since?.getTime()).toBeGreaterThan(0)

  expect(await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })).toMatchObject({
    httpStatus: 422,
    message: 'This service is currently not available',
  })
  const rejected = await early.initiatePayment(quoted)
  expect(rejected).toMatchObject({ httpStatus: 422, message: 'This service is currently not available' })
  expect((await app.orderRow(quoted.order_reference)).state).toBe('quoted')
  expect((await app.providerRecords()).captures).toHaveLength(3)
})

test('other services continue while one is paused', async () => {
  await silenceVendor()
  expect([...(await app.features.outages!()).keys()]).toEqual(['power'])
})

test('a vendor whose fault has ended sells again automatically within a minute, after two good probes', async () => {
  await silenceVendor()
  await recoverVendor()
  expect((await app.db.q.selectFrom('circuit_breakers').selectAll().execute())[0]).toMatchObject({
    state: 'half_open',
  })

  const info = await buyElectricity()
  expect((await app.orderRow(info.order_reference)).state).toBe('delivered')
  await app.runDueJobs()
  expect((await app.db.q.selectFrom('circuit_breakers').selectAll().execute())[0]).toMatchObject({
    state: 'closed',
  })
})

test('a vendor that still does not respond fails its probes and stays paused', async () => {
  await silenceVendor()
  await app.simulators.close()
  await runJobsFor(60)
  expect((await app.features.outages!()).has('power')).toBe(true)
})

test('a failed trial order immediately pauses the vendor again, as its second consecutive pause', async () => {
  await silenceVendor()
  await recoverVendor()
  await app.injectFault('vtpass', 'timeout_then_deliver', 1)
  await buyElectricity()
  await app.runDueJobs()
  await waitUntilOff()
  expect((await app.db.q.selectFrom('circuit_breakers').selectAll().execute())[0]).toMatchObject({
    state: 'open',
    open_count: 2,
  })
})

test('orders that are already paid when a vendor is paused are still delivered', async () => {
  await silenceVendor()
  await app.runDueJobsUntil(
    async () => {
      const orders = await app.db.q.selectFrom('orders').select('state').execute()
      return orders.every((row) => row.state === 'delivered')
    },
    { stepSeconds: 20 },
  )
  expect(await app.ledgerSum()).toBe(0n)
})

test('an empty float pauses the vendor until the float covers the failed amount', async () => {
  await app.injectFault('vtpass', 'float_empty', 5)
  await buyConcurrently(5, () => ({ amount: 3_000 }))
  await app.runDueJobs()
  await waitUntilOff()
  const [row] = await app.db.q.selectFrom('circuit_breakers').selectAll().execute()
  expect(row).toMatchObject({ reason: 'failing', min_float_kobo: 300_000n })
})

test('wrong meters of customers pause no vendor', async () => {
  app = await startTestApp({ providerOverrides: createProductionTimeouts })
  await buyConcurrently(6, () => ({ meter_number: prepaidMeter('failed') }))
  await app.runDueJobs()
  expect((await app.features.outages!()).size).toBe(0)
})

test('the alert about a pause is sent once, and contains no customer data', async () => {
  app = await startTestApp({
    providerOverrides: createProviders,
    config: { alertTo: 'ops@example.com' },
  })
  await silenceVendor()
  for (let round = 0; round < 3; round++) await app.runDueJobs()
  const mails = await eventually(async () => {
    const mine = (await app.emails()).filter((row) => row.to.includes('ops@example.com'))
    return mine.length > 0 && mine
  })
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toContain('vtpass is paused for Power')
  expect(mails[0]!.text).not.toMatch(/\d{11}/)
})

describe('a request to be notified when the service is back', () => {
  const subscribe = (body: unknown, service = 'power') =>
    app.createGuest().postJson(`/services/${service}/tell-me`, body)

  test('is answered once per channel when the service is back, and not before', async () => {
    await silenceVendor()
    expect(await subscribe({ phone: '0803 111 2233', email: 'Ada@Example.com' })).toMatchObject({
      httpStatus: 200,
    })
    expect(await subscribe({ phone: '+2348031112233' })).toMatchObject({ httpStatus: 200 })
    await app.runDueJobs()
    expect((await app.smsMessages()).filter((row) => row.to.endsWith('8031112233'))).toEqual([])
    await recoverVendor()
    await app.runDueJobs()
    await app.runDueJobs()
    const texts = await eventually(async () => {
      const mine = (await app.smsMessages()).filter((row) => row.to.endsWith('8031112233'))
      return mine.length > 0 && mine
    })
    const mails = await eventually(async () => {
      const mine = (await app.emails()).filter((row) => row.to.includes('ada@example.com'))
      return mine.length > 0 && mine
    })
    expect([texts.length, mails.length]).toEqual([1, 1])
    expect(texts[0]!.text).toContain('Power is available again')
    expect(mails[0]!.text).toContain('/electricity/subscription')
  })

  test('is accepted three times a day for one phone and service, from any caller', async () => {
    const off = ['airtime', 'data', 'cabletv', 'education'] as const
    for (const service of off) await app.context.settings.change(`${service}_status`, 0)
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) {
      statuses.push((await subscribe({ phone: '0803 111 7766' }, 'airtime')).httpStatus)
      await app.db.q
        .updateTable('service_alert_subscriptions')
        .set({ notified_at: new Date() })
        .where('recipient', '=', '+2348031117766')
        .execute()
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    for (const service of off.slice(1))
      expect((await subscribe({ phone: '0803 111 7766' }, service)).httpStatus).toBe(200)
    expect((await subscribe({ phone: '0803 111 7767' }, 'airtime')).httpStatus).toBe(200)
    for (const service of off) await app.context.settings.change(`${service}_status`, 1)
  })

  test('is accepted three times a day for one mailbox and service, however its address is written', async () => {
    await app.context.settings.change('airtime_status', 0)
    const statuses: number[] = []
    for (const email of ['obi@gmail.com', 'obi+1@gmail.com', 'o.bi@gmail.com', 'obi+2@gmail.com'])
      statuses.push((await subscribe({ email }, 'airtime')).httpStatus)
    expect(statuses).toEqual([200, 200, 200, 429])
    await app.context.settings.change('airtime_status', 1)
  })

  test('is also answered when a manager enables the service', async () => {
    await app.context.settings.change('airtime_status', 0)
    expect(await subscribe({ email: 'bola@example.com' }, 'airtime')).toMatchObject({ httpStatus: 200 })
    await app.context.settings.change('airtime_status', 1)
    await app.runDueJobs()
    await eventually(async () => (await app.emails()).some((row) => row.to.includes('bola@example.com')))
  })

  test('is rejected for an enabled service, without a contact, and for a foreign phone', async () => {
    expect(await subscribe({ email: 'a@example.com' }, 'data')).toMatchObject({ httpStatus: 409 })
    await app.context.settings.change('data_status', 0)
    expect((await subscribe({}, 'data')).errors).toHaveProperty('phone')
    expect((await subscribe({ phone: '+14155550100' }, 'data')).errors).toHaveProperty('phone')
    expect(await subscribe({ email: 'a@example.com' }, 'water')).toMatchObject({ httpStatus: 404 })
  })

  test('does not count again while one is pending: another person cannot use up the alerts of a phone', async () => {
    await app.context.settings.change('data_status', 0)
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await subscribe({ phone: '08031112244' }, 'data')).httpStatus).toBe(200)
    const subscriptions = await app.db.q
      .selectFrom('service_alert_subscriptions')
      .select('id')
      .where('recipient', '=', '+2348031112244')
      .execute()
    expect(subscriptions).toHaveLength(1)
  })
})

test.runIf(postgresUrl)(
  'of two processes that detect a failing vendor, one pauses it (needs PostgreSQL)',
  async () => {
    app = await startTestApp({
      providerOverrides: createProviders,
      config: { alertTo: 'ops@example.com' },
    })
    await app.injectFault('vtpass', 'timeout_then_deliver', 3)
    await buyConcurrently(3)
    const other = await app.startSecondProcess()
    await Promise.all([app.runDueJobs(), other.runDueJobs()])
    await other.stop()
    const rows = await app.db.q
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'vendor.pause')
      .execute()
    expect(rows).toHaveLength(1)
  },
)
