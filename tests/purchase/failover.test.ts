import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { paymentsOf, settle } from '../../server/payments/index.ts'
import { isSamePerson } from '../../server/purchase/introduce.ts'
import { buypower } from '../../server/vending/vendors/buypower/index.ts'
import { irecharge } from '../../server/vending/vendors/irecharge/index.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'
import { expectFair, factsOf, isOver } from '../support/audit.ts'
import { customerOf } from '../support/customer.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

const short = { readMs: 600, vendMs: 600 }
/** Payments that the bank has taken back, by their references. */
const takenBack = new Set<string>()

/** The real adapters over the real wire, which give a silent vendor up soon; the gateway may lose a payment again. */
const impatient = (config: Config) => ({
  gateways: {
    paystack: {
      ...paystack(config.paystack!),
      verify: async (reference: string) =>
        takenBack.has(reference) ? { is: 'reversed' as const } : paystack(config.paystack!).verify(reference),
    },
  },
  vendors: {
    vtpass: vtpass(config.vtpass!, short),
    buypower: buypower(config.buypower!, short),
    irecharge: irecharge(config.irecharge!, { standInEmail: config.guestEmail, ...short }),
  },
})

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: impatient })
  // What fails in one story is not held against a vendor in the next.
  await shop.parts.settings.change('vendor_pause_silent', 0)
  await shop.parts.settings.change('vendor_pause_bad_of_ten', 0)
})
beforeEach(async () => {
  await shop.clockToStart()
  for (const vendor of ['vtpass', 'buypower', 'irecharge']) await shop.fault(vendor, 'none')
  await shop.db.q.deleteFrom('vendor_health').execute()
})
afterAll(() => shop.close())

const toTheEnd = (reference: string) => shop.sweepUntil(isOver(shop, reference), { stepSeconds: 60 })

/** Its tries in the order in which they were made: vendor, end, why. */
async function triesOf(reference: string) {
  const { attempts } = await factsOf(shop, reference)
  return attempts
    .sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
    .map(({ vendor, state, because }) => [vendor, state, because])
}

async function buys(wish: Record<string, unknown> = {}) {
  const { info } = await shop.guest().buys({ meter_number: prepaid(), ...wish })
  return info.order_reference
}

test.each([
  ['our float there is empty', 'float_empty', 'float_empty'],
  ['it takes the purchase back', 'reversed', 'reversed'],
])('when %s, another vendor delivers the order and nobody notices', async (_, fault, because) => {
  await shop.fault('vtpass', fault)
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: prepaid(), email: 'ada@example.com' })
  await toTheEnd(info.order_reference)
  expect(await ada.processes(info)).toMatchObject({ http: 200, status: 'success' })
  expect(await triesOf(info.order_reference)).toEqual([
    ['vtpass', 'failed', because],
    ['buypower', 'delivered', null],
  ])
  const { order, refunds } = await factsOf(shop, info.order_reference)
  expect(order).toMatchObject({ state: 'delivered', vendor: 'vtpass', review_reason: null })
  expect(refunds).toEqual([])
  await expectFair(shop, info.order_reference)
  const books = await shop.books()
  expect(books.get(`order:${order.id}`)).toBeUndefined()
  expect(books.get('vendor_float:buypower')).toBeLessThan(0n)
  expect(await shop.ledgerSum()).toBe(0n)
})

test('a customer who watches is told that the money is there until it is clear that nobody delivers', async () => {
  await shop.fault('vtpass', 'float_empty')
  await shop.fault('buypower', 'timeout_then_deliver')
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: prepaid() })
  await eventually(async () => (await triesOf(info.order_reference)).length === 2)
  expect((await ada.seesState(info)).data).toMatchObject({ page: 'process', money: { is: 'received' } })
  await toTheEnd(info.order_reference)
  expect((await ada.seesState(info)).data).toMatchObject({ state: 'delivered', money: { is: 'spent' } })
  await expectFair(shop, info.order_reference)
})

test('a vendor that must know the customer is sent its own word for them, also when it is asked later', async () => {
  await shop.fault('vtpass', 'float_empty')
  await shop.fault('buypower', 'float_empty')
  await shop.fault('irecharge', 'timeout_then_deliver')
  const reference = await buys()
  await toTheEnd(reference)
  expect(await triesOf(reference)).toEqual([
    ['vtpass', 'failed', 'float_empty'],
    ['buypower', 'failed', 'float_empty'],
    ['irecharge', 'delivered', null],
  ])
  const { attempts } = await factsOf(shop, reference)
  expect(attempts.map((it) => [it.vendor, it.handle !== null])).toContainEqual(['irecharge', true])
  await expectFair(shop, reference)
})

