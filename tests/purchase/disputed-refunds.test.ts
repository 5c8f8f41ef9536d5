import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRefund, type Payment, processRefund } from '../../server/payments/index.ts'
import { flagForReview } from '../../server/purchase/index.ts'
import type { RefundId } from '../../shared/ids.ts'
import type { Review } from '../../shared/operations.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import { correctPin } from '../management/setup.ts'
import { collectOrderRecords, expectInvariantsHold } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually } from '../support/test-app.ts'
import { createUser } from '../support/user.ts'
import { createPhone } from '../ussd/support.ts'
import {
  app,
  createDisputedOrder,
  createUnsentRefund,
  type Decision,
  dispute,
  during,
  expectConsistent,
  hour,
  musa,
  newestPayment,
  postDispute,
  requestedRefunds,
  startDisputesApp,
  waitForReview,
  waitForState,
} from './disputes-setup.ts'

startDisputesApp()

test('the refund of an undelivered order waits while the payment is disputed, and follows a won dispute', async () => {
  const guest = app.createGuest()
  const { info, reference, payment } = await createDisputedOrder(guest)
  await app.advanceClock(3 * hour)
  await app.features.operations.repairMissingDueTimes()
  await app.runDueJobs()
  const waiting = await collectOrderRecords(app, reference)
  expect(waiting.order).toMatchObject({
    state: 'vend_failed',
    review_reason: 'payment_disputed',
    due_at: null,
  })
  expect([waiting.refunds, waiting.refunded]).toEqual([[], []])
  const message = expect.stringContaining('our refund waits for its decision')
  expect((await guest.getOrderStatus(info)).data).toMatchObject({
    refund_held: true,
    money: { status: 'returning', message },
  })
  const { data } = await musa.get<{ list: Review[] }>('/management/reviews/all?reason=payment_disputed')
  expect(data.list.find((review) => review.reference === reference)).toMatchObject({
    message: expect.stringContaining('The refund waits for the outcome of the dispute.'),
    allowed_actions: ['requery'],
  })
  await expectInvariantsHold(app)

  await dispute(payment, { decides: 'merchant' })
  await waitForState(reference, 'refunded')
  const { order, refunded } = await collectOrderRecords(app, reference)
  expect(order.review_reason).toBeNull()
  expect(refunded.map(({ amountKobo }) => BigInt(amountKobo))).toEqual([order.total_kobo])
  await expectConsistent()
})

test('the USSD menu states that the refund of the caller waits for the decision of their bank', async () => {
  const guest = app.createGuest()
  const { reference, payment } = await createDisputedOrder(guest)
  const handset = createPhone(app, (await app.orderRow(reference)).phone)
  await handset.dial()
  const readStatus = async () => {
    await handset.dial()
    await handset.send('5')
    return handset.send('1')
  }
  expect(await readStatus()).toBe(
    `END ${reference}: not delivered. Your bank disputes N2,100, so our refund waits for its decision.`,
  )
  await dispute(payment, { decides: 'merchant' })
  await waitForState(reference, 'refunded')
  expect(await readStatus()).toBe(`END ${reference}: not delivered. N2,100 was refunded.`)
})

test('the requester of a payment request reads that the refund of its payer waits', async () => {
  const requester = await createUser(app)
  const payer = app.createGuest()
  const { reference, payment } = await createDisputedOrder({
    async buyElectricity(body) {
      const { data: info } = await requester.lookUpMeter(body)
      const { order_reference } = info
      const request = await requester.post<{ code: string }>('/account/payment-requests', {
        ...{ order_reference, days: 3 },
      })
      const order = await payer.postJson<{ reference: string }>(
        `/payment-requests/${request.data.code}/order`,
        {},
      )
      const checkout = await payer.postJson<{ checkoutUrl: string }>('/payments/initiate', {
        ...{ order_reference: order.data.reference, amount: info.total_amount },
        ...{ payment_for: 'electricity', payment_method: 'CARD' },
      })
      return {
        info: { ...info, order_reference: order.data.reference },
        ...(await payer.payAtCheckout(checkout.data.checkoutUrl)),
      }
    },
  })
  const { data } = await requester.get<OrderStatus>(`/orders/${reference}/state`)
  expect(data.money).toMatchObject({
    status: 'returning',
    message:
      "We could not deliver this order. The refund to the person who paid waits for a decision of that person's bank.",
  })
  expect(data).toMatchObject({ refund_held: true, paid_by_other: true })
  await dispute(payment, { decides: 'merchant' })
  await waitForState(reference, 'refunded')
})

