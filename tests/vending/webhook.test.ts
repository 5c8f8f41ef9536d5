import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhook } from '../../server/vending/vendors/vtpass/webhook.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
})
afterAll(() => app.close())

const post = (body: unknown) =>
  fetch(`${app.origin}/api/v1/webhooks/vtpass`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const update = (requestId: string) => ({
  type: 'transaction-update',
  data: { code: '000', requestId, content: { transactions: { status: 'delivered' } } },
})
const inboxRows = () =>
  app.db.q.selectFrom('webhook_inbox').selectAll().where('provider', '=', 'vtpass').execute()
const attemptOf = async (reference: string) => {
  const order = await app.orderRow(reference)
  return app.db.q
    .selectFrom('attempts')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
}

let meters = 0
/** An order whose purchase VTpass leaves open, and settles a moment later by `behaviour`. */
async function createOpenPurchase(behaviour?: string) {
  if (behaviour) await app.injectFault('vtpass', behaviour)
  const ada = app.createGuest()
  const meter_number = behaviour
    ? `1100${2_000_000 + ++meters}`
    : `11${3_000_000 + ++meters}0001`.slice(0, 13)
  const { info } = await ada.buyElectricity({ meter_number })
  await ada.processOrder(info)
  return { ada, info }
}

test('a webhook about a settled purchase triggers an immediate requery', async () => {
  const { info } = await createOpenPurchase('pending_then_webhook')
  const order = await eventually(async () => {
    const row = await app.orderRow(info.order_reference)
    return row.state === 'delivered' ? row : null
  })
  expect(order.review_reason).toBeNull()
  // No due job ran and the application clock did not move: the first requery was due after 20 seconds.
  expect(await attemptOf(info.order_reference)).toMatchObject({ state: 'delivered', requery_count: 1 })
  const raw = (await inboxRows()).map((row) => Buffer.from(row.raw).toString())
  expect(raw.filter((text) => text.includes('transaction-update'))).toHaveLength(1)
})

test('a webhook about a reversed purchase fails the attempt immediately', async () => {
  const { info } = await createOpenPurchase('reversed_then_webhook')
  const attempt = await eventually(async () => {
    const row = await attemptOf(info.order_reference)
    return row.state === 'failed' ? row : null
  })
  expect(attempt).toMatchObject({ failure_reason: 'reversed', requery_count: 1 })
})

test('a webhook about a reversed delivery flags the order immediately, and a manager refunds it', async () => {
  const { ada, info } = await createOpenPurchase('delivered_then_webhook')
  expect((await ada.getOrderStatus(info)).data.state).toBe('delivered')
  const before = await app.accountBalances()
  const order = await eventually(async () => {
    const row = await app.orderRow(info.order_reference)
    return row.vendor_reversed ? row : null
  })
  expect(order).toMatchObject({ state: 'delivered', review_reason: 'vendor_reversed' })
  const after = await app.accountBalances()
  const { cost_kobo } = await attemptOf(info.order_reference)
  expect((after.get('vendor_float:vtpass') ?? 0n) - (before.get('vendor_float:vtpass') ?? 0n)).toBe(cost_kobo)
  expect(after.get(`order:${order.id}`)).toBe(-order.total_kobo)
})

test('a webhook about a resolved attempt changes nothing when the requery confirms it', async () => {
  const { ada, info } = await createOpenPurchase('success_without_token')
  const { request_id, id } = await attemptOf(info.order_reference)
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
  await post(update(request_id))
  await eventually(
    async () =>
      (
        await app.db.q
          .selectFrom('reconciled_items')
          .select('matched')
          .where('subject_id', '=', id)
          .executeTakeFirst()
      )?.matched === true,
  )
  expect(await app.orderRow(info.order_reference)).toMatchObject({
    vendor_reversed: false,
    review_reason: null,
  })
  expect((await ada.getOrderStatus(info)).data.state).toBe('delivered')
})

test("a webhook is acknowledged in VTpass's format and its content is not trusted", async () => {
  const { ada, info } = await createOpenPurchase()
  const { request_id } = await attemptOf(info.order_reference)
  await app.injectFault('vtpass', 'requery_timeout', 2)
  const acknowledgement = await post(update(request_id))
  expect(acknowledgement.status).toBe(200)
  expect(acknowledgement.headers.get('content-type')).toContain('application/json')
  expect(await acknowledgement.json()).toEqual({ response: 'success' })
  expect((await ada.getOrderStatus(info)).data.state).toBe('vending')
})

test('a repeated webhook and other event types change nothing', async () => {
  const { info } = await createOpenPurchase('timeout_then_fail')
  const attempt = await attemptOf(info.order_reference)
  const before = (await inboxRows()).length
  await app.injectFault('vtpass', 'requery_500', 3)
  for (let time = 0; time < 3; time++) await post(update(attempt.request_id))
  await post({ type: 'variations-update', serviceID: 'dstv', data: {} })
  expect((await inboxRows()).length).toBe(before + 1)
})

test('an unknown request id stores nothing and reveals nothing', async () => {
  const before = (await inboxRows()).length
  for (const body of [update('202611211015NEVER'), update(''), {}, [], 'not json', { type: 5, data: 5 }]) {
    const response = await post(body)
    expect([response.status, await response.text()]).toEqual([200, '{"response":"success"}'])
  }
  expect((await inboxRows()).length).toBe(before)
})

test('a request id is parsed only from a transaction update', () => {
  const id = (body: unknown) => webhook.requestIdIn(Buffer.from(JSON.stringify(body)))
  expect(id(update('202611211015A'))).toBe('202611211015A')
  expect(id({ ...update('202611211015A'), type: 'variations-update' })).toBeNull()
  expect(webhook.requestIdIn(Buffer.from('\u0000'))).toBeNull()
})
