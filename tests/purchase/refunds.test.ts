import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { processRefund } from '../../server/payments/index.ts'
import { matchGatewayRefund } from '../../server/payments/match-refund.ts'
import type { Refund } from '../../server/payments/payment.ts'
import {
  collectOrderRecords,
  expectInvariantsHold,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { withPaystack } from '../support/providers.ts'
import { createRefundAwaitingAccount, refundAccount, submitRefundAccount } from '../support/refund-account.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

/**
 * A gateway that accepts a refund, lists it late, and rejects a resend. With `onlyCounts` it only counts the
 * requests.
 */
const faultState = { isOn: false, onlyCounts: false, sent: 0 }

const providerOverrides = (config: Config) =>
  withPaystack((gateway) => ({
    // Many lookups at the same time take longer than the short time limit on a busy machine.
    banking: paystack(config.gateways.paystack!).banking,
    async refund(request) {
      if (!faultState.isOn) return gateway.refund(request)
      faultState.sent++
      if (faultState.onlyCounts) return { type: 'unknown', reason: 'timeout' }
      if (faultState.sent > 1)
        return { type: 'failed', reason: 'amount exceeds what is left', refundId: null }
      await gateway.refund(request)
      return { type: 'unknown', reason: 'timeout' }
    },
    listRefunds: async (of) => (faultState.isOn && faultState.sent < 2 ? [] : gateway.listRefunds(of)),
  }))(config)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides })
})
beforeEach(async () => {
  Object.assign(faultState, { isOn: false, onlyCounts: false, sent: 0 })
  await app.resetClock()
  await app.injectFault('paystack', 'none')
  await app.injectFault('vtpass', 'none')
})
afterAll(() => app.close())

const hour = 60 * 60
const runUntilFinal = (reference: string) =>
  app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })
const fetchRefunds = async (reference: string) =>
  (await collectOrderRecords(app, reference)).refunds.sort(
    (a, b) => a.created_at.getTime() - b.created_at.getTime(),
  )
const mailsTo = async (address: string) => (await app.emails()).filter((item) => item.to.includes(address))

test('a refund that the bank rejects requires an account, and is paid into it', async () => {
  const { guest: ada, info } = await createRefundAwaitingAccount(app, 'account@example.com')
  const order = (await ada.getOrderStatus(info)).data
  expect(order).toMatchObject({
    state: 'refunding',
    // The refund waits for the customer, not for a manager.
    review: false,
    refund_account: { amount: info.total_amount, currency: 'NGN', gateway: 'paystack' },
  })
  expect(order.money.message).toContain('Add a bank account')
  await app.runDueJobs()
  await eventually(async () =>
    (await mailsTo('account@example.com')).some((item) => item.subject.includes('Add a bank account')),
  )
  const asking = (await mailsTo('account@example.com')).find((item) =>
    item.subject.includes('Add a bank account'),
  )
  expect(asking?.text).toContain(`/orders/refund-account?reference=${info.order_reference}&order=`)

  const response = await submitRefundAccount(ada, info)
  expect(response).toMatchObject({ httpStatus: 200, data: { state: 'refunding' } })
  expect(response.data.refund_account).toBeUndefined()
  await runUntilFinal(info.order_reference)
  const [refund] = await fetchRefunds(info.order_reference)
  expect(refund).toMatchObject({ state: 'processed', cause: 'not_delivered' })
  expect(refund?.payout_account_encrypted).not.toContain(refundAccount.account_number)
  expect((await ada.getOrderStatus(info)).data).toMatchObject({
    state: 'refunded',
    review: false,
    money: {
      message: expect.stringContaining('to the account ending 6789 at Guaranty Trust Bank.'),
    },
  })
  expect((await submitRefundAccount(ada, info)).httpStatus).toBe(409)
  await app.runDueJobs()
  const returned = async () =>
    (await mailsTo('account@example.com')).find((item) => item.subject.includes("You've been refunded"))
  expect((await eventually(returned)).text).toContain(
    'We refunded ₦2,100.00 to the account ending 6789 at Guaranty Trust Bank.',
  )
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('the transactions and notifications of a signed-in customer name the refund account too', async () => {
  await app.injectFault('paystack', 'refund_needs_attention')
  const ada = await createCustomer(app)
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('failed') })
  await app.runDueJobsUntil(
    async () => (await fetchRefunds(info.order_reference))[0]?.state === 'needs_attention',
  )
  expect((await submitRefundAccount(ada, info)).httpStatus).toBe(200)
  await runUntilFinal(info.order_reference)
  const { data } = await ada.fetchJson<{ list: { money: { message: string } }[] }>(
    '/account/transactions/all',
  )
  const destination = 'to the account ending 6789 at Guaranty Trust Bank.'
  expect(data.list[0]?.money.message).toContain(destination)
  const { data: news } = await ada.fetchJson<{ list: object[] }>('/account/notifications/all')
  expect(JSON.stringify(news)).toContain(destination)
})