test('a lost dispute of an undelivered order leaves nothing to refund, and a manager closes it', async () => {
  const { reference, payment } = await createDisputedOrder()
  await dispute(payment, { decides: 'payer' })
  await waitForReview(reference, 'payment_reversed')
  await app.runDueJobsUntil(async () => !(await app.accountBalances()).has(`receivable:${payment.order_id}`))
  const { refunds } = await collectOrderRecords(app, reference)
  expect(refunds).toEqual([])
  await expectConsistent()
  const closed = await musa.post(`/management/orders/${reference}/close-review`, {
    auth_pin: correctPin,
    reason: 'Charged back',
  })
  expect(closed.httpStatus).toBe(200)
  expect(await app.orderRow(reference)).toMatchObject({ state: 'refunded', review_reason: null })
})

test('after a partly lost dispute the rest of an undelivered order is refunded', async () => {
  const { reference, payment } = await createDisputedOrder()
  await dispute(payment, { decides: 'payer', amount: 500 })
  await waitForState(reference, 'refunded')
  const { order, refunds } = await collectOrderRecords(app, reference)
  expect(refunds).toMatchObject([{ state: 'processed', amount_kobo: order.total_kobo - 50_000n }])
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBeUndefined()
  await expectConsistent()
})

test('a lost refund that is created again is less what a partly lost dispute returned', async () => {
  await app.injectFault('paystack', 'refund_500')
  const { reference, payment } = await createDisputedOrder()
  await dispute(payment, { decides: 'payer', amount: 500 })
  await waitForState(reference, 'refunding')
  await app.db.q.deleteFrom('refunds').where('payment_id', '=', payment.id).execute()
  await app.db.inTransaction((tx) => flagForReview(tx, payment.order_id, 'refund_missing'))
  const { httpStatus } = await musa.post(`/management/orders/${reference}/refund`, {
    ...{ auth_pin: correctPin, reason: 'The refund was lost' },
  })
  expect(httpStatus).toBe(200)
  const { order, refunds } = await collectOrderRecords(app, reference)
  expect(refunds).toMatchObject([{ amount_kobo: order.total_kobo - 50_000n }])
  await waitForState(reference, 'refunded')
  await expectConsistent()
})

/** The payer's bank decides several disputes of one payment; resolves when all are applied. */
async function loseDisputes(payment: Payment, disputes: readonly Decision[]) {
  for (const decision of disputes) await dispute(payment, decision)
  await eventually(async () => {
    const lost = await app.db.q
      .selectFrom('disputes')
      .select('id')
      .where('payment_id', '=', payment.id)
      .where('state', '=', 'lost')
      .execute()
    return lost.length === disputes.length
  })
}
/** The disputes that return the ₦2,100 of a payment in two parts. */
const disputesOfTotal: readonly Decision[] = [
  { decides: 'payer', amount: 500 },
  { decides: 'payer', amount: 1_600 },
]

/** An order in `refunding` whose refund was posted and then lost before the payer's bank returned money. */
async function createOrderWithLostRefund(...disputes: readonly Decision[]) {
  await app.injectFault('paystack', 'refund_500')
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  await waitForState(reference, 'refunding')
  const payment = (await collectOrderRecords(app, reference)).payments[0] as Payment
  await app.db.q.deleteFrom('refunds').where('payment_id', '=', payment.id).execute()
  await loseDisputes(payment, disputes)
  await app.db.inTransaction((tx) => flagForReview(tx, payment.order_id, 'refund_missing'))
  return { reference, payment }
}
const refundByManager = (reference: string) =>
  musa.post<OrderStatus>(`/management/orders/${reference}/refund`, {
    ...{ auth_pin: correctPin, reason: 'The refund was lost' },
  })
