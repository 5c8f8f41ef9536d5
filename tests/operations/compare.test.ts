import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { brokenRules, explainDifference, openFloat } from '../../server/operations/index.ts'
import type { Gateway } from '../../server/payments/index.ts'
import type { Outcome, Vendor } from '../../server/vending/index.ts'
import type { DailyFigure, Difference } from '../../shared/operations.ts'
import { isOver } from '../support/audit.ts'
import { impatient } from '../support/counterparties.ts'
import { customerOf } from '../support/customer.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

/** What a vendor says of a request when it is asked later, instead of the truth. */
const recants = new Map<string, Outcome>()
/** Payments that their banks took back. */
const takenBack = new Set<string>()
/** What a vendor says that it holds for us, instead of the truth. */
const lies: { floatKobo: bigint | null | undefined } = { floatKobo: undefined }

function recanting(config: Config) {
  const honest = impatient(config)
  const vtpass: Vendor = {
    ...honest.vendors.vtpass,
    requery: async (of) => recants.get(of.requestId) ?? honest.vendors.vtpass.requery(of),
    balance: async () => (lies.floatKobo === undefined ? honest.vendors.vtpass.balance() : lies.floatKobo),
  }
  const paystack: Gateway = {
    ...honest.gateways.paystack,
    verify: async (reference) =>
      takenBack.has(reference) ? { is: 'reversed' } : honest.gateways.paystack.verify(reference),
  }
  return { gateways: { ...honest.gateways, paystack }, vendors: { vtpass } }
}

let shop: Shop
let manager: Awaited<ReturnType<typeof customerOf>>
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: recanting })
  manager = await customerOf(shop)
  await shop.db.q.updateTable('users').set({ role: 'manager' }).where('id', '=', manager.id).execute()
  await openFloat({ db: shop.db, vendors: recanting(shop.config).vendors }, 'vtpass', 'opened here')
})
afterAll(() => shop.close())
afterEach(async () => {
  recants.clear()
  lies.floatKobo = undefined
  await shop.clockToStart()
})

async function delivered() {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid() })
  await guest.processes(info)
  return shop.orderRow(info.order_reference)
}
async function refunded() {
  const { info } = await shop.guest().buys({ meter_number: prepaid('failed') })
  await shop.sweepUntil(isOver(shop, info.order_reference))
  return shop.orderRow(info.order_reference)
}
const tryOf = (orderId: string) =>
  shop.db.q.selectFrom('attempts').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
const paymentOf = (orderId: string) =>
  shop.db.q.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()

/** Everything has been quiet for a while, and is compared. */
async function compares() {
  await shop.clockAhead(11 * 60)
  return shop.features.operations.compare()
}
const open = async () => {
  const path = '/management/reconciliation/all'
  const { data } = await manager.ask<{ list: Difference[]; figures: DailyFigure[] }>(path)
  return data.list.filter((it) => it.resolved_at === null)
}
const about = async (reference: string) => (await open()).filter((it) => it.order_reference === reference)
const isCompared = async (id: string) =>
  (await shop.db.q.selectFrom('compared').select('agreed').where('subject_id', '=', id).executeTakeFirst())
    ?.agreed

test('every payment, refund and delivery that ended is asked about once, and agrees', async () => {
  const [one, two] = [await delivered(), await refunded()]
  const run = await compares()
  expect(run).toMatchObject({ disagreed: 0 })
  expect(run.compared).toBeGreaterThanOrEqual(5)
  for (const id of [(await paymentOf(one.id)).id, (await tryOf(one.id)).id, (await tryOf(two.id)).id])
    expect(await isCompared(id)).toBe(true)
  expect(await compares()).toEqual({ compared: 0, disagreed: 0 })
  expect(await open()).toEqual([])
})

test('a payment whose surplus we gave back agrees, though the gateway calls it reversed', async () => {
  await shop.fault('paystack', 'overpaid')
  const order = await delivered()
  const { id } = await paymentOf(order.id)
  await shop.sweepUntil(
    async () =>
      (await shop.db.q.selectFrom('refunds').select('state').where('payment_id', '=', id).executeTakeFirst())
        ?.state === 'processed',
  )
  await compares()
  expect(await isCompared(id)).toBe(true)
  expect(await about(order.reference)).toEqual([])
})

test('a payment that its bank takes back weeks later is noticed without any message', async () => {
  const order = await delivered()
  await compares()
  expect(await about(order.reference)).toEqual([])
  takenBack.add((await paymentOf(order.id)).reference)
  await shop.clockAhead(13 * 86_400)
  await compares()
  expect((await paymentOf(order.id)).state, 'nobody asks every day').toBe('succeeded')
  await shop.clockAhead(86_400)
  await compares()
  expect((await paymentOf(order.id)).state).toBe('reversed')
  expect((await shop.orderRow(order.reference)).review_reason).toBe('payment_reversed')
})

