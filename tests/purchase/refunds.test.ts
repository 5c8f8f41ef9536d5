import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { seek } from '../../server/payments/find-refund.ts'
import { type Gateway, pursueRefund } from '../../server/payments/index.ts'
import type { Refund } from '../../server/payments/payment.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import type { MeterInfo } from '../../shared/power.ts'
import { expectBooksTrue, expectFair, expectLawful, factsOf, isOver } from '../support/audit.ts'
import { impatient } from '../support/counterparties.ts'
import { customerOf } from '../support/customer.ts'
import { prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

/** A gateway that took a refund, lists it late, and refuses it when it is sent once more; or one that only counts. */
const forgetful = { isOn: false, onlyCounts: false, sent: 0 }

function sometimesForgetful(config: Config) {
  const honest = impatient(config)
  const { paystack } = honest.gateways
  const gateway: Gateway = {
    ...paystack,
    async refund(request) {
      if (!forgetful.isOn) return paystack.refund(request)
      forgetful.sent++
      if (forgetful.onlyCounts) return { is: 'unknown', because: 'timeout' }
      if (forgetful.sent > 1) return { is: 'failed', because: 'amount exceeds what is left', refundId: null }
      await paystack.refund(request)
      return { is: 'unknown', because: 'timeout' }
    },
    findRefunds: async (of) => (forgetful.isOn && forgetful.sent < 2 ? [] : paystack.findRefunds(of)),
  }
  return { ...honest, gateways: { ...honest.gateways, paystack: gateway } }
}

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: sometimesForgetful })
})
beforeEach(async () => {
  Object.assign(forgetful, { isOn: false, onlyCounts: false, sent: 0 })
  await shop.clockToStart()
  await shop.fault('paystack', 'none')
  await shop.fault('vtpass', 'none')
})
afterAll(() => shop.close())

const hour = 60 * 60
const toTheEnd = (reference: string) => shop.sweepUntil(isOver(shop, reference), { stepSeconds: 60 })
const refundsOf = async (reference: string) =>
  (await factsOf(shop, reference)).refunds.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
const account = { bank_code: '058', account_number: '0123456789' }

type Guest = ReturnType<Shop['guest']>
const gives = (guest: Guest, info: Pick<MeterInfo, 'order_reference'>, more: object = {}) =>
  guest.send<OrderStatus>(`/orders/${info.order_reference}/refund-account`, { ...account, ...more })
const mailsTo = async (address: string) => (await shop.mails()).filter((it) => it.to.includes(address))

/** An order that nobody delivers, whose refund stands still because the bank did not take it. */
async function waitsForAccount(email?: string) {
  await shop.fault('paystack', 'refund_needs_attention')
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: prepaid('failed'), ...(email && { email }) })
  await shop.sweepUntil(async () => (await refundsOf(info.order_reference))[0]?.state === 'needs_attention')
  return { ada, info }
}

