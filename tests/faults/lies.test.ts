import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectBooksTrue, expectFair, factsOf, isOver } from '../support/audit.ts'
import { impatient } from '../support/counterparties.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: impatient })
})
afterAll(() => shop.close())

/** Buys with a closed tab: only webhooks and sweeps bring the order on. */
async function buysAndLeaves(meter = prepaid()) {
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: meter })
  return info.order_reference
}

const toTheEnd = (reference: string) => shop.sweepUntil(isOver(shop, reference), { stepSeconds: 60 })

test.each([
  ['timeout_then_deliver', 'delivered'],
  ['timeout_then_fail', 'refunded'],
  ['error_500', 'delivered'],
  ['html', 'delivered'],
  ['truncated', 'delivered'],
  ['slow_bytes', 'delivered'],
  ['unknown_then_delivered', 'delivered'],
  ['success_without_token', 'delivered'],
  ['float_empty', 'refunded'],
  ['not_processed', 'refunded'],
  ['reversed', 'refunded'],
  ['disconnect', 'delivered'],
])('when the vendor lies by %s, the order ends %s, once', async (behaviour, end) => {
  await shop.fault('vtpass', behaviour)
  const reference = await buysAndLeaves()
  await toTheEnd(reference)
  const { order, attempts, captures } = await factsOf(shop, reference)
  expect(order.state).toBe(end)
  expect(attempts).toHaveLength(1)
  expect(captures).toHaveLength(1)
  await expectFair(shop, reference)
  await expectBooksTrue(shop)
})

test.each(['requery_500', 'requery_timeout'])(
  'a requery that is answered by %s proves nothing, and the next one settles it',
  async (behaviour) => {
    await shop.fault('vtpass', 'error_500')
    await shop.fault('vtpass', behaviour, 2)
    const reference = await buysAndLeaves()
    await toTheEnd(reference)
    expect((await shop.orderRow(reference)).state).toBe('delivered')
    await expectFair(shop, reference)
    await expectBooksTrue(shop)
  },
)

test.each([
  ['webhook_duplicate', 'delivered'],
  ['webhook_lost', 'delivered'],
  ['webhook_forged', 'delivered'],
  ['webhook_delayed', 'delivered'],
  ['webhook_reordered', 'delivered'],
  ['overpaid', 'delivered'],
  ['verify_pending', 'delivered'],
  ['verify_500', 'delivered'],
  ['verify_html', 'delivered'],
  ['verify_timeout', 'delivered'],
])('when the gateway lies by %s, the order is %s and paid for once', async (behaviour, end) => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const { data } = await ada.initiates(info)
  await shop.fault('paystack', behaviour)
  await ada.paysAt(data.checkoutUrl)
  const reference = info.order_reference
  await toTheEnd(reference)
  expect((await shop.orderRow(reference)).state).toBe(end)
  await settledRefunds(reference)
  await expectFair(shop, reference)
  await expectBooksTrue(shop)
})

test.each(['refund_500', 'refund_timeout_accepted'])(
  'when the gateway lies by %s, the money goes back once',
  async (behaviour) => {
    await shop.fault('paystack', behaviour)
    const reference = await buysAndLeaves(prepaid('failed'))
    await toTheEnd(reference)
    const { order, refunded } = await factsOf(shop, reference)
    expect(order.state).toBe('refunded')
    expect(refunded).toHaveLength(1)
    await expectFair(shop, reference)
    await expectBooksTrue(shop)
  },
)

test.each(['initialize_500', 'initialize_timeout'])(
  'a checkout whose opening is spoilt by %s takes no money, and the next press opens another',
  async (behaviour) => {
    const ada = shop.guest()
    const { data: info } = await ada.looksUp({ meter_number: prepaid() })
    await shop.fault('paystack', behaviour)
    expect(await ada.initiates(info)).toMatchObject({
      http: 503,
      message: 'The payment page cannot be opened right now. No money was taken.',
    })
    const again = await ada.initiates(info)
    expect(again.http).toBe(200)
    await ada.paysAt(again.data.checkoutUrl)
    await toTheEnd(info.order_reference)
    const { order, payments, captures } = await factsOf(shop, info.order_reference)
    expect(order.state).toBe('delivered')
    expect(payments.map((it) => it.state).sort()).toEqual(['failed', 'succeeded'])
    expect(captures).toHaveLength(1)
    await expectBooksTrue(shop)
  },
)