test('only the payer can submit the refund account, and only one that exists', async () => {
  const { guest: ada, info } = await createRefundAwaitingAccount(app)
  const checkAccount = (guest: ReturnType<TestApp['createGuest']>, more: object = {}) =>
    guest.postJson(`/orders/${info.order_reference}/refund-account/check`, { ...refundAccount, ...more })
  expect(await checkAccount(ada)).toMatchObject({
    httpStatus: 200,
    data: { account_name: expect.stringMatching(/\w/) },
  })
  expect((await checkAccount(app.createGuest())).httpStatus).toBe(404)
  expect((await checkAccount(ada, { account_number: '0123450003' })).httpStatus).toBe(422)
  expect((await checkAccount(ada, { account_number: '0123450004' })).httpStatus).toBe(503)
  expect((await submitRefundAccount(app.createGuest(), info)).httpStatus).toBe(404)
  expect(
    (await submitRefundAccount(app.createGuest(), info, { access_token: 'x'.repeat(43) })).httpStatus,
  ).toBe(404)
  expect((await submitRefundAccount(ada, { order_reference: 'ABCDEFGH2345' })).httpStatus).toBe(404)
  expect(await submitRefundAccount(ada, info, { account_number: '0123450003' })).toMatchObject({
    httpStatus: 422,
    errors: { account_number: [expect.stringContaining('could not find')] },
  })
  expect((await submitRefundAccount(ada, info, { account_number: '12' })).httpStatus).toBe(422)
  expect((await submitRefundAccount(ada, info, { account_number: '0123450004' })).httpStatus).toBe(503)
  expect((await fetchRefunds(info.order_reference))[0]).toMatchObject({
    state: 'needs_attention',
    payout_account_encrypted: null,
  })
  expect((await submitRefundAccount(ada, info)).httpStatus).toBe(200)
  await runUntilFinal(info.order_reference)
})

test('an account that is submitted ten times concurrently is used once, even when the response is lost', async () => {
  const { guest: ada, info } = await createRefundAwaitingAccount(app)
  await app.injectFault('paystack', 'retry_timeout_accepted')
  const responses = await Promise.all(Array.from({ length: 10 }, () => submitRefundAccount(ada, info)))
  expect(new Set(responses.map((item) => item.httpStatus))).toEqual(new Set([200]))
  await runUntilFinal(info.order_reference)
  expect(
    (await app.providerRecords()).refunds.filter((item) => item.orderReference === info.order_reference),
  ).toHaveLength(1)
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test('no account is accepted before a refund requires one', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  expect(await submitRefundAccount(ada, info)).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('need a bank account'),
  })
  const check = await ada.postJson(`/orders/${info.order_reference}/refund-account/check`, refundAccount)
  expect(check.httpStatus).toBe(409)
})