test('a refund that the bank did not take asks for an account, and is paid into it', async () => {
  const { ada, info } = await waitsForAccount('account@example.com')
  const asked = (await ada.seesState(info)).data
  expect(asked).toMatchObject({
    state: 'refunding',
    review: true,
    refund_account: { amount: info.total_amount, gateway: 'paystack' },
  })
  expect(asked.money.says).toContain('Tell us an account')
  await shop.sweep()
  await eventually(async () =>
    (await mailsTo('account@example.com')).some((it) => it.subject.includes('We need an account')),
  )
  const asking = (await mailsTo('account@example.com')).find((it) =>
    it.subject.includes('We need an account'),
  )
  expect(asking?.text).toContain(`/orders/refund-account?reference=${info.order_reference}&order=`)

  const given = await gives(ada, info)
  expect(given).toMatchObject({ http: 200, data: { state: 'refunding' } })
  expect(given.data.refund_account).toBeUndefined()
  await toTheEnd(info.order_reference)
  const [refund] = await refundsOf(info.order_reference)
  expect(refund).toMatchObject({ state: 'processed', cause: 'not_delivered' })
  expect(refund?.account).not.toContain(account.account_number)
  expect((await ada.seesState(info)).data).toMatchObject({
    state: 'refunded',
    review: false,
    money: {
      says: expect.stringContaining('was returned to the account ending 6789 at Guaranty Trust Bank.'),
    },
  })
  expect((await gives(ada, info)).http).toBe(409)
  await shop.sweep()
  const returned = async () =>
    (await mailsTo('account@example.com')).find((it) => it.subject.includes('was returned'))
  expect((await eventually(returned)).text).toContain(
    'was returned to the account ending 6789 at Guaranty Trust Bank.',
  )
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('the list and the news of a signed-in customer name the account too', async () => {
  await shop.fault('paystack', 'refund_needs_attention')
  const ada = await customerOf(shop)
  const { info } = await ada.buys({ meter_number: prepaid('failed') })
  await shop.sweepUntil(async () => (await refundsOf(info.order_reference))[0]?.state === 'needs_attention')
  expect((await gives(ada, info)).http).toBe(200)
  await toTheEnd(info.order_reference)
  const { data } = await ada.ask<{ list: { money: { says: string } }[] }>('/account/transactions/all')
  const route = 'returned to the account ending 6789 at Guaranty Trust Bank.'
  expect(data.list[0]?.money.says).toContain(route)
  const { data: news } = await ada.ask<{ list: object[] }>('/account/notifications/all')
  expect(JSON.stringify(news)).toContain(route)
})

test('only whoever may open the order names the account, and only one that there is', async () => {
  const { ada, info } = await waitsForAccount()
  const checks = (guest: Guest, more: object = {}) =>
    guest.send(`/orders/${info.order_reference}/refund-account/check`, { ...account, ...more })
  expect(await checks(ada)).toMatchObject({ http: 200, data: { account_name: expect.stringMatching(/\w/) } })
  expect((await checks(shop.guest())).http).toBe(404)
  expect((await checks(ada, { account_number: '0123450003' })).http).toBe(422)
  expect((await checks(ada, { account_number: '0123450004' })).http).toBe(503)
  expect((await gives(shop.guest(), info)).http).toBe(404)
  expect((await gives(shop.guest(), info, { access_token: 'x'.repeat(43) })).http).toBe(404)
  expect((await gives(ada, { order_reference: 'ABCDEFGH2345' })).http).toBe(404)
  expect(await gives(ada, info, { account_number: '0123450003' })).toMatchObject({
    http: 422,
    errors: { account_number: [expect.stringContaining('could not find')] },
  })
  expect((await gives(ada, info, { account_number: '12' })).http).toBe(422)
  expect((await gives(ada, info, { account_number: '0123450004' })).http).toBe(503)
  expect((await refundsOf(info.order_reference))[0]).toMatchObject({
    state: 'needs_attention',
    account: null,
  })
  const phone = shop.guest()
  expect((await gives(phone, info, { access_token: info.access_token })).http).toBe(200)
  await toTheEnd(info.order_reference)
})

test('an account that is named ten times at once is used once, also when the answer is lost', async () => {
  const { ada, info } = await waitsForAccount()
  await shop.fault('paystack', 'retry_timeout_accepted')
  const replies = await Promise.all(Array.from({ length: 10 }, () => gives(ada, info)))
  expect(new Set(replies.map((it) => it.http))).toEqual(new Set([200]))
  await toTheEnd(info.order_reference)
  expect(
    (await shop.truth()).refunds.filter((it) => it.orderReference === info.order_reference),
  ).toHaveLength(1)
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
})

test('before a refund wants an account, none is taken', async () => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  expect(await gives(ada, info)).toMatchObject({ http: 409, message: expect.stringContaining('No refund') })
  const check = await ada.send(`/orders/${info.order_reference}/refund-account/check`, account)
  expect(check.http).toBe(409)
})

test("a guest's refund that fails is asked for once more after an hour, and a person sees it meanwhile", async () => {
  await shop.fault('paystack', 'refund_fails')
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: prepaid('failed') })
  await shop.sweepUntil(async () => (await refundsOf(info.order_reference))[0]?.state === 'failed')
  expect(await shop.orderRow(info.order_reference)).toMatchObject({
    state: 'refunding',
    review_reason: 'refund_failed',
  })
  expect(await refundsOf(info.order_reference)).toMatchObject([
    { state: 'failed', cause: 'not_delivered' },
    { state: 'requested', cause: 'again' },
  ])
  await expectLawful(shop)
  await shop.clockAhead(hour)
  await toTheEnd(info.order_reference)
  expect(await shop.orderRow(info.order_reference)).toMatchObject({ state: 'refunded', review_reason: null })
  await expectFair(shop, info.order_reference)
  await expectBooksTrue(shop)
  await expectLawful(shop)
})