const openAccountsOf = async ({ order_id: orderId }: Payment) => {
  const { rows } = await sql<{ account: string }>`
    select account from ledger_entries join ledger_postings on entry_id = ledger_entries.id
    where order_id = ${orderId} and (account = 'refund_payable' or account like '%:' || ${orderId})
    group by account having sum(amount_kobo) <> 0`.execute(app.db.q)
  return rows.map(({ account }) => account)
}

test('a refund lost before a partly lost dispute is created again for the rest, and leaves nothing payable', async () => {
  const { reference, payment } = await createOrderWithLostRefund({ decides: 'payer', amount: 500 })
  expect((await refundByManager(reference)).httpStatus).toBe(200)
  const { order, refunds } = await collectOrderRecords(app, reference)
  expect(refunds).toMatchObject([{ amount_kobo: order.total_kobo - 50_000n }])
  await waitForState(reference, 'refunded')
  expect(await openAccountsOf(payment)).toEqual([])
  await expectConsistent()
})

test('an order whose refund was lost and whose payment the bank returned in full ends as refunded', async () => {
  const { reference, payment } = await createOrderWithLostRefund({ decides: 'payer' })
  const { httpStatus, data } = await refundByManager(reference)
  expect(httpStatus).toBe(200)
  expect(data).toMatchObject({
    state: 'refunded',
    review: false,
    money: { status: 'returned', message: expect.stringContaining('your bank reversed the payment') },
  })
  expect((await collectOrderRecords(app, reference)).refunds).toEqual([])
  const approvals = app.db.q
    .selectFrom('approvals')
    .select('amount_kobo')
    .where('order_id', '=', payment.order_id)
  expect(await approvals.execute()).toEqual([])
  expect(await openAccountsOf(payment)).toEqual([])
  await expectConsistent()
})

test('an order in refunding without a received or reversed payment is not refunded, and nothing is recorded', async () => {
  const { reference, payment } = await createOrderWithLostRefund()
  const auditEvents = () =>
    app.db.q.selectFrom('audit_log').select('action').where('subject', '=', reference).execute()
  // The only payment is one that was returned as a second payment: none was received for the order.
  const [refundId = ''] = await app.db.inTransaction((tx) =>
    createRefund(app.features.orderProcessor.deps.payments.paymentEvents, tx, payment, {
      ...{ cause: 'second_payment', amountKobo: payment.paid_kobo ?? 0n, from: 'nowhere' },
    }),
  )
  const before = await auditEvents()
  expect(await refundByManager(reference)).toMatchObject({ httpStatus: 409, code: 'NOT_NOW' })
  expect(await auditEvents()).toEqual(before)
  expect(await app.orderRow(reference)).toMatchObject({ state: 'refunding', review_reason: 'refund_missing' })
  expect((await collectOrderRecords(app, reference)).refunds).toMatchObject([{ cause: 'second_payment' }])

  await app.db.q
    .deleteFrom('refunds')
    .where('id', '=', refundId as RefundId)
    .execute()
  expect((await refundByManager(reference)).httpStatus).toBe(200)
  expect(await auditEvents()).toHaveLength(before.length + 1)
  await waitForState(reference, 'refunded')
  await expectConsistent()
})

test('an order whose refund was lost and whose payment several disputes returned in full ends as refunded', async () => {
  const { reference, payment } = await createOrderWithLostRefund(...disputesOfTotal)
  const { httpStatus, data } = await refundByManager(reference)
  expect(httpStatus).toBe(200)
  expect(data).toMatchObject({
    state: 'refunded',
    review: false,
    money: { status: 'returned', message: expect.stringContaining('your bank reversed the payment') },
  })
  expect(data.money.message).not.toMatch(/card|refunded/)
  expect((await collectOrderRecords(app, reference)).refunds).toEqual([])
  expect(await openAccountsOf(payment)).toEqual([])
  await expectConsistent()
})

