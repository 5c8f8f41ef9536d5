import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { inSeconds } from '../../server/database/index.ts'
import { getServiceHealth } from '../../shared/actions.ts'
import type { Service } from '../../shared/constants.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { OrderState } from '../../shared/orders.ts'
import { providerNames } from '../../shared/providers.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
let buyerReference: string
beforeEach(async () => {
  app = await startTestApp({ providerOverrides: createShortTimeoutProviders })
  const { data } = await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })
  buyerReference = data.order_reference
})

const read = async (language = 'en') =>
  (
    await app.createGuest().fetchJson<DataOf<typeof getServiceHealth>>(getServiceHealth.path, {
      'accept-language': language,
    })
  ).data
async function healthOf(service: Service) {
  const health = (await read()).services.find((candidate) => candidate.service === service)
  if (!health) throw new Error(`No health of ${service}`)
  return health
}
const discoHealth = async (code: string) =>
  (await healthOf('power')).discos?.find((disco) => disco.code === code)

interface PastOrder {
  state?: OrderState
  /** From payment to delivery. */
  seconds?: number
  minutesAgo?: number
  code?: string
}

/** Stores a finished electricity order without the purchase. */
async function storeOrder({ state = 'delivered', seconds = 10, minutesAgo = 10, code = 'ikeja' }: PastOrder) {
  const { rows } = await sql<{ id: string }>`
    insert into orders (reference, access_token, view_token, service, code, variation, state, dedupe_hash, beneficiary,
      phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer_snapshot, created_at, paid_at, delivered_at)
    select translate(upper(left(md5(random()::text), 12)), '01', 'YZ'), gen_random_uuid(), gen_random_uuid(), service,
      ${code}, variation, ${state}, 'x', beneficiary, phone, amount_kobo, service_charge_kobo, total_kobo, vendor,
      customer_snapshot, time, time, case when ${state} = 'delivered' then time + make_interval(secs => ${seconds}) end
    from orders, lateral (select app_now() - make_interval(mins => ${minutesAgo}) as time) as paid
    where reference = ${buyerReference}
    returning id`.execute(app.db.q)
  return rows[0]!.id
}
const storeOrders = async (orders: readonly PastOrder[]) => {
  for (const order of orders) await storeOrder(order)
}

test('a service that a manager switched off is off with the stored reason, and its companies too', async () => {
  await app.context.settings.changeAll({ power_status: 0, power_reason: 'Back on Monday.' }, 'command')
  const { status, message, discos } = await healthOf('power')
  expect([status, message]).toEqual(['off', 'Back on Monday.'])
  expect(discos?.length).toBeGreaterThan(10)
  expect(new Set(discos?.map((disco) => disco.status))).toEqual(new Set(['off']))
})

test('a service whose only circuit is open while orders wait is unavailable; the others are available', async () => {
  await app.injectFault('vtpass', 'timeout_then_deliver', 3)
  await Promise.all(
    Array.from({ length: 3 }, () => app.createGuest().buyElectricity({ meter_number: prepaidMeter() })),
  )
  await eventually(async () => {
    await app.runDueJobs()
    return (await app.features.outages?.())?.has('power')
  })
  const { services } = await read()
  expect(services.map(({ service, status }) => [service, status])).toEqual([
    ['power', 'unavailable'],
    ['cabletv', 'available'],
    ['airtime', 'available'],
    ['data', 'available'],
    ['education', 'available'],
  ])
  expect(services[0]?.message).toContain('as soon as it’s back')
  expect(services[0]?.discos?.every(({ status }) => status === 'unavailable')).toBe(true)
})

test('the reason of an outage is in the language of the request', async () => {
  await app.db.q
    .insertInto('circuit_breakers')
    .values({
      vendor: 'vtpass',
      service: 'power',
      state: 'open',
      reason: 'silent',
      probe_at: inSeconds(600),
      min_float_kobo: null,
    })
    .execute()
  const power = await eventually(async () => {
    const health = await healthOf('power')
    return health.status === 'unavailable' ? health : null
  })
  expect(power.message).toBe('Our supplier is down. We’ll reopen this as soon as it’s back.')
  expect((await read('ha')).services[0]?.message).toContain('da zarar ya dawo')
})

