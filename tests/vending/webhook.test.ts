import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhook } from '../../server/vending/vendors/vtpass/webhook.ts'
import { impatient } from '../support/counterparties.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: impatient })
})
afterAll(() => shop.close())

const post = (body: unknown) =>
  fetch(`${shop.origin}/api/v1/webhooks/vtpass`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const update = (requestId: string) => ({
  type: 'transaction-update',
  data: { code: '000', requestId, content: { transactions: { status: 'delivered' } } },
})
const kept = () => shop.db.q.selectFrom('webhook_inbox').selectAll().where('party', '=', 'vtpass').execute()
const attemptOf = async (reference: string) => {
  const order = await shop.orderRow(reference)
  return shop.db.q
    .selectFrom('attempts')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
}

let meters = 0
/** An order whose purchase VTpass leaves open, and settles a moment later by `behaviour`. */
async function stuck(behaviour?: string) {
  if (behaviour) await shop.fault('vtpass', behaviour)
  const ada = shop.guest()
  const meter_number = behaviour
    ? `1100${2_000_000 + ++meters}`
    : `11${3_000_000 + ++meters}0001`.slice(0, 13)
  const { info } = await ada.buys({ meter_number })
  await ada.processes(info)
  return { ada, info }
}

test('what their staff settles is asked about as soon as the webhook says so, not at its own time', async () => {
  const { info } = await stuck('pending_then_webhook')
  const order = await eventually(async () => {
    const row = await shop.orderRow(info.order_reference)
    return row.state === 'delivered' ? row : null
  })
  expect(order.review_reason).toBeNull()
  // Nobody swept, and the business clock stood still: the first asking was due after 20 seconds.
  expect(await attemptOf(info.order_reference)).toMatchObject({ state: 'delivered', asks: 1 })
  const raw = (await kept()).map((row) => Buffer.from(row.raw).toString())
  expect(raw.filter((text) => text.includes('transaction-update'))).toHaveLength(1)
})

test('what their staff reverses is known to have failed at once', async () => {
  const { info } = await stuck('reversed_then_webhook')
  const attempt = await eventually(async () => {
    const row = await attemptOf(info.order_reference)
    return row.state === 'failed' ? row : null
  })
  expect(attempt).toMatchObject({ because: 'reversed', asks: 1 })
})

test('what they delivered and take back later stands on the order again at once, and a person gives it back', async () => {
  const { ada, info } = await stuck('delivered_then_webhook')
  expect((await ada.seesState(info)).data.state).toBe('delivered')
  const before = await shop.books()
  const order = await eventually(async () => {
    const row = await shop.orderRow(info.order_reference)
    return row.vendor_reversed ? row : null
  })
  expect(order).toMatchObject({ state: 'delivered', review_reason: 'vendor_reversed' })
  const after = await shop.books()
  const { cost_kobo } = await attemptOf(info.order_reference)
  expect((after.get('vendor_float:vtpass') ?? 0n) - (before.get('vendor_float:vtpass') ?? 0n)).toBe(cost_kobo)
  expect(after.get(`order:${order.id}`)).toBe(-order.total_kobo)
})

test('news of a purchase that is over changes nothing when the vendor, asked, says the same', async () => {
  const { ada, info } = await stuck('success_without_token')
  const { request_id, id } = await attemptOf(info.order_reference)
  await shop.sweepUntil(async () => (await shop.orderRow(info.order_reference)).state === 'delivered')
  await post(update(request_id))
  await eventually(
    async () =>
      (
        await shop.db.q
          .selectFrom('compared')
          .select('agreed')
          .where('subject_id', '=', id)
          .executeTakeFirst()
      )?.agreed === true,
  )
  expect(await shop.orderRow(info.order_reference)).toMatchObject({
    vendor_reversed: false,
    review_reason: null,
  })
  expect((await ada.seesState(info)).data.state).toBe('delivered')
})

test('a webhook is thanked for as they wait for it, and is believed in nothing', async () => {
  const { ada, info } = await stuck()
  const { request_id } = await attemptOf(info.order_reference)
  await shop.fault('vtpass', 'requery_timeout', 2)
  const thanked = await post(update(request_id))
  expect(thanked.status).toBe(200)
  expect(thanked.headers.get('content-type')).toContain('application/json')
  expect(await thanked.json()).toEqual({ response: 'success' })
  expect((await ada.seesState(info)).data.state).toBe('vending')
})

test('the same message again, and news of other things, change nothing', async () => {
  const { info } = await stuck('timeout_then_fail')
  const attempt = await attemptOf(info.order_reference)
  const before = (await kept()).length
  await shop.fault('vtpass', 'requery_500', 3)
  for (let time = 0; time < 3; time++) await post(update(attempt.request_id))
  await post({ type: 'variations-update', serviceID: 'dstv', data: {} })
  expect((await kept()).length).toBe(before + 1)
})

test('a request id that is not ours leaves nothing behind, and learns nothing', async () => {
  const before = (await kept()).length
  for (const body of [update('202611211015NEVER'), update(''), {}, [], 'not json', { type: 5, data: 5 }]) {
    const answer = await post(body)
    expect([answer.status, await answer.text()]).toEqual([200, '{"response":"success"}'])
  }
  expect((await kept()).length).toBe(before)
})

test('a hint is read from a transaction update alone', () => {
  const id = (body: unknown) => webhook.requestIdIn(Buffer.from(JSON.stringify(body)))
  expect(id(update('202611211015A'))).toBe('202611211015A')
  expect(id({ ...update('202611211015A'), type: 'variations-update' })).toBeNull()
  expect(webhook.requestIdIn(Buffer.from('\u0000'))).toBeNull()
})