test('the customer reads of no refund to the card when several disputes returned the payment while it was refunded', async () => {
  during.refund = async () => loseDisputes(await newestPayment(), disputesOfTotal)
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter('failed') })
  await waitForState(info.order_reference, 'refunded')
  const { payments, refunds } = await collectOrderRecords(app, info.order_reference)
  expect(payments).toMatchObject([{ state: 'succeeded' }])
  expect(refunds).toMatchObject([{ state: 'processed', failure_reason: 'returned_by_bank' }])
  const { money } = (await guest.getOrderStatus(info)).data
  expect(money.message).toBe('We could not deliver this order, and your bank reversed the payment.')
  await expectConsistent()
})

test('a dispute that opens while the refund starts leaves one refund', async () => {
  const opened = Promise.withResolvers<Response>()
  during.vend = async () => {
    const { reference } = await newestPayment()
    opened.resolve(postDispute(reference))
  }
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const records = () => collectOrderRecords(app, info.order_reference)
  await app.runDueJobsUntil(async () => {
    const { order, refunds } = await records()
    return order.review_reason === 'payment_disputed' || refunds.some(({ state }) => state === 'processed')
  })
  await opened.promise
  const { order, payments } = await records()
  if (order.review_reason) await dispute(payments[0] as Payment, { decides: 'merchant' })
  await waitForState(info.order_reference, 'refunded')
  expect((await records()).refunded).toHaveLength(1)
  await expectConsistent()
})

test('the customer and the manager read that the refund waits, also when the order was in review before', async () => {
  during.vend = async () => {
    const payment = await newestPayment()
    await app.db.inTransaction((tx) => flagForReview(tx, payment.order_id, 'overdue'))
    await dispute(payment)
  }
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter('failed') })
  await waitForReview(info.order_reference, 'payment_disputed')
  expect((await guest.getOrderStatus(info)).data).toMatchObject({
    refund_held: true,
    money: { status: 'returning' },
  })
  await dispute(await newestPayment(), { decides: 'merchant' })
  await waitForState(info.order_reference, 'refunded')
  expect((await app.orderRow(info.order_reference)).review_reason).toBeNull()
  await expectConsistent()
})

test('a refund that was created before the dispute is sent when the dispute is won', async () => {
  const { reference, payment, refund } = await createUnsentRefund()
  await app.advanceClock(2 * hour)
  await app.runDueJobs()
  await expectInvariantsHold(app)
  expect(requestedRefunds).not.toContain(payment.reference)
  await dispute(payment, { decides: 'merchant' })
  await app.runDueJobsUntil(async () => (await refund())?.state === 'processed')
  expect((await app.orderRow(reference)).review_reason).toBeNull()
  await expectConsistent()
})

test('a refund that was created before the dispute is not sent when the dispute is lost', async () => {
  const { payment, refund } = await createUnsentRefund()
  await dispute(payment, { decides: 'payer' })
  expect(await refund()).toMatchObject({ state: 'processed', failure_reason: 'returned_by_bank' })
  await app.runDueJobs()
  expect(requestedRefunds).not.toContain(payment.reference)
  expect((await app.accountBalances()).get(`receivable:${payment.order_id}`)).toBe(140_000n)
  await expectConsistent()
})

test('a refund that was created before the dispute is reduced by a partly lost dispute, and the rest is sent', async () => {
  const { payment, refund } = await createUnsentRefund()
  await dispute(payment, { decides: 'payer', amount: 300 })
  await app.runDueJobsUntil(async () => (await refund())?.state === 'processed')
  expect(await refund()).toMatchObject({ amount_kobo: 40_000n, failure_reason: null })
  expect((await app.accountBalances()).get(`receivable:${payment.order_id}`)).toBeUndefined()
  await expectConsistent()
})

test('a refund that a partly lost dispute reduces after it was read is sent with the rest only', async () => {
  const { payment, refund } = await createUnsentRefund()
  const { payments } = app.features.orderProcessor.deps
  let isReduced = false
  const db: typeof payments.db = Object.assign(Object.create(payments.db), {
    async inTransaction(...work: Parameters<typeof payments.db.inTransaction>) {
      if (!isReduced) {
        isReduced = true
        await dispute(payment, { decides: 'payer', amount: 300 })
      }
      return payments.db.inTransaction(...work)
    },
  })
  await processRefund({ ...payments, db }, (await refund())?.id ?? '')
  await app.runDueJobsUntil(async () => (await refund())?.state === 'processed')
  expect(await refund()).toMatchObject({ amount_kobo: 40_000n })
  await expectConsistent()
})