test('a vendor that names somebody else for the meter is not tried, and the money goes back', async () => {
  await shop.fault('vtpass', 'float_empty')
  await shop.fault('buypower', 'float_empty')
  await shop.fault('irecharge', 'other_name')
  const reference = await buys()
  await toTheEnd(reference)
  expect(await triesOf(reference)).toEqual([
    ['vtpass', 'failed', 'float_empty'],
    ['buypower', 'failed', 'float_empty'],
  ])
  expect((await factsOf(shop, reference)).order.state).toBe('refunded')
  await expectFair(shop, reference)
})

test('a refusal of the purchase itself is not asked for a second time elsewhere: the money goes back at once', async () => {
  const reference = await buys({ meter_number: prepaid('failed') })
  await toTheEnd(reference)
  expect(await triesOf(reference)).toEqual([['vtpass', 'failed', 'rejected']])
  expect((await factsOf(shop, reference)).order.state).toBe('refunded')
  await expectFair(shop, reference)
})

test('a paused vendor gets nothing: the next one is tried', async () => {
  await shop.db.q
    .insertInto('vendor_health')
    .values({ vendor: 'buypower', service: 'power', state: 'paused', reason: 'silent', probe_at: null })
    .execute()
  await shop.fault('vtpass', 'float_empty')
  const reference = await buys()
  await toTheEnd(reference)
  expect((await triesOf(reference)).map(([vendor]) => vendor)).toEqual(['vtpass', 'irecharge'])
  expect((await factsOf(shop, reference)).order.state).toBe('delivered')
})

test('while a try is unclear nobody else is tried, and what was written off goes back', async () => {
  await shop.fault('vtpass', 'wrong_amount')
  const reference = await buys()
  await eventually(async () => (await triesOf(reference))[0]?.[1] === 'unknown')
  await shop.clockAhead(24 * 60 * 60)
  await toTheEnd(reference)
  expect(await triesOf(reference)).toEqual([['vtpass', 'written_off', expect.any(String)]])
  expect((await factsOf(shop, reference)).order.state).toBe('refunded')
})

test('a wallet order that a second vendor delivers is paid once and earns its cashback once', async () => {
  await shop.fault('vtpass', 'float_empty')
  const ada = await customerOf(shop, { walletKobo: 500_000n })
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  await ada.paysFromWallet(info)
  await toTheEnd(info.order_reference)
  expect((await triesOf(info.order_reference)).map(([vendor]) => vendor)).toEqual(['vtpass', 'buypower'])
  expect(await ada.walletKobo()).toBe(500_000n - 210_000n + 2_000n)
  expect(await ada.holdKobo()).toBe(0n)
  expect(await shop.ledgerSum()).toBe(0n)
})

test('found by four processes at once, an order whose first vendor fails is sent to the second once', async () => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const { data } = await ada.initiates(info)
  const others = await Promise.all([shop.another(), shop.another(), shop.another()])
  await shop.fault('vtpass', 'float_empty')
  await ada.paysAt(data.checkoutUrl)
  const { id } = await shop.orderRow(info.order_reference)
  for (let looks = 0; looks < 40 && !(await isOver(shop, info.order_reference)()); looks++) {
    await Promise.all([ada.processes(info), shop.sweep(), ...others.map((it) => it.engine.advance(id))])
    await shop.clockAhead(5)
  }
  expect(await triesOf(info.order_reference)).toEqual([
    ['vtpass', 'failed', 'float_empty'],
    ['buypower', 'delivered', null],
  ])
  await expectFair(shop, info.order_reference)
})

test('settings that change after the lookup do not turn an order to another vendor', async () => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  await shop.parts.settings.change('power_gateway', 'buypower')
  try {
    const { data } = await ada.initiates(info)
    await ada.paysAt(data.checkoutUrl)
    await toTheEnd(info.order_reference)
    expect(await triesOf(info.order_reference)).toEqual([['vtpass', 'delivered', null]])
  } finally {
    await shop.parts.settings.change('power_gateway', 'vtpass')
  }
})