test("a guest's refund that fails twice waits for a person: it is not tried for ever", async () => {
  await shop.fault('paystack', 'refund_fails', 2)
  const { info } = await shop.guest().buys({ meter_number: prepaid('failed') })
  const both = async () => {
    const refunds = await refundsOf(info.order_reference)
    return refunds.length === 2 && refunds.every((it) => it.state === 'failed')
  }
  await shop.sweepUntil(both, { stepSeconds: 600 })
  await shop.clockAhead(24 * hour)
  await shop.sweep()
  expect(await refundsOf(info.order_reference)).toHaveLength(2)
  expect(await shop.orderRow(info.order_reference)).toMatchObject({
    state: 'refunding',
    review_reason: 'refund_failed',
  })
  await expectLawful(shop)
  // What a person pays by hand is told in tests/operations; the books of this shop go on without it.
  await shop.db.q
    .updateTable('orders')
    .set({ review_reason: 'left', due_at: null })
    .where('reference', '=', info.order_reference)
    .execute()
})

test('a refund that fails goes into the wallet of whoever paid while signed in', async () => {
  await shop.fault('paystack', 'refund_fails')
  const ada = await customerOf(shop)
  const { data: info } = await ada.looksUp({ meter_number: prepaid('failed') })
  const { data } = await ada.initiates(info)
  await ada.paysAt(data.checkoutUrl)
  await toTheEnd(info.order_reference)
  expect(await ada.walletKobo()).toBe(210_000n)
  expect((await ada.seesState(info)).data.money.says).toContain('was returned to your wallet.')
  expect(await shop.orderRow(info.order_reference)).toMatchObject({ state: 'refunded', review_reason: null })
  expect(await refundsOf(info.order_reference)).toMatchObject([{ state: 'failed' }])
  const notices = await shop.db.q
    .selectFrom('notifications')
    .select('body')
    .where('user_id', '=', ada.id)
    .execute()
  expect(notices.some((it) => it.body.includes('was returned to your wallet'))).toBe(true)
  await expectFair(shop, info.order_reference)
  await expectLawful(shop)
})

test('an order that was paid three times gives two payments back, and tells of both', async () => {
  const ada = shop.guest()
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const opened = []
  for (const payment_method of ['CARD', 'ACCOUNT_TRANSFER', 'USSD'])
    opened.push(await ada.initiates(info, { payment_method, email: 'thrice@example.com' }))
  for (const { data } of opened) await ada.paysAt(data.checkoutUrl)
  await shop.sweepUntil(async () => {
    const refunds = await refundsOf(info.order_reference)
    return refunds.length === 2 && refunds.every((it) => it.state === 'processed')
  })
  await shop.sweep()
  const told = async (words: string) =>
    (await mailsTo('thrice@example.com')).filter((it) => it.subject.includes(words)).length === 2
  await eventually(() => told('is being returned'))
  await eventually(() => told('was returned'))
  await expectFair(shop, info.order_reference)
})

test('a part of a payment whose refund was lost is looked for a quarter of an hour before it is sent again', async () => {
  await shop.fault('paystack', 'overpaid')
  await shop.fault('paystack', 'refund_500')
  const { info } = await shop.guest().buys({ meter_number: prepaid() })
  const stateNow = async () => (await refundsOf(info.order_reference))[0]?.state
  await eventually(async () => (await stateNow()) === 'unknown')
  for (let looks = 0; looks < 6; looks++) {
    await shop.clockAhead(120)
    await shop.sweep()
  }
  expect(await stateNow()).toBe('unknown')
  await shop.sweepUntil(async () => (await stateNow()) === 'processed', { stepSeconds: 120 })
  expect(
    (await shop.truth()).refunds.filter((it) => it.orderReference === info.order_reference),
  ).toHaveLength(1)
  await expectFair(shop, info.order_reference)
})