test("a guest's failed refund is resent after an hour, and is in the review queue until then", async () => {
  await app.injectFault('paystack', 'refund_fails')
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('failed') })
  await app.runDueJobsUntil(async () => (await fetchRefunds(info.order_reference))[0]?.state === 'failed')
  expect(await app.orderRow(info.order_reference)).toMatchObject({
    state: 'refunding',
    review_reason: 'refund_failed',
  })
  expect(await fetchRefunds(info.order_reference)).toMatchObject([
    { state: 'failed', cause: 'not_delivered' },
    { state: 'requested', cause: 'retry' },
  ])
  await expectInvariantsHold(app)
  await app.advanceClock(hour)
  await runUntilFinal(info.order_reference)
  expect(await app.orderRow(info.order_reference)).toMatchObject({ state: 'refunded', review_reason: null })
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
  await expectInvariantsHold(app)
})

test("a guest's refund that fails twice waits for a manager and is not resent", async () => {
  await app.injectFault('paystack', 'refund_fails', 2)
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const both = async () => {
    const refunds = await fetchRefunds(info.order_reference)
    return refunds.length === 2 && refunds.every((item) => item.state === 'failed')
  }
  await app.runDueJobsUntil(both, { stepSeconds: 600 })
  await app.advanceClock(24 * hour)
  await app.runDueJobs()
  expect(await fetchRefunds(info.order_reference)).toHaveLength(2)
  expect(await app.orderRow(info.order_reference)).toMatchObject({
    state: 'refunding',
    review_reason: 'refund_failed',
  })
  await expectInvariantsHold(app)
  // tests/operations covers manual payments; the ledger of this application continues without them.
  await app.db.q
    .updateTable('orders')
    .set({ review_reason: 'left', due_at: null })
    .where('reference', '=', info.order_reference)
    .execute()
})

test('a failed refund is credited to the wallet of the payer who was signed in', async () => {
  await app.injectFault('paystack', 'refund_fails')
  const ada = await createCustomer(app)
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter('failed') })
  const { data } = await ada.initiatePayment(info)
  await ada.payAtCheckout(data.checkoutUrl)
  await runUntilFinal(info.order_reference)
  expect(await ada.walletKobo()).toBe(210_000n)
  expect((await ada.getOrderStatus(info)).data.money.message).toContain(
    'We refunded ₦2,100.00 to your wallet.',
  )
  expect(await app.orderRow(info.order_reference)).toMatchObject({ state: 'refunded', review_reason: null })
  expect(await fetchRefunds(info.order_reference)).toMatchObject([{ state: 'failed' }])
  const notifications = await app.db.q
    .selectFrom('notifications')
    .select('body')
    .where('user_id', '=', ada.id)
    .execute()
  expect(notifications.some((item) => item.body.includes('We refunded NGN 2,100.00 to your wallet'))).toBe(
    true,
  )
  await expectOrderConsistent(app, info.order_reference)
  await expectInvariantsHold(app)
})

test('an order that was paid three times refunds two payments, and notifies the customer of both', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const opened = []
  for (const payment_method of ['CARD', 'ACCOUNT_TRANSFER', 'USSD'])
    opened.push(await ada.initiatePayment(info, { payment_method, email: 'thrice@example.com' }))
  for (const { data } of opened) await ada.payAtCheckout(data.checkoutUrl)
  await app.runDueJobsUntil(async () => {
    const refunds = await fetchRefunds(info.order_reference)
    return refunds.length === 2 && refunds.every((item) => item.state === 'processed')
  })
  await app.runDueJobs()
  const isSent = async (words: string) =>
    (await mailsTo('thrice@example.com')).filter((item) => item.subject.includes(words)).length === 2
  await eventually(() => isSent('Your refund has started'))
  await eventually(() => isSent("You've been refunded"))
  await expectOrderConsistent(app, info.order_reference)
})

