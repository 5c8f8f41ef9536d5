import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '../../server/config.ts'
import { expectBooksTrue, expectFair, factsOf, isOver } from '../support/audit.ts'
import { impatient } from '../support/counterparties.ts'
import { Crash } from '../support/crashing.ts'
import { postpaid, prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

/** Request ids as they went out, in their order. */
const sentIds: string[] = []

function listened(config: Config) {
  const honest = impatient(config)
  const { vtpass } = honest.vendors
  const vend: typeof vtpass.vend = (request) => {
    sentIds.push(request.requestId)
    return vtpass.vend(request)
  }
  return { ...honest, vendors: { vtpass: { ...vtpass, vend } } }
}

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: listened })
})
afterAll(() => shop.close())

const toTheEnd = (reference: string) => shop.sweepUntil(isOver(shop, reference), { stepSeconds: 60 })

test('a prepaid meter gets one token of 20 digits, its units, and one SMS with it', async () => {
  const ada = shop.guest()
  const meter = prepaid()
  const { info } = await ada.buys({ meter_number: meter, phone_number: '08031110001' })
  expect((await ada.processes(info)).http).toBe(200)
  const { data } = await ada.seesOrder(info)
  expect(data).toMatchObject({
    meter_number: meter,
    meter_type: 'prepaid',
    token: expect.stringMatching(/^\d{20}$/),
  })
  await shop.sweep()
  const texts = await eventually(async () => {
    const mine = (await shop.texts()).filter((it) => it.to.endsWith('8031110001'))
    return mine.length > 0 && mine
  })
  expect(texts).toHaveLength(1)
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('a postpaid bill is paid without a token, and no screen or message promises one', async () => {
  const ada = shop.guest()
  const { info } = await ada.buys({
    meter_number: postpaid(),
    meter_type: 'postpaid',
    phone_number: '08031110002',
    email: 'bill@example.com',
  })
  expect((await ada.processes(info)).http).toBe(200)
  expect((await ada.seesOrder(info)).data).toMatchObject({
    meter_type: 'postpaid',
    token: null,
    tokens: [],
    units: null,
  })
  const mail = await eventually(async () =>
    (await shop.mails()).find((it) => it.to.includes('bill@example.com')),
  )
  expect(mail.text).toContain('A postpaid meter needs no token')
  expect(mail.text).not.toMatch(/\d{20}/)
  const sms = await eventually(async () => (await shop.texts()).find((it) => it.to.endsWith('8031110002')))
  expect(sms.text).not.toMatch(/\d{20}/)
  await expectBooksTrue(shop)
})

test.each(['bonus', 'keyChange'] as const)(
  'a %s delivery lists every token in the order of entry',
  async (ending) => {
    const ada = shop.guest()
    const { info } = await ada.buys({ meter_number: prepaid(ending) })
    await ada.processes(info)
    const { data } = await ada.seesOrder(info)
    const kinds = (data.tokens as { kind: string }[]).map((it) => it.kind)
    expect(kinds).toEqual(ending === 'bonus' ? ['main', 'bonus'] : ['kct1', 'kct2', 'main'])
    await expectBooksTrue(shop)
  },
)

test('a purchase that the vendor holds as pending is delivered by a requery', async () => {
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: prepaid('pendingThenDelivered') })
  expect(await ada.processes(info)).toMatchObject({
    http: 202,
    status: 'pending',
    message: expect.stringContaining('You do not need to pay again'),
  })
  await toTheEnd(info.order_reference)
  expect((await ada.processes(info)).http).toBe(200)
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('a purchase whose answer never comes was delivered all the same, and is found', async () => {
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: prepaid('timeoutThenDelivered') })
  await toTheEnd(info.order_reference)
  expect((await shop.orderRow(info.order_reference)).state).toBe('delivered')
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('a failed purchase gives all of the money back, and says so once', async () => {
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: prepaid('failed'), email: 'back@example.com' })
  await eventually(async () => (await shop.orderRow(info.order_reference)).state === 'refunding')
  expect(await ada.processes(info)).toMatchObject({
    http: 409,
    message: expect.stringContaining('going back'),
  })
  await toTheEnd(info.order_reference)
  expect(await ada.processes(info)).toMatchObject({
    http: 409,
    message: expect.stringContaining('was returned'),
  })
  expect((await ada.seesState(info)).data).toMatchObject({
    state: 'refunded',
    page: 'process',
    may_pay: false,
  })
  await shop.sweep()
  await eventually(async () => {
    const mine = (await shop.mails()).filter((it) => it.to.includes('back@example.com'))
    return mine.length === 2 && new Set(mine.map((it) => it.subject)).size === 2
  })
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('whoever dies with the proof that nothing was delivered, the refund begins within 30 seconds', async () => {
  const own = await openShop({ counterparties: impatient })
  let isDead = false
  await own.restart({
    counterparties: impatient,
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
  const { info } = await own.guest().buys({ meter_number: prepaid('failed') })
  await eventually(async () => isDead)
  await own.restart({ counterparties: impatient })
  const refunds = async () => (await factsOf(own, info.order_reference)).refunds
  expect(await refunds()).toEqual([])
  let seconds = 0
  while (seconds <= 30 && (await refunds()).length === 0) {
    await own.clockAhead(1)
    seconds++
    await own.sweep()
    await pause(10)
  }
  expect(seconds).toBeLessThanOrEqual(30)
})

test('a vendor that never received a purchase is asked for minutes, tried once more under the same id, then the money goes back', async () => {
  const ada = shop.guest()
  const before = sentIds.length
  const { info } = await ada.buys({ meter_number: prepaid('noAnswer') })
  await toTheEnd(info.order_reference)
  const { order, attempts } = await factsOf(shop, info.order_reference)
  expect(order.state).toBe('refunded')
  expect(attempts).toMatchObject([{ state: 'failed', because: 'never_received', sends: 2 }])
  const id = attempts[0]?.request_id
  expect(sentIds.slice(before)).toEqual([id, id])
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test.each([
  ['1111111111111', 'prepaid'],
  ['1010101010101', 'postpaid'],
])("the vendor's own sandbox meter %s is sold as %s", async (meter_number, meter_type) => {
  const { info } = await shop.guest().buys({ meter_number, meter_type })
  await toTheEnd(info.order_reference)
  expect((await shop.orderRow(info.order_reference)).state).toBe('delivered')
  await expectBooksTrue(shop)
})

test('a process that stood still after its commits sends nothing any more, and the money goes back', async () => {
  const own = await openShop({ counterparties: impatient })
  const now = performance.now.bind(performance)
  let stoodStillMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + stoodStillMs)
  onTestFinished(() => clock.mockRestore())
  await own.restart({
    counterparties: impatient,
    wrap: (db) => ({
      ...db,
      async inTransaction(work) {
        const done = await db.inTransaction(work)
        stoodStillMs += 25_000
        return done
      },
    }),
  })
  const { info } = await own.guest().buys({ meter_number: prepaid() })
  for (let looks = 0; looks < 100 && !(await isOver(own, info.order_reference)()); looks++) {
    while ((await own.sweep()) > 0) await pause(10)
    // The gateway's own work goes by the wall clock.
    await pause(10)
    await own.clockAhead(100)
  }
  const { order, attempts, deliveries } = await factsOf(own, info.order_reference)
  expect([order.state, deliveries]).toEqual(['refunded', []])
  expect(attempts).toMatchObject([{ state: 'failed', because: 'never_received', sends: 2 }])
  await expectFair(own, info.order_reference)
})

test('two orders for one meter at the same time are sold one after the other, both whole', async () => {
  const meter = prepaid()
  const [one, other] = await Promise.all([
    shop.guest().buys({ meter_number: meter }),
    shop.guest().buys({ meter_number: meter }),
  ])
  for (const { info } of [one, other]) await toTheEnd(info.order_reference)
  for (const { info } of [one, other]) {
    expect((await shop.orderRow(info.order_reference)).state).toBe('delivered')
    await expectFair(shop, info.order_reference)
  }
  const sent = await shop.db.q
    .selectFrom('attempts')
    .select('sent_at')
    .where('beneficiary', '=', meter)
    .execute()
  const [early = 0, late = 0] = sent.map((it) => it.sent_at.getTime()).sort((a, b) => a - b)
  expect(late - early).toBeGreaterThanOrEqual(29_000)
  await expectBooksTrue(shop)
})

test('a vend that stays unclear is shown to a person after half an hour, and refunded after a day', async () => {
  const own = await openShop({ counterparties: impatient })
  const { info } = await own.guest().buys({ meter_number: prepaid() })
  await eventually(async () => (await own.orderRow(info.order_reference)).state === 'delivered')
  await own.fault('vtpass', 'wrong_amount')
  const second = (await own.guest().buys({ meter_number: prepaid() })).info
  await eventually(async () => (await own.orderRow(second.order_reference)).review_reason === 'mismatch')
  await own.clockAhead(24 * 60 * 60)
  await own.sweepUntil(isOver(own, second.order_reference), { stepSeconds: 600 })
  const { order, attempts, refunded } = await factsOf(own, second.order_reference)
  expect(order.state).toBe('refunded')
  expect(attempts).toMatchObject([{ state: 'written_off' }])
  expect(refunded).toHaveLength(1)
  expect(await own.ledgerSum()).toBe(0n)
})

test('a vendor that lost its keys while a vend is unclear ties nobody up: a person sees it, and after a day the money is back', async () => {
  let found: ReturnType<typeof impatient> | undefined
  const own = await openShop({
    counterparties: (...given) => {
      found = impatient(...given)
      return found
    },
  })
  await own.fault('vtpass', 'timeout_then_deliver')
  await own.fault('vtpass', 'requery_500', 1)
  const { info } = await own.guest().buys({ meter_number: prepaid() })
  const { order_reference: reference } = info
  await eventually(async () => (await factsOf(own, reference)).attempts[0]?.state === 'unknown')
  for (const name of Object.keys(found?.vendors ?? {})) Reflect.deleteProperty(found?.vendors ?? {}, name)
  await own.clockAhead(10 * 60)
  await own.sweepUntil(async () => (await own.orderRow(reference)).review_reason === 'no_vendor')
  await own.clockAhead(24 * 60 * 60)
  await own.sweepUntil(isOver(own, reference), { stepSeconds: 600 })
  expect(await factsOf(own, reference)).toMatchObject({
    order: { state: 'refunded' },
    attempts: [{ state: 'written_off' }],
  })
  expect(await own.ledgerSum()).toBe(0n)
  await own.clockAhead(2 * 60 * 60)
  expect(await own.sweep(), 'its late answer would be asked for now').toBe(1)
  await eventually(async () => (await own.sweep()) === 0)
})

test('a delivery that shows up after the money went back is booked as our loss, once', async () => {
  const own = await openShop({ counterparties: impatient })
  await own.fault('vtpass', 'timeout_then_deliver')
  await own.fault('vtpass', 'requery_500', 1)
  const { info } = await own.guest().buys({ meter_number: prepaid() })
  await eventually(async () => (await factsOf(own, info.order_reference)).attempts[0]?.state === 'unknown')
  await own.clockAhead(24 * 60 * 60)
  await own.sweepUntil(isOver(own, info.order_reference), { stepSeconds: 60 })
  await own.sweepUntil(async () => (await own.orderRow(info.order_reference)).late_delivered, {
    stepSeconds: 1_800,
  })
  const row = await own.orderRow(info.order_reference)
  expect(row.state).toBe('refunded')
  const books = await own.books()
  expect(books.get('vend_loss')).toBe(-(books.get('vendor_float:vtpass') ?? 0n))
  expect(books.get(`order:${row.id}`)).toBeUndefined()
  expect(await own.ledgerSum()).toBe(0n)
})

test('more than the daily cap is not written off by itself: it waits for a person', async () => {
  const own = await openShop({ counterparties: impatient })
  await own.db.q
    .insertInto('settings')
    .values({ key: 'write_off_daily_cap_kobo', value: JSON.stringify(100_000) })
    .execute()
  await own.fault('vtpass', 'wrong_meter')
  const { info } = await own.guest().buys({ meter_number: prepaid() })
  await eventually(async () => (await own.orderRow(info.order_reference)).review_reason)
  await own.clockAhead(25 * 60 * 60)
  for (let looks = 0; looks < 4; looks++) {
    await own.sweep()
    await own.clockAhead(3_600)
  }
  expect(await own.orderRow(info.order_reference)).toMatchObject({
    state: 'vending',
    review_reason: 'mismatch',
  })
  expect(await own.ledgerSum()).toBe(0n)
})