test('a refund that is refused when it is sent once more had arrived before: nobody is paid a second time', async () => {
  forgetful.isOn = true
  const ada = await customerOf(shop)
  const { data: info } = await ada.looksUp({ meter_number: prepaid('failed') })
  const { data } = await ada.initiates(info)
  await ada.paysAt(data.checkoutUrl)
  await toTheEnd(info.order_reference)
  expect(forgetful.sent).toBe(2)
  expect(await refundsOf(info.order_reference)).toMatchObject([{ state: 'processed' }])
  expect(await ada.walletKobo()).toBe(0n)
  await expectFair(shop, info.order_reference)
})

test('taken up by eight at once, a refund is sent once', async () => {
  const { info } = await shop.guest().buys({ meter_number: prepaid() })
  await toTheEnd(info.order_reference)
  const { payments, order } = await factsOf(shop, info.order_reference)
  const refund = await shop.db.q
    .insertInto('refunds')
    .values({
      order_id: order.id,
      payment_id: payments[0]!.id,
      cause: 'overpaid',
      state: 'requested',
      amount_kobo: 5_000n,
      because: null,
      due_at: null,
      refund_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  Object.assign(forgetful, { isOn: true, onlyCounts: true })
  const eight = Array.from({ length: 8 }, () => pursueRefund(shop.features.engine.parts.payments, refund.id))
  await Promise.all(eight)
  await shop.db.q.deleteFrom('refunds').where('id', '=', refund.id).execute()
  expect(forgetful.sent).toBe(1)
})

test('what the gateway lists is no refund of ours while another of the same amount is being sent', async () => {
  const { info } = await shop.guest().buys({ meter_number: prepaid() })
  await toTheEnd(info.order_reference)
  const { payments, order } = await factsOf(shop, info.order_reference)
  const add = (cause: 'overpaid' | 'mismatch', because: string) =>
    shop.db.q
      .insertInto('refunds')
      .values({
        order_id: order.id,
        payment_id: payments[0]!.id,
        cause,
        state: 'unknown',
        amount_kobo: 5_000n,
        because,
        due_at: null,
        refund_id: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  const lost = await add('overpaid', 'timeout')
  const sending = await add('mismatch', 'sending')
  const listed = [{ refundId: '77', amountKobo: 5_000n, state: 'pending' as const }]
  const look = (refund: Refund) => shop.db.inTransaction((tx) => seek(tx, refund, listed))
  expect(await look(lost)).toEqual({ is: 'unsure' })
  const hold = (id: string, refund_id: string) =>
    shop.db.q.updateTable('refunds').set({ refund_id, because: null }).where('id', '=', id).execute()
  await hold(sending.id, '77')
  expect(await look(lost)).toEqual({ is: 'not_there' })
  await expect(hold(lost.id, '77')).rejects.toThrow(/one_refund_each/)
  await shop.db.q.deleteFrom('refunds').where('order_id', '=', order.id).execute()
})

test('an account number is kept nowhere in clear', async () => {
  const number = `55${randomBytes(4).readUInt32BE(0) % 100_000_000}`.padEnd(10, '7')
  const { ada, info } = await waitsForAccount()
  expect((await gives(ada, info, { account_number: number })).http).toBe(200)
  await toTheEnd(info.order_reference)
  const { rows } = await sql<{ kept: string }>`
    select coalesce(string_agg(to_jsonb(refunds)::text, ''), '') as kept from refunds`.execute(shop.db.q)
  expect(rows[0]?.kept).not.toContain(number)
  const keys = await shop.db.q.selectFrom('idempotency_keys').selectAll().execute()
  expect(JSON.stringify(keys)).not.toContain(number)
})