test('a company that no available vendor sells is unavailable', async () => {
  await sql`delete from vendor_products where service = 'power' and code = 'ikeja'`.execute(app.db.q)
  expect(await discoHealth('ikeja')).toMatchObject({
    status: 'unavailable',
    message: 'We cannot reach this company right now.',
  })
  const [power] = (await read('ha')).services
  expect(power?.discos?.find(({ code }) => code === 'ikeja')?.message).toContain('kamfani')
  expect(await discoHealth('abuja')).toMatchObject({ status: 'available' })
})

test('five delivered orders give 100 percent and the median time, for the service and the company', async () => {
  await storeOrders([4, 8, 12, 90, 200].map((seconds) => ({ seconds })))
  const measures = { status: 'available', delivered_percent: 100, typical_seconds: 12 }
  const power = await healthOf('power')
  expect(power).toMatchObject(measures)
  expect(power.discos?.find(({ code }) => code === 'ikeja')).toMatchObject(measures)
  expect(power.discos?.find(({ code }) => code === 'abuja')).toMatchObject({
    status: 'available',
    delivered_percent: null,
  })
})

test('an order whose attempt has an unknown outcome counts as not delivered', async () => {
  await storeOrders(Array.from({ length: 5 }, () => ({})))
  const sending = await storeOrder({ state: 'vending' })
  const unknown = await storeOrder({ state: 'vending' })
  for (const [orderId, state] of [
    [sending, 'sending'],
    [unknown, 'unknown'],
  ] as const)
    await sql`insert into attempts (order_id, vendor, request_id, beneficiary, state, amount_kobo)
      select id, vendor, ${orderId}, beneficiary, ${state}, amount_kobo from orders where id = ${orderId}`.execute(
      app.db.q,
    )
  expect(await healthOf('power')).toMatchObject({ status: 'degraded', delivered_percent: 83 })
})

test('fewer than five orders state nothing; unpaid, sending and older orders do not count', async () => {
  await storeOrders([
    ...Array.from({ length: 4 }, () => ({})),
    { state: 'vending' },
    { state: 'awaiting_payment' },
    { minutesAgo: 61 },
  ])
  expect(await healthOf('power')).toMatchObject({
    status: 'available',
    delivered_percent: null,
    typical_seconds: null,
  })
})

test('a service of which no recent order was delivered is unavailable, and has no typical time', async () => {
  await storeOrders(Array.from({ length: 5 }, () => ({ state: 'refunded' as const })))
  expect(await healthOf('power')).toMatchObject({
    status: 'unavailable',
    delivered_percent: 0,
    typical_seconds: null,
  })
})

test('slow deliveries are a delay', async () => {
  await storeOrders(Array.from({ length: 5 }, () => ({ seconds: 400 })))
  expect(await healthOf('power')).toMatchObject({ status: 'degraded', delivered_percent: 100 })
})

test('the response is cached for a minute, and names no vendor, amount or number of orders', async () => {
  await storeOrders(Array.from({ length: 5 }, () => ({})))
  const response = await fetch(`${app.origin}/api/v1${getServiceHealth.path}`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  const text = await response.text()
  for (const name of [...Object.keys(providerNames), ...Object.values(providerNames)])
    expect(text.toLowerCase()).not.toContain(name.toLowerCase())
  const fields = new Set([...text.matchAll(/"(\w+)":/g)].map(([, field]) => field))
  expect([...fields].sort()).toEqual(
    [
      'status',
      'message',
      'data',
      'updated_at',
      'services',
      'service',
      'name',
      'code',
      'discos',
      'delivered_percent',
      'typical_seconds',
    ].sort(),
  )
  await storeOrder({ state: 'refunded' })
  expect(await healthOf('power')).toMatchObject({ delivered_percent: 100 })
})