test.each([
  ['an underpaid order', 'underpaid'],
  ['an order paid in another unit', 'wrong_unit'],
])('%s is never vended, all of it goes back, and it may be paid again', async (_, behaviour) => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const first = await ada.initiates(info)
  await shop.fault('paystack', behaviour)
  await ada.paysAt(first.data.checkoutUrl)
  const reference = info.order_reference
  await shop.sweepUntil(async () => (await factsOf(shop, reference)).refunds[0]?.state === 'processed')
  const facts = await factsOf(shop, reference)
  expect(facts.payments.map((it) => it.state)).toEqual(['mismatch'])
  expect(facts.order).toMatchObject({ state: 'awaiting_payment', review_reason: null })
  expect(facts.deliveries).toEqual([])
  await expectFair(shop, reference)
  await expectBooksTrue(shop)

  const second = await ada.initiates(info)
  expect(second.http).toBe(200)
  await ada.paysAt(second.data.checkoutUrl)
  await toTheEnd(reference)
  expect((await shop.orderRow(reference)).state).toBe('delivered')
  await expectFair(shop, reference)
  await expectBooksTrue(shop)
})

test('money in another currency is never vended for, and goes back in that currency', async () => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const { data } = await ada.initiates(info)
  await shop.fault('paystack', 'wrong_currency')
  await ada.paysAt(data.checkoutUrl)
  const reference = info.order_reference
  await shop.sweepUntil(async () => (await factsOf(shop, reference)).refunds[0]?.state === 'processed')
  const { order, payments, refunds, captures, refunded, deliveries } = await factsOf(shop, reference)
  expect(payments.map((it) => it.state)).toEqual(['mismatch'])
  expect(refunds).toMatchObject([{ currency: 'USD', cause: 'mismatch', state: 'processed' }])
  expect(refunded.map((it) => [it.amountKobo, it.currency])).toEqual([[captures[0]?.amountKobo, 'USD']])
  expect(deliveries).toEqual([])
  expect(order).toMatchObject({ state: 'awaiting_payment', review_reason: null })
  await expectBooksTrue(shop)
})

test.each([
  ['refund_fails', 'failed'],
  ['refund_needs_attention', 'needs_attention'],
])(
  'a refund that ends by %s is shown to a person, and its money stays in the books',
  async (behaviour, state) => {
    const own = await openShop({ counterparties: impatient })
    await own.fault('paystack', behaviour)
    const { info } = await own.guest().buys({ meter_number: prepaid('failed') })
    await own.sweepUntil(async () => (await factsOf(own, info.order_reference)).refunds[0]?.state === state)
    const row = await own.orderRow(info.order_reference)
    expect(row).toMatchObject({ state: 'refunding', review_reason: `refund_${state}` })
    expect((await own.books()).get('refund_payable')).toBe(-row.total_kobo)
    expect(await own.ledgerSum()).toBe(0n)
  },
)

test.each([
  ['wrong_amount', 'mismatch'],
  ['wrong_meter', 'mismatch'],
])(
  'a delivery spoilt by %s is never taken for the order: a person looks at it',
  async (behaviour, reason) => {
    const own = await openShop({ counterparties: impatient })
    await own.fault('vtpass', behaviour)
    const { info } = await own.guest().buys({ meter_number: prepaid() })
    const row = await eventually(async () => {
      const it = await own.orderRow(info.order_reference)
      return it.review_reason && it
    })
    expect(row).toMatchObject({ state: 'vending', review_reason: reason })
    const { attempts } = await factsOf(own, info.order_reference)
    expect(attempts).toMatchObject([{ state: 'unknown', because: 'mismatch' }])
    expect(await own.ledgerSum()).toBe(0n)
  },
)

test('a lookup that the company cannot answer stores nothing', async () => {
  await shop.fault('vtpass', 'verify_down')
  const meter = prepaid()
  expect((await shop.guest().looksUp({ meter_number: meter })).http).toBe(503)
  const rows = await shop.db.q.selectFrom('orders').select('id').where('beneficiary', '=', meter).execute()
  expect(rows).toEqual([])
})

/** Waits for what is owed beside the order itself. */
const settledRefunds = (reference: string) =>
  shop.sweepUntil(async () =>
    (await factsOf(shop, reference)).refunds.every((it) => it.state === 'processed'),
  )