test('the customer reads that the second attempt of a refund waits for the outcome of a dispute', async () => {
  during.refund = async () => dispute(await newestPayment())
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter('failed') })
  await waitForReview(info.order_reference, 'refund_failed')
  await app.advanceClock(2 * hour)
  await app.runDueJobs()
  expect((await guest.getOrderStatus(info)).data).toMatchObject({
    state: 'refunding',
    refund_held: true,
    money: { status: 'returning', message: expect.stringContaining('our refund waits for its decision') },
  })
  const { payments } = await collectOrderRecords(app, info.order_reference)
  await dispute(payments[0] as Payment, { decides: 'merchant' })
  await waitForState(info.order_reference, 'refunded')
  await expectConsistent()
})

test('a refund that the gateway rejects because of a dispute is not paid into the wallet as well', async () => {
  const ada = await createCustomer(app)
  const before = await ada.walletKobo()
  during.refund = async () => dispute(await newestPayment())
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  await waitForReview(reference, 'refund_failed')
  expect(await ada.walletKobo()).toBe(before)
  const { payments } = await collectOrderRecords(app, reference)
  await dispute(payments[0] as Payment, { decides: 'merchant' })
  await waitForState(reference, 'refunded')
  expect(await ada.walletKobo()).toBe(before)
  await expectConsistent()
})

test('a lost dispute after a refund into the wallet is posted: both the bank and we have returned the money', async () => {
  const ada = await createCustomer(app)
  during.refund = async () => {}
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('failed') })
  await waitForState(info.order_reference, 'refunded')
  const { order, payments } = await collectOrderRecords(app, info.order_reference)
  expect(await ada.walletKobo()).toBe(order.total_kobo)
  await dispute(payments[0] as Payment, { decides: 'payer' })
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(order.total_kobo)
  await expectConsistent()
})

test.each([
  ['in full', undefined, 0n],
  ['in part', 500, 50_000n],
] as const)(
  'a dispute that is lost %s while its refund is sent is not paid again when the gateway rejects the refund',
  async (_, amount, returnedKobo) => {
    const ada = await createCustomer(app)
    const before = await ada.walletKobo()
    during.refund = async () =>
      dispute(await newestPayment(), { decides: 'payer', ...(amount && { amount }) })
    const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('failed') })
    await waitForState(info.order_reference, 'refunded')
    const { order, refunds } = await collectOrderRecords(app, info.order_reference)
    const walletKobo = returnedKobo === 0n ? 0n : order.total_kobo - returnedKobo
    expect((await ada.walletKobo()) - before).toBe(walletKobo)
    expect(refunds).toMatchObject([
      returnedKobo === 0n
        ? { state: 'processed', failure_reason: 'returned_by_bank', manual_payout: null }
        : { state: 'failed', amount_kobo: walletKobo, manual_payout: 'wallet' },
    ])
    expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBeUndefined()
    await expectConsistent()
  },
)

test.each([
  ['in full', undefined, 0n],
  ['in part', 500, 160_000n],
] as const)(
  'after a dispute that is lost %s, a refund that the gateway never received is sent for the rest only',
  async (_, amount, refundedKobo) => {
    during.refundResult = { type: 'unknown', reason: 'timeout' }
    during.refund = async () =>
      dispute(await newestPayment(), { decides: 'payer', ...(amount && { amount }) })
    const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
    await waitForState(info.order_reference, 'refunded')
    const { order, refunds } = await collectOrderRecords(app, info.order_reference)
    expect(refunds).toMatchObject([
      refundedKobo === 0n
        ? { state: 'processed', failure_reason: 'returned_by_bank' }
        : { state: 'processed', amount_kobo: refundedKobo, failure_reason: null },
    ])
    expect((await app.orderRow(info.order_reference)).review_reason).toBeNull()
    expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBeUndefined()
    await expectConsistent()
  },
)
