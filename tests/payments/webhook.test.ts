import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksTrue, expectFair, factsOf, isOver } from '../support/audit.ts'
import { impatient } from '../support/counterparties.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: impatient })
})
afterAll(() => shop.close())

const sign = (raw: string, key: string) => createHmac('sha512', key).update(raw).digest('hex')

async function posts(
  raw: string,
  headers: Record<string, string> = { 'x-paystack-signature': sign(raw, 'sk_test_simulated') },
) {
  const response = await fetch(`${shop.origin}/api/v1/webhooks/paystack`, {
    method: 'POST',
    body: raw,
    headers,
  })
  await response.text()
  return response.status
}

const charge = (reference: string, id: number | string = 1) =>
  JSON.stringify({
    event: 'charge.success',
    data: { id, reference, status: 'success', amount: 210_000, currency: 'NGN' },
  })

const inbox = async () => (await shop.db.q.selectFrom('webhook_inbox').selectAll().execute()).length

/** A checkout that was opened and not paid. */
async function unpaid() {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const { data } = await ada.initiates(info)
  const [payment] = (await factsOf(shop, info.order_reference)).payments
  return { ada, info, reference: payment!.reference, checkoutUrl: data.checkoutUrl }
}

test.each([
  ['no signature', () => ({})],
  ['an empty signature', () => ({ 'x-paystack-signature': '' })],
  [
    "another merchant's signature",
    (raw: string) => ({ 'x-paystack-signature': sign(raw, 'sk_test_somebody') }),
  ],
  ['the signature of another body', () => ({ 'x-paystack-signature': sign('{}', 'sk_test_simulated') })],
])('a message with %s is refused and leaves nothing', async (_, headers) => {
  const before = await inbox()
  const { info, reference } = await unpaid()
  const raw = charge(reference)
  expect(await posts(raw, headers(raw))).toBe(401)
  expect(await inbox()).toBe(before)
  expect((await shop.orderRow(info.order_reference)).state).toBe('awaiting_payment')
})

test('a well-signed message about money that never came moves nothing: the gateway is asked', async () => {
  const { info, reference } = await unpaid()
  expect(await posts(charge(reference, 77))).toBe(200)
  await eventually(async () => {
    const [payment] = (await factsOf(shop, info.order_reference)).payments
    return payment!.checks > 0
  })
  expect((await shop.orderRow(info.order_reference)).state).toBe('awaiting_payment')
  expect(await shop.ledgerSum()).toBe(0n)
})

test('a message about a payment nobody made is acknowledged and forgotten', async () => {
  expect(await posts(charge('SW-NEVER'))).toBe(200)
  await eventually(
    async () =>
      (await shop.db.q.selectFrom('webhook_inbox').selectAll().where('handled_at', 'is', null).execute())
        .length === 0,
  )
})

test('one message a hundred times is kept once and pays once', async () => {
  const { ada, info, reference, checkoutUrl } = await unpaid()
  await shop.fault('paystack', 'webhook_lost')
  await ada.paysAt(checkoutUrl)
  const before = await inbox()
  const raw = charge(reference, 4_242)
  const statuses = await Promise.all(Array.from({ length: 100 }, () => posts(raw)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await inbox()).toBe(before + 1)
  await eventually(isOver(shop, info.order_reference))
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('a message whose handling failed is followed again by the sweeper', async () => {
  const { ada, info, checkoutUrl } = await unpaid()
  await shop.db.q
    .updateTable('payments')
    .set({ due_at: null })
    .where('order_id', '=', (await shop.orderRow(info.order_reference)).id)
    .execute()
  await shop.fault('paystack', 'webhook_lost')
  await ada.paysAt(checkoutUrl)
  const [payment] = (await factsOf(shop, info.order_reference)).payments
  await shop.db.q
    .insertInto('webhook_inbox')
    .values({
      party: 'paystack',
      event_key: 'charge.success:left',
      raw: Buffer.from(charge(payment!.reference)),
      handled_at: null,
    })
    .execute()
  await shop.clockAhead(10)
  await shop.sweep()
  await eventually(isOver(shop, info.order_reference))
  await expectBooksTrue(shop)
})

test('four processes that sweep at once follow one message once', async () => {
  const own = await openShop()
  const raw = Buffer.from(charge('SW-NEVER'))
  await own.db.q
    .insertInto('webhook_inbox')
    .values({ party: 'paystack', event_key: 'charge.success:swept', raw, handled_at: null })
    .execute()
  await own.clockAhead(10)
  const others = await Promise.all([own.another(), own.another(), own.another()])
  const due = await Promise.all([own.sweep(), ...others.map((it) => it.sweep())])
  expect(due.reduce((sum, count) => sum + count, 0)).toBe(1)
})

test.each([
  ['nothing', ''],
  ['no JSON', 'charge.success'],
  ['JSON of somebody else', '{"hello":"world"}'],
  ['a list', '[]'],
])('a signed message of %s is refused', async (_, raw) => {
  expect(await posts(raw)).toBe(400)
})

test('a message of more than a megabyte is refused', async () => {
  expect(await posts(`{"event":"${'x'.repeat(1_100_000)}"}`)).toBe(413)
})