test('a first vendor that must know the customer and cannot be asked is waited for, then another is tried', async () => {
  await shop.parts.settings.change('power_gateway', 'irecharge')
  try {
    const ada = shop.guest()
    const { data: info } = await ada.looksUp({ meter_number: prepaid() })
    const { data } = await ada.initiates(info)
    await shop.fault('irecharge', 'verify_down', 100)
    await ada.paysAt(data.checkoutUrl)
    await eventually(async () => (await shop.orderRow(info.order_reference)).state === 'paid')
    await shop.clockAhead(60)
    await shop.sweep()
    expect(await triesOf(info.order_reference)).toEqual([])
    expect((await shop.orderRow(info.order_reference)).state).toBe('paid')
    await toTheEnd(info.order_reference)
    expect((await triesOf(info.order_reference)).map(([vendor, state]) => [vendor, state])).toEqual([
      ['vtpass', 'delivered'],
    ])
  } finally {
    await shop.parts.settings.change('power_gateway', 'vtpass')
  }
})

test('a vendor that proves no failure is not tried while our float there is too low: the money goes back at once', async () => {
  await shop.fault('vtpass', 'float_empty')
  await shop.fault('buypower', 'float_empty')
  await shop.fault('irecharge', 'wallet_empty')
  const reference = await buys()
  await eventually(async () => (await factsOf(shop, reference)).order.state === 'refunding')
  expect((await triesOf(reference)).map(([vendor]) => vendor)).toEqual(['vtpass', 'buypower'])
  await toTheEnd(reference)
  await expectFair(shop, reference)
})

test('what such a vendor refused all the same is given up and refunded at the end of a day, not an hour later', async () => {
  for (const vendor of ['vtpass', 'buypower', 'irecharge']) await shop.fault(vendor, 'float_empty')
  const reference = await buys()
  await eventually(async () => (await triesOf(reference))[2]?.[1] === 'unknown')
  let seconds = 0
  for (const step of [60, 3_540, 82_800 - 90, 91]) {
    await shop.clockAhead(step)
    seconds += step
    while ((await shop.sweep()) > 0) await pause(10)
  }
  expect(seconds).toBe(24 * 60 * 60 + 1)
  await eventually(async () => (await triesOf(reference))[2]?.[1] === 'written_off')
  await toTheEnd(reference)
  await expectFair(shop, reference)
})

/** A paid order whose first vendor cannot be asked about its customer yet. */
async function waitsForLookup() {
  await shop.parts.settings.change('power_gateway', 'irecharge')
  try {
    const ada = shop.guest()
    const { data: info } = await ada.looksUp({ meter_number: prepaid() })
    const { data } = await ada.initiates(info)
    await shop.fault('irecharge', 'verify_down', 100)
    await ada.paysAt(data.checkoutUrl)
    await eventually(async () => (await shop.orderRow(info.order_reference)).state === 'paid')
    return info.order_reference
  } finally {
    await shop.parts.settings.change('power_gateway', 'vtpass')
  }
}

test('a payment that the bank takes back before anything was sent buys nothing any more', async () => {
  const reference = await waitsForLookup()
  const order = await shop.orderRow(reference)
  const [payment] = await paymentsOf(shop.db.q, order.id)
  takenBack.add(payment!.reference)
  await settle(shop.features.engine.parts.payments, payment!)
  await shop.sweepUntil(async () => (await shop.orderRow(reference)).due_at === null)
  expect(await triesOf(reference)).toEqual([])
  expect(await shop.orderRow(reference)).toMatchObject({
    state: 'vend_failed',
    review_reason: 'payment_reversed',
  })
  const books = await shop.books()
  expect([books.get(`order:${order.id}`), books.get(`receivable:${order.id}`)]).toEqual([
    undefined,
    undefined,
  ])
  expect(await shop.ledgerSum()).toBe(0n)
})

test('names are the same person in any order, case and punctuation, and nobody is not somebody', () => {
  expect(isSamePerson('ADA  NGOZI OKAFOR', 'Okafor, Ada Ngozi')).toBe(true)
  expect(isSamePerson('Ada Okafor', 'Ada Obi')).toBe(false)
  expect(isSamePerson('Ada Okafor', 'Ada Okafor Obi')).toBe(false)
  expect(isSamePerson('', '')).toBe(false)
})