test('a lost partial refund is searched at the gateway for 15 minutes before it is resent', async () => {
  await app.injectFault('paystack', 'overpaid')
  await app.injectFault('paystack', 'refund_500')
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const stateNow = async () => (await fetchRefunds(info.order_reference))[0]?.state
  await eventually(async () => (await stateNow()) === 'unknown')
  for (let polls = 0; polls < 6; polls++) {
    await app.advanceClock(120)
    await app.runDueJobs()
  }
  expect(await stateNow()).toBe('unknown')
  await app.runDueJobsUntil(async () => (await stateNow()) === 'processed', { stepSeconds: 120 })
  expect(
    (await app.providerRecords()).refunds.filter((item) => item.orderReference === info.order_reference),
  ).toHaveLength(1)
  await expectOrderConsistent(app, info.order_reference)
})

test('a resent refund that the gateway rejects had arrived before: it is not paid twice', async () => {
  faultState.isOn = true
  const ada = await createCustomer(app)
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter('failed') })
  const { data } = await ada.initiatePayment(info)
  await ada.payAtCheckout(data.checkoutUrl)
  await runUntilFinal(info.order_reference)
  expect(faultState.sent).toBe(2)
  expect(await fetchRefunds(info.order_reference)).toMatchObject([{ state: 'processed' }])
  expect(await ada.walletKobo()).toBe(0n)
  await expectOrderConsistent(app, info.order_reference)
})

test('eight concurrent workers send a refund once', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await runUntilFinal(info.order_reference)
  const { payments, order } = await collectOrderRecords(app, info.order_reference)
  const refund = await app.db.q
    .insertInto('refunds')
    .values({
      order_id: order.id,
      payment_id: payments[0]!.id,
      cause: 'overpaid',
      state: 'requested',
      amount_kobo: 5_000n,
      failure_reason: null,
      due_at: null,
      gateway_refund_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  Object.assign(faultState, { isOn: true, onlyCounts: true })
  const eight = Array.from({ length: 8 }, () =>
    processRefund(app.features.orderProcessor.deps.payments, refund.id),
  )
  await Promise.all(eight)
  await app.db.q.deleteFrom('refunds').where('id', '=', refund.id).execute()
  expect(faultState.sent).toBe(1)
})

test("a refund in the gateway's list is not matched while another of the same amount is being sent", async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await runUntilFinal(info.order_reference)
  const { payments, order } = await collectOrderRecords(app, info.order_reference)
  const add = (cause: 'overpaid' | 'mismatch', reason: string) =>
    app.db.q
      .insertInto('refunds')
      .values({
        order_id: order.id,
        payment_id: payments[0]!.id,
        cause,
        state: 'unknown',
        amount_kobo: 5_000n,
        failure_reason: reason,
        due_at: null,
        gateway_refund_id: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  const lost = await add('overpaid', 'timeout')
  const sending = await add('mismatch', 'sending')
  const listed = [{ refundId: '77', amountKobo: 5_000n, state: 'pending' as const }]
  const matchRefund = (refund: Refund) => app.db.inTransaction((tx) => matchGatewayRefund(tx, refund, listed))
  expect(await matchRefund(lost)).toEqual({ type: 'unknown' })
  const hold = (id: string, refund_id: string) =>
    app.db.q
      .updateTable('refunds')
      .set({ gateway_refund_id: refund_id, failure_reason: null })
      .where('id', '=', id)
      .execute()
  await hold(sending.id, '77')
  expect(await matchRefund(lost)).toEqual({ type: 'not_there' })
  await expect(hold(lost.id, '77')).rejects.toThrow(/refunds_payment_id_gateway_refund_id_key/)
  await app.db.q.deleteFrom('refunds').where('order_id', '=', order.id).execute()
})

test('an account number is never stored in plain text', async () => {
  const number = '5590417326'
  const { guest: ada, info } = await createRefundAwaitingAccount(app)
  expect((await submitRefundAccount(ada, info, { account_number: number })).httpStatus).toBe(200)
  await runUntilFinal(info.order_reference)
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(to_jsonb(refunds)::text, ''), '') as text from refunds`.execute(app.db.q)
  expect(rows[0]?.text).not.toContain(number)
  const keys = await app.db.q.selectFrom('idempotency_keys').selectAll().execute()
  expect(JSON.stringify(keys)).not.toContain(number)
})
