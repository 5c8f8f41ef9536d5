import { beforeEach, describe, expect, test } from 'vitest'
import { impatient } from '../support/counterparties.ts'
import { postgres } from '../support/database.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ counterparties: impatient })
})

/** An order that VTpass treats as it was told. */
async function buys(wish: Record<string, unknown> = {}) {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid(), ...wish })
  await eventually(
    async () =>
      !['quoted', 'awaiting_payment', 'paid'].includes((await shop.orderRow(info.order_reference)).state),
  )
  await eventually(async () => {
    const order = await shop.orderRow(info.order_reference)
    const tries = await shop.db.q
      .selectFrom('attempts')
      .select('state')
      .where('order_id', '=', order.id)
      .execute()
    return tries.length > 0 && tries.every((it) => it.state !== 'sending')
  })
  return info
}

/** So many orders at once. */
const together = (orders: number, wish: () => Record<string, unknown> = () => ({})) =>
  Promise.all(Array.from({ length: orders }, () => buys(wish())))

/** The pages' answer to "is it on?" is remembered for a moment. */
const off = () => eventually(async () => (await shop.features.stopped!()).get('power'))
const on = () => eventually(async () => !(await shop.features.stopped!()).has('power'))

async function silenced() {
  await shop.fault('vtpass', 'timeout_then_deliver', 3)
  await together(3)
  await shop.sweep()
  return off()
}