test('what ended only now is left to the next comparison', async () => {
  const order = await delivered()
  await shop.features.operations.compare()
  expect(await isCompared((await paymentOf(order.id)).id)).toBeUndefined()
})

test('a payment of another sum at the gateway is listed with both sums, and leaves the list when they agree', async () => {
  const order = await delivered()
  const payment = await paymentOf(order.id)
  await shop.db.q.updateTable('payments').set({ paid_kobo: 100n }).where('id', '=', payment.id).execute()
  await compares()
  expect(await about(order.reference)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'payment', subject: payment.reference, ours: 1, theirs: 2_100 }),
    ]),
  )
  await shop.db.q
    .updateTable('payments')
    .set({ paid_kobo: payment.paid_kobo })
    .where('id', '=', payment.id)
    .execute()
  await compares()
  expect(await about(order.reference)).toEqual([])
})

test('money that the gateway holds and we gave up is booked, and its order delivered', async () => {
  const guest = shop.guest()
  const { data: info } = await guest.looksUp({ meter_number: prepaid() })
  await shop.fault('paystack', 'webhook_lost')
  const { data } = await guest.initiates(info)
  await guest.paysAt(data.checkoutUrl)
  const order = await shop.orderRow(info.order_reference)
  await shop.db.q
    .updateTable('payments')
    .set({ state: 'expired', due_at: null })
    .where('order_id', '=', order.id)
    .execute()
  await compares()
  await eventually(async () => (await shop.orderRow(info.order_reference)).state === 'delivered')
  expect(await about(order.reference)).toEqual([])
})

test('a refund that the gateway made without us is listed', async () => {
  const order = await refunded()
  const payment = await paymentOf(order.id)
  await shop.db.q
    .updateTable('refunds')
    .set({ refund_id: 'another' })
    .where('payment_id', '=', payment.id)
    .execute()
  await compares()
  const notes = (await open()).filter((it) => it.kind === 'refund').map((it) => it.note)
  expect(notes.some((it) => it?.includes(payment.reference))).toBe(true)
})

test('a delivery that the vendor took back stands on the order again, once, however often they are asked', async () => {
  const order = await delivered()
  const attempt = await tryOf(order.id)
  const before = await shop.books()
  recants.set(attempt.request_id, { is: 'failed', because: 'reversed', code: '040' })
  await compares()
  expect(await shop.orderRow(order.reference)).toMatchObject({
    vendor_reversed: true,
    review_reason: 'vendor_reversed',
  })
  const after = await shop.books()
  expect((after.get('vendor_float:vtpass') ?? 0n) - (before.get('vendor_float:vtpass') ?? 0n)).toBe(
    attempt.cost_kobo,
  )
  expect(after.get(`order:${order.id}`)).toBe(-order.total_kobo)
  expect(await about(order.reference)).toMatchObject([{ kind: 'attempt', theirs: 0 }])
  await compares()
  expect(await shop.books()).toEqual(after)
})

test('a delivery after a failure that the vendor had proven is our loss, once, and a person sees it', async () => {
  const order = await refunded()
  const attempt = await tryOf(order.id)
  const delivery: Outcome = {
    is: 'delivered',
    vendorReference: 'late',
    said: { beneficiary: null, amountKobo: null },
    costKobo: 190_000n,
    delivery: {
      tokens: [],
      units: null,
      tariff: null,
      tariffClass: null,
      vatKobo: null,
      arrearsKobo: null,
      customerName: null,
      customerAddress: null,
      receiptNumber: null,
    },
  }
  recants.set(attempt.request_id, delivery)
  await compares()
  await compares()
  expect((await shop.books()).get('vend_loss')).toBe(190_000n)
  expect(await shop.orderRow(order.reference)).toMatchObject({
    late_delivered: true,
    review_reason: 'delivered_after_failure',
  })
  expect(await about(order.reference)).toMatchObject([{ kind: 'attempt', ours: 0, theirs: 1_900 }])
})

test('a counterparty that does not answer is asked again at the next comparison', async () => {
  const order = await delivered()
  const attempt = await tryOf(order.id)
  recants.set(attempt.request_id, { is: 'unknown', because: 'timeout', code: null })
  await compares()
  expect(await isCompared(attempt.id)).toBeUndefined()
  recants.clear()
  await compares()
  expect(await isCompared(attempt.id)).toBe(true)
})

test('a float that is not what our books say is listed until it is', async () => {
  lies.floatKobo = 123_456n
  await compares()
  const [listed] = (await open()).filter((it) => it.kind === 'float')
  expect(listed).toMatchObject({ subject: 'vtpass', theirs: 1_234.56, owner: 'operations' })
  await shop.clockAhead(5 * 60 * 60)
  await compares()
  const [older] = (await open()).filter((it) => it.kind === 'float')
  expect(older).toMatchObject({ id: listed!.id, age_hours: 5 })
  lies.floatKobo = null
  await compares()
  expect((await open()).filter((it) => it.kind === 'float')).toHaveLength(1)
})

