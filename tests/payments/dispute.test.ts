import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenRules } from '../../server/operations/index.ts'
import { readDispute } from '../../server/payments/gateways/paystack/reading-disputes.ts'
import type { Difference } from '../../shared/operations.ts'
import { managerOf } from '../management/house.ts'
import { type Person, personOf } from '../support/account.ts'
import { expectBooksTrue } from '../support/audit.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let musa: Person
beforeAll(async () => {
  shop = await openShop({ shared: true })
  musa = await managerOf(shop)
})
afterAll(() => shop.close())

const answer = (over: object, http = 200) => ({
  is: 'answered' as const,
  status: http,
  headers: {},
  text: JSON.stringify({
    status: http === 200,
    message: 'Dispute retrieved',
    data: {
      ...{
        id: 2867,
        refund_amount: 1002,
        currency: 'NGN',
        status: 'resolved',
        resolution: 'merchant-accepted',
      },
      ...{ transaction: { reference: 'SW-1', currency: 'NGN' }, dueAt: '2026-11-22T10:00:00.000Z' },
      ...over,
    },
  }),
})
const about = { paymentReference: 'SW-1', answerBy: new Date('2026-11-22T10:00:00.000Z') }

test.each([
  ['accepted, with its sum', {}, { ...about, is: 'lost', amountKobo: 1_002n }],
  ['accepted by itself', { resolution: 'auto-accepted' }, { ...about, is: 'lost', amountKobo: 1_002n }],
  ['accepted without a sum', { refund_amount: null }, { ...about, is: 'open' }],
  ['accepted in another currency', { currency: 'USD' }, { ...about, is: 'open' }],
  ['declined', { resolution: 'declined', refund_amount: 0 }, { ...about, is: 'won' }],
  ['wants an answer', { status: 'awaiting-merchant-feedback', resolution: null }, { ...about, is: 'open' }],
  ['never heard of', { status: 'archived', resolution: 'whatever' }, { ...about, is: 'open' }],
])('a dispute that is %s', (_, over, truth) => {
  expect(readDispute(answer(over), '2867')).toEqual(truth)
})

test('another dispute, an error and silence are no answer; one that is not there is none', () => {
  expect(readDispute(answer({ id: 1 }), '2867')).toBeNull()
  expect(readDispute(answer({}, 500), '2867')).toBeNull()
  expect(readDispute({ is: 'lost', because: 'timeout' }, '2867')).toBeNull()
  expect(readDispute(answer({}, 404), '2867')).toEqual({ is: 'not_found' })
})

interface Decision {
  decides?: 'payer' | 'merchant'
  amount?: number
}
async function contests(reference: string, decision: Decision = {}): Promise<string> {
  const response = await fetch(`${shop.simulators.url}/simulators/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference, ...decision }),
  })
  return ((await response.json()) as { id: string }).id
}
const disputeOf = (id: string) =>
  shop.db.q.selectFrom('disputes').selectAll().where('gateway_dispute', '=', id).executeTakeFirst()
const isNow = (id: string, state: string) => eventually(async () => (await disputeOf(id))?.state === state)
const paymentOf = (orderId: string) =>
  shop.db.q.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
const listed = async (kind: string) => {
  await shop.features.operations.unstick()
  const path = `/management/reconciliation/all?kind=${kind}`
  return (await musa.get<{ list: Difference[] }>(path)).data.list
}
const isTrue = async () => {
  await expectBooksTrue(shop)
  expect(await brokenRules(shop.db)).toEqual([])
}

/** A message of theirs, signed. Ids of theirs are past what a number of ours holds. */
const posts = (event: string, data: string, key = 'sk_test_simulated') => {
  const raw = `{"event":"${event}","data":${data}}`
  return fetch(`${shop.origin}/api/v1/webhooks/paystack`, {
    method: 'POST',
    body: raw,
    headers: { 'x-paystack-signature': createHmac('sha512', key).update(raw).digest('hex') },
  })
}
const decided = 'charge.dispute.resolve'

async function delivered() {
  const { info } = await shop.guest().buys({ meter_number: prepaid() })
  await shop.sweepUntil(async () => (await shop.orderRow(info.order_reference)).state === 'delivered')
  const order = await shop.orderRow(info.order_reference)
  return { order, payment: await paymentOf(order.id) }
}

test('a charge-back after our own refund of a part is booked by its sum, once, and a person sees it', async () => {
  await shop.fault('paystack', 'overpaid')
  const { order, payment } = await delivered()
  const back = () =>
    shop.db.q.selectFrom('refunds').select('state').where('payment_id', '=', payment.id).execute()
  await shop.sweepUntil(async () => (await back())[0]?.state === 'processed')
  const id = await contests(payment.reference)
  await isNow(id, 'open')
  const item = async () => (await listed('dispute')).find((it) => it.subject === payment.reference)
  expect(await item()).toMatchObject({
    order_reference: order.reference,
    note: expect.stringContaining(`the payer's bank contests it (dispute ${id}). Answer there until`),
    may: ['explain'],
    resolved_at: null,
  })
  await shop.fault('paystack', 'webhook_duplicate')
  await contests(payment.reference, { decides: 'payer' })
  await isNow(id, 'lost')
  await shop.sweep()
  expect((await shop.books()).get(`receivable:${order.id}`)).toBe(210_000n)
  expect(await shop.orderRow(order.reference)).toMatchObject({
    state: 'delivered',
    review_reason: 'payment_partly_reversed',
  })
  expect(await item()).toMatchObject({ resolution: 'The bank took the money back.' })
  await isTrue()
})