/** Looks for due work while the business clock runs on. */
async function passes(seconds: number) {
  for (let at = 0; at < seconds; at += 5) {
    await shop.clockAhead(5)
    await shop.sweep()
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

test('while the only vendor is silent the service is off with a reason, and nobody can start or pay an order', async () => {
  const early = shop.guest()
  const { data: quoted } = await early.looksUp({ meter_number: prepaid() })
  const stop = await silenced()
  expect(stop.reason).toContain('comes back by itself')
  expect(stop.since?.getTime()).toBeGreaterThan(0)

  expect(await shop.guest().looksUp({ meter_number: prepaid() })).toMatchObject({
    http: 422,
    message: 'This service is currently not available',
  })
  const refused = await early.initiates(quoted)
  expect(refused).toMatchObject({ http: 422, message: 'This service is currently not available' })
  expect((await shop.orderRow(quoted.order_reference)).state).toBe('quoted')
  expect((await shop.truth()).captures).toHaveLength(3)
})

test('other services go on while one is paused', async () => {
  await silenced()
  expect([...(await shop.features.stopped!()).keys()]).toEqual(['power'])
})

test('a vendor whose fault has ended sells again by itself within a minute, after two good answers', async () => {
  await silenced()
  await passes(60)
  await on()
  expect((await shop.db.q.selectFrom('vendor_health').selectAll().execute())[0]).toMatchObject({
    state: 'trial',
  })

  const info = await buys()
  expect((await shop.orderRow(info.order_reference)).state).toBe('delivered')
  await shop.sweep()
  expect((await shop.db.q.selectFrom('vendor_health').selectAll().execute())[0]).toMatchObject({
    state: 'selling',
  })
})

test('a vendor that is still silent fails its probes and stays paused', async () => {
  await silenced()
  await shop.simulators.close()
  await passes(60)
  expect((await shop.features.stopped!()).has('power')).toBe(true)
})

test('a trial order that goes wrong pauses the vendor again at once, for longer in the end', async () => {
  await silenced()
  await passes(60)
  await on()
  await shop.fault('vtpass', 'timeout_then_deliver', 1)
  await buys()
  await shop.sweep()
  await off()
  expect((await shop.db.q.selectFrom('vendor_health').selectAll().execute())[0]).toMatchObject({
    state: 'paused',
    pauses: 2,
  })
})

test('orders that are paid when a vendor is paused are still delivered', async () => {
  await silenced()
  await shop.sweepUntil(
    async () => {
      const orders = await shop.db.q.selectFrom('orders').select('state').execute()
      return orders.every((it) => it.state === 'delivered')
    },
    { stepSeconds: 20 },
  )
  expect(await shop.ledgerSum()).toBe(0n)
})

test('an empty float pauses the vendor until the float covers what failed', async () => {
  await shop.fault('vtpass', 'float_empty', 5)
  await together(5, () => ({ amount: 3_000 }))
  await shop.sweep()
  await off()
  const [row] = await shop.db.q.selectFrom('vendor_health').selectAll().execute()
  expect(row).toMatchObject({ reason: 'failing', needs_kobo: 300_000n })
})

test('wrong meters of customers pause nobody', async () => {
  await together(6, () => ({ meter_number: prepaid('failed') }))
  await shop.sweep()
  expect((await shop.features.stopped!()).size).toBe(0)
})

test('the alarm about a pause goes out once, and says nothing of customers', async () => {
  shop = await openShop({ counterparties: impatient, config: { alertTo: 'ops@example.com' } })
  await silenced()
  for (let looks = 0; looks < 3; looks++) await shop.sweep()
  const mails = await eventually(async () => {
    const mine = (await shop.mails()).filter((it) => it.to.includes('ops@example.com'))
    return mine.length > 0 && mine
  })
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toContain('vtpass is paused for Power')
  expect(mails[0]!.text).not.toMatch(/\d{11}/)
})

describe('who asked to be told', () => {
  const ask = (body: unknown, service = 'power') => shop.guest().send(`/services/${service}/tell-me`, body)

  test('gets one message by each way when the service is back, and none before', async () => {
    await silenced()
    expect(await ask({ phone: '0803 111 2233', email: 'Ada@Example.com' })).toMatchObject({ http: 200 })
    expect(await ask({ phone: '+2348031112233' })).toMatchObject({ http: 200 })
    await shop.sweep()
    expect((await shop.texts()).filter((it) => it.to.endsWith('8031112233'))).toEqual([])
    await passes(60)
    await on()
    await shop.sweep()
    await shop.sweep()
    const texts = await eventually(async () => {
      const mine = (await shop.texts()).filter((it) => it.to.endsWith('8031112233'))
      return mine.length > 0 && mine
    })
    const mails = await eventually(async () => {
      const mine = (await shop.mails()).filter((it) => it.to.includes('ada@example.com'))
      return mine.length > 0 && mine
    })
    expect([texts.length, mails.length]).toEqual([1, 1])
    expect(texts[0]!.text).toContain('Power is available again')
    expect(mails[0]!.text).toContain('/electricity/subscription')
  })

  test('is told too when a person switches the service on', async () => {
    await shop.parts.settings.change('airtime_status', 0)
    expect(await ask({ email: 'bola@example.com' }, 'airtime')).toMatchObject({ http: 200 })
    await shop.parts.settings.change('airtime_status', 1)
    await shop.sweep()
    await eventually(async () => (await shop.mails()).some((it) => it.to.includes('bola@example.com')))
  })

  test('is refused for a service that is on, without a way to be told, and by a foreign phone', async () => {
    expect(await ask({ email: 'a@example.com' }, 'data')).toMatchObject({ http: 409 })
    await shop.parts.settings.change('data_status', 0)
    expect((await ask({}, 'data')).errors).toHaveProperty('phone')
    expect((await ask({ phone: '+14155550100' }, 'data')).errors).toHaveProperty('phone')
    expect(await ask({ email: 'a@example.com' }, 'water')).toMatchObject({ http: 404 })
  })

  test('cannot be used to flood one phone', async () => {
    await shop.parts.settings.change('data_status', 0)
    const replies = []
    for (let tries = 0; tries < 11; tries++) replies.push((await ask({ phone: '08031112244' }, 'data')).http)
    expect(replies.at(-1)).toBe(429)
  })
})

test.runIf(postgres)('of two processes that see a vendor fall ill, one pauses it', async () => {
  shop = await openShop({ counterparties: impatient, config: { alertTo: 'ops@example.com' } })
  await shop.fault('vtpass', 'timeout_then_deliver', 3)
  await together(3)
  const other = await shop.another()
  await Promise.all([shop.sweep(), other.sweep()])
  await other.stop()
  const rows = await shop.db.q
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'vendor.pause')
    .execute()
  expect(rows).toHaveLength(1)
})