test('a try that is unclear may be in the float or not', async () => {
  await sql`delete from differences where kind = 'float'`.execute(shop.db.q)
  const held = (await shop.books()).get('vendor_float:vtpass') ?? 0n
  const { info } = await shop.guest().buys({ meter_number: prepaid('noAnswer') })
  await shop.sweepUntil(async () => (await shop.orderRow(info.order_reference)).state === 'vending')
  for (const [floatKobo, differs] of [
    [held, false],
    [held - 200_000n, false],
    [held - 200_001n, true],
  ] as const) {
    lies.floatKobo = floatKobo
    await compares()
    expect((await open()).some((it) => it.kind === 'float')).toBe(differs)
  }
})

test('an order whose delivery is not in the books as it was sold is listed with both sums', async () => {
  const order = await delivered()
  await sql`alter table ledger_entries disable trigger append_only`.execute(shop.db.q)
  await sql`update ledger_entries set event = event || ':lost' where event = ${`order:${order.id}:delivered`}`.execute(
    shop.db.q,
  )
  await compares()
  expect(await about(order.reference)).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'order', ours: 0, theirs: 2_100 })]),
  )
  await sql`update ledger_entries set event = ${`order:${order.id}:delivered`} where event like ${`order:${order.id}:delivered:%`}`.execute(
    shop.db.q,
  )
  await sql`alter table ledger_entries enable trigger append_only`.execute(shop.db.q)
  await compares()
  expect(await about(order.reference)).toEqual([])
  expect((await brokenRules(shop.db)).filter((it) => it.subject === order.reference)).toEqual([])
})

test('what a manager explained is not listed again, and who explained it is written down', async () => {
  const order = await delivered()
  const payment = await paymentOf(order.id)
  await shop.db.q.updateTable('payments').set({ paid_kobo: 100n }).where('id', '=', payment.id).execute()
  await compares()
  const listed = (await about(order.reference)).find((it) => it.kind === 'payment')
  const by = { userId: manager.id, role: 'manager' as const }
  expect(
    await explainDifference(shop.db, BigInt(listed!.id), { by, request: 'r', why: 'a typing error' }),
  ).toBe(true)
  expect(await explainDifference(shop.db, BigInt(listed!.id), { by, request: 'r', why: 'again' })).toBe(false)
  await compares()
  expect((await about(order.reference)).filter((it) => it.kind === 'payment')).toEqual([])
})

test('money of no order stands on the list until a person explains it, whatever the gateway says', async () => {
  const insert = async (state: 'noted' | 'unmatched', because: string | null) =>
    await shop.db.q
      .insertInto('inflows')
      .values({
        gateway: 'monnify',
        gateway_reference: `MNFY-${randomUUID()}`,
        state,
        because,
        paid_kobo: 150_000n,
        currency: 'NGN',
        virtual_account_id: null,
        fee_kobo: null,
        funding_fee_kobo: null,
        payer_name: null,
        paid_at: null,
        buying: null,
        order_id: null,
        due_at: null,
      })
      .returning(['id', 'gateway_reference'])
      .executeTakeFirstOrThrow()
  const stranger = await insert('unmatched', 'account')
  const doubtful = await insert('noted', null)
  await shop.db.q.updateTable('inflows').set({ state: 'unconfirmed' }).where('id', '=', doubtful.id).execute()
  const listed = async () => (await open()).filter((it) => it.kind === 'set_apart')
  await shop.features.operations.unstick()
  await compares()
  expect((await listed()).map((it) => it.subject).sort()).toEqual(
    [stranger.gateway_reference, doubtful.gateway_reference].sort(),
  )
  expect((await listed()).find((it) => it.subject === stranger.gateway_reference)).toMatchObject({
    ours: 1_500,
    note: expect.stringContaining('an account of nobody here'),
  })
  const by = { userId: manager.id, role: 'manager' as const }
  for (const { id } of await listed())
    await explainDifference(shop.db, BigInt(id), { by, request: 'r', why: 'sent back by hand' })
  await shop.features.operations.unstick()
  expect(await listed()).toEqual([])
})

test('the figure of a day says what moved, what was confirmed, what was unclear for long and that nothing was vended twice', async () => {
  const order = await delivered()
  await shop.clockAhead(24 * 60 * 60)
  await shop.features.operations.compare()
  await shop.features.operations.figures()
  const { data } = await manager.ask<{ figures: DailyFigure[] }>('/management/reconciliation/all')
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(order.paid_at!)
  const figure = data.figures.find((it) => it.day === day)
  expect(figure).toMatchObject({ double_vends: 0 })
  expect(figure!.moved).toBeGreaterThan(0)
  expect(figure!.explained).toBeGreaterThan(0)
  expect(figure!.explained).toBeLessThanOrEqual(figure!.moved)
  expect(figure!.explained_percent).toBeCloseTo((figure!.explained / figure!.moved) * 100, 0)
})