test('a dispute about all of a payment is a charge-back, booked once', async () => {
  const { order, payment } = await delivered()
  const id = await contests(payment.reference, { decides: 'payer' })
  await isNow(id, 'lost')
  expect(await paymentOf(order.id)).toMatchObject({ state: 'reversed' })
  expect(await shop.orderRow(order.reference)).toMatchObject({ review_reason: 'payment_reversed' })
  expect((await shop.books()).get(`receivable:${order.id}`)).toBe(order.total_kobo)
  await shop.clockAhead(11 * 60)
  await shop.features.operations.compare()
  await shop.clockToStart()
  expect((await shop.books()).get(`receivable:${order.id}`)).toBe(order.total_kobo)
  await isTrue()
})

test('a charge-back that the payment itself told of first is booked no second time', async () => {
  const { order, payment } = await delivered()
  await shop.fault('paystack', 'webhook_lost', 2)
  const id = await contests(payment.reference, { decides: 'payer' })
  await shop.clockAhead(11 * 60)
  await shop.features.operations.compare()
  await shop.clockToStart()
  expect(await paymentOf(order.id)).toMatchObject({ state: 'reversed' })
  expect(await disputeOf(id)).toBeUndefined()
  expect((await posts(decided, `{"id":${id}}`)).status).toBe(200)
  await isNow(id, 'lost')
  expect((await shop.books()).get(`receivable:${order.id}`)).toBe(order.total_kobo)
  await isTrue()
})

test('a part of a payment that the bank took is a part, though the gateway calls the payment reversed', async () => {
  const { order, payment } = await delivered()
  const id = await contests(payment.reference, { decides: 'payer', amount: 500 })
  await isNow(id, 'lost')
  await posts('charge.success', `{"id":1,"reference":"${payment.reference}"}`)
  await eventually(async () => {
    const inbox = shop.db.q.selectFrom('webhook_inbox').select('handled_at')
    return (await inbox.where('event_key', '=', 'charge.success:1').executeTakeFirst())?.handled_at
  })
  expect((await paymentOf(order.id)).state).toBe('succeeded')
  await shop.clockAhead(11 * 60)
  await shop.features.operations.compare()
  await shop.clockToStart()
  expect((await shop.books()).get(`receivable:${order.id}`)).toBe(50_000n)
  expect((await listed('payment')).filter((it) => it.subject === payment.reference)).toEqual([])
  await isTrue()
})

test('a dispute that the bank decides for us moves nothing', async () => {
  const { order, payment } = await delivered()
  const id = await contests(payment.reference)
  await isNow(id, 'open')
  await listed('dispute')
  await contests(payment.reference, { decides: 'merchant' })
  await isNow(id, 'won')
  expect((await listed('dispute')).find((it) => it.subject === payment.reference)).toMatchObject({
    resolution: 'The bank left the money with us.',
  })
  expect(await shop.orderRow(order.reference)).toMatchObject({ review_reason: null })
  expect((await shop.books()).get(`receivable:${order.id}`)).toBeUndefined()
  await isTrue()
})

test('a part of a top-up that the bank took leaves the wallet, and its owner and a manager are told', async () => {
  const ada = await personOf(shop)
  const { data } = await ada.topsUp(5_000)
  await ada.paysAt(data.checkoutUrl)
  await eventually(async () => (await ada.walletKobo()) === 500_000n)
  const { reference } = await shop.db.q
    .selectFrom('payments')
    .select('reference')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  await isNow(await contests(reference, { decides: 'payer', amount: 1_500 }), 'lost')
  expect(await ada.walletKobo()).toBe(350_000n)
  const { data: news } = await ada.get<{ list: object[] }>('/account/notifications/all')
  expect(JSON.stringify(news)).toContain('Your bank took back ₦1,500.00')
  expect((await listed('set_apart')).find((it) => it.subject === reference)).toMatchObject({
    note: expect.stringContaining('the bank took a part of it back.'),
    may: ['explain'],
  })
  await isTrue()
})

test('a gateway that does not answer is asked again, and a dispute that is not there moves nothing', async () => {
  const { payment } = await delivered()
  await shop.fault('paystack', 'dispute_500')
  const id = await contests(payment.reference)
  await shop.sweepUntil(async () => (await disputeOf(id))?.state === 'open')

  expect((await posts(decided, '{"id":424242}', 'sk_test_somebody_else')).status).toBe(401)
  expect((await posts(decided, '{"id":424242}')).status).toBe(200)
  const handled = async () =>
    (
      await shop.db.q
        .selectFrom('webhook_inbox')
        .select('handled_at')
        .where('event_key', '=', 'charge.dispute.resolve:424242')
        .executeTakeFirst()
    )?.handled_at
  await eventually(handled)
  expect(await disputeOf('424242')).toBeUndefined()
  await isTrue()
})
