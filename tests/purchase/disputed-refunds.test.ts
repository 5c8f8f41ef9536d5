import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import type { RefundStatusResult } from '../../server/payments/gateway.ts'
import { createRefund, type Payment, processRefund } from '../../server/payments/index.ts'
import { flagForReview } from '../../server/purchase/index.ts'
import type { Vendor } from '../../server/vending/index.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { Review } from '../../shared/operations.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import {
  collectOrderRecords,
  expectInvariantsHold,
  expectLedgerMatchesProviders,
} from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'

const rejected: RefundStatusResult = {
  type: 'failed',
  reason: 'The transaction is disputed',
  refundId: null,
}

/** Events before the next vend fails, and before the gateway rejects the next refund or never receives it. */
const during: {
  vend: (() => Promise<unknown>) | null
  refund: (() => Promise<unknown>) | null
  refundResult: RefundStatusResult
  /** The gateway does not respond to requests for its refunds. */
  listFails: boolean
} = {
  vend: null,
  refund: null,
  refundResult: rejected,
  listFails: false,
}

/** Our references of the payments that the gateway was asked to refund. */
const requestedRefunds: string[] = []

function createProviders(config: Config) {
  const providers = createShortTimeoutProviders(config)
  const withEvents = (vendor: Vendor): Vendor => ({
    ...vendor,
    async vend(...request) {
      const happens = during.vend
      during.vend = null
      await happens?.()
      return vendor.vend(...request)
    },
  })
  const { vtpass } = providers.vendors
  const { paystack } = providers.gateways
  return {
    ...providers,
    vendors: { ...providers.vendors, vtpass: withEvents(vtpass) },
    gateways: {
      ...providers.gateways,
      paystack: {
        ...paystack,
        listRefunds: async (...request: Parameters<typeof paystack.listRefunds>) =>
          during.listFails ? null : paystack.listRefunds(...request),
        async refund(...request: Parameters<typeof paystack.refund>) {
          requestedRefunds.push(request[0].paymentReference)
          const happens = during.refund
          during.refund = null
          if (!happens) return paystack.refund(...request)
          await happens()
          return during.refundResult
        },
      },
    },
  }
}

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createProviders })
  musa = await createTestManager(app)
})
beforeEach(async () => {
  Object.assign(during, { vend: null, refund: null, refundResult: rejected, listFails: false })
  await app.resetClock()
})
afterAll(() => app.close())

const hour = 60 * 60
const newestPayment = () =>
  app.db.q
    .selectFrom('payments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .$castTo<Payment>()
    .executeTakeFirstOrThrow()

interface Decision {
  decides?: 'payer' | 'merchant'
  amount?: number
}
const postDispute = (reference: string, decision: Decision = {}) =>
  fetch(`${app.simulators.url}/simulators/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference, ...decision }),
  })

/** The payer's bank opens or decides a dispute; resolves when the webhook is applied. */
async function dispute({ id, reference }: Pick<Payment, 'id' | 'reference'>, decision: Decision = {}) {
  await postDispute(reference, decision)
  const state = { payer: 'lost', merchant: 'won', none: 'open' }[decision.decides ?? 'none']
  await eventually(async () =>
    app.db.q
      .selectFrom('disputes')
      .select('id')
      .where('payment_id', '=', id)
      .where('state', '=', state as 'open')
      .executeTakeFirst(),
  )
}

const waitForState = (reference: string, state: string) =>
  app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === state, { stepSeconds: 60 })
const waitForReview = (reference: string, reason: string) =>
  app.runDueJobsUntil(async () => (await app.orderRow(reference)).review_reason === reason)

/** An order that no vendor delivers, and whose payment is disputed before the vendor says so. */
async function createDisputedOrder(buyer: Pick<TestUserOrGuest, 'buyElectricity'> = app.createGuest()) {
  during.vend = async () => dispute(await newestPayment())
  const { info } = await buyer.buyElectricity({ meter_number: prepaidMeter('failed') })
  await waitForReview(info.order_reference, 'payment_disputed')
  const { payments } = await collectOrderRecords(app, info.order_reference)
  return { info, reference: info.order_reference, payment: payments[0] as Payment }
}
type TestUserOrGuest = ReturnType<TestApp['createGuest']>

/** A manager records the transfer that pays a refund instead of its gateway. */
const payByBank = (reference: string) =>
  musa.postJson(`/management/orders/${reference}/refund`, {
    ...{ auth_pin: correctPin, reason: 'The customer called' },
    evidence: { bank_reference: `NIP-${reference}` },
  })

const expectConsistent = async () => {
  await expectLedgerMatchesProviders(app)
  await expectInvariantsHold(app)
}

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

/** A delivered order whose refund of ₦700 was created just before its payment was disputed. */
async function createUnsentRefund() {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  await waitForState(reference, 'delivered')
  const payment = (await collectOrderRecords(app, reference)).payments[0] as Payment
  await dispute(payment)
  const payments = app.features.orderProcessor.deps.payments
  const [refundId = ''] = await app.db.inTransaction((tx) =>
    createRefund(payments.paymentEvents, tx, payment, {
      ...{ cause: 'goodwill', amountKobo: 70_000n, from: 'goodwill' },
    }),
  )
  await processRefund(payments, refundId)
  const refund = async () => (await collectOrderRecords(app, reference)).refunds[0]
  expect(await refund()).toMatchObject({ state: 'requested' })
  expect((await app.orderRow(reference)).review_reason).toBe('payment_disputed')
  return { reference, payment, refund }
}

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

test('a manager does not pay a refund of unknown outcome whose money a lost dispute has returned', async () => {
  during.refundResult = { type: 'unknown', reason: 'timeout' }
  during.listFails = true
  during.refund = async () => dispute(await newestPayment(), { decides: 'payer' })
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  await app.runDueJobsUntil(async () => {
    const { refunds } = await collectOrderRecords(app, reference)
    return refunds[0]?.failure_reason === 'timeout'
  })
  await app.advanceClock(2 * hour)
  expect((await payByBank(reference)).httpStatus).toBe(409)
  during.listFails = false
  await waitForState(reference, 'refunded')
  await expectConsistent()
})

test('of a refund of unknown outcome, two managers pay only what a partly lost dispute has left', async () => {
  const ngozi = await createTestManager(app)
  during.refundResult = { type: 'unknown', reason: 'timeout' }
  during.listFails = true
  during.refund = async () => dispute(await newestPayment(), { decides: 'payer', amount: 500 })
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  const refunds = async () => (await collectOrderRecords(app, reference)).refunds
  await app.runDueJobsUntil(async () => (await refunds())[0]?.failure_reason === 'timeout')
  await app.advanceClock(2 * hour)
  const bankKobo = async () => (await app.accountBalances()).get('bank') ?? 0n
  const before = await bankKobo()
  expect(await payByBank(reference)).toMatchObject({ httpStatus: 202 })
  const { data: approvals } = await musa.get<Approval[]>('/management/approvals/all?kind=refund')
  const pending = approvals.find(({ order_reference }) => order_reference === reference)
  expect(pending).toMatchObject({ amount: 1_600 })
  const approved = await ngozi.post(`/management/approvals/${pending?.id}/approve`, { auth_pin: correctPin })
  expect(approved.httpStatus).toBe(200)
  expect(before - (await bankKobo())).toBe(160_000n)
  expect(await refunds()).toMatchObject([{ state: 'failed', amount_kobo: 160_000n, manual_payout: 'bank' }])
  await waitForState(reference, 'refunded')
  const { order } = await collectOrderRecords(app, reference)
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBeUndefined()
  during.listFails = false
  await expectConsistent()
})

/** A refund whose outcome the gateway does not tell, for which Musa has recorded a transfer that awaits approval. */
async function createUnapprovedPayout() {
  during.refundResult = { type: 'unknown', reason: 'timeout' }
  during.listFails = true
  during.refund = async () => {}
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  const records = () => collectOrderRecords(app, reference)
  await app.runDueJobsUntil(async () => (await records()).refunds[0]?.failure_reason === 'timeout')
  await app.advanceClock(2 * hour)
  expect((await payByBank(reference)).httpStatus).toBe(202)
  const { data: approvals } = await musa.get<Approval[]>('/management/approvals/all?kind=refund')
  const pending = approvals.find(({ order_reference }) => order_reference === reference)
  const ngozi = await createTestManager(app)
  const approve = () => ngozi.post(`/management/approvals/${pending?.id}/approve`, { auth_pin: correctPin })
  return { reference, records, approve, approvedAmount: pending?.amount }
}
const bankBalanceKobo = async () => (await app.accountBalances()).get('bank') ?? 0n

test('an approved transfer is not booked at another amount after a lost dispute returned a part', async () => {
  const { reference, records, approve, approvedAmount } = await createUnapprovedPayout()
  expect(approvedAmount).toBe(2_100)
  const payment = (await records()).payments[0] as Payment
  await dispute(payment)
  await dispute(payment, { decides: 'payer', amount: 500 })
  const before = await bankBalanceKobo()
  expect(await approve()).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('₦2,100.00 was requested, and ₦1,600.00 is left to pay'),
  })
  expect(await bankBalanceKobo()).toBe(before)
  expect((await records()).refunds).toMatchObject([{ manual_payout: null }])
  // The gateway responds again, and refunds what the dispute has not returned.
  during.listFails = false
  await waitForState(reference, 'refunded')
  expect((await records()).refunded).toMatchObject([{ amountKobo: 50_000 }, { amountKobo: 160_000 }])
  await expectConsistent()
})

test('a refund sent hours after it was created is not paid by a manager until its outcome is unknown for an hour', async () => {
  const { reference, payment, refund } = await createUnsentRefund()
  await app.advanceClock(2 * hour)
  Object.assign(during, { refundResult: { type: 'unknown', reason: 'timeout' }, listFails: true })
  during.refund = async () => {}
  await dispute(payment, { decides: 'merchant' })
  await app.runDueJobsUntil(async () => (await refund())?.failure_reason === 'timeout')
  await app.advanceClock(60)
  expect((await payByBank(reference)).httpStatus).toBe(409)
  await expectInvariantsHold(app)
  await app.advanceClock(hour)
  expect((await payByBank(reference)).httpStatus).toBe(202)
  during.listFails = false
  await app.runDueJobsUntil(async () => (await refund())?.state === 'processed')
  await expectConsistent()
})

test('the hour starts again when a refund whose first request was lost waits for a dispute and is sent again', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  await waitForState(reference, 'delivered')
  const payment = (await collectOrderRecords(app, reference)).payments[0] as Payment
  const refund = async () => (await collectOrderRecords(app, reference)).refunds[0]
  const payments = app.features.orderProcessor.deps.payments
  during.refundResult = { type: 'unknown', reason: 'timeout' }
  during.refund = async () => {}
  const [refundId = ''] = await app.db.inTransaction((tx) =>
    createRefund(payments.paymentEvents, tx, payment, {
      ...{ cause: 'goodwill', amountKobo: 70_000n, from: 'goodwill' },
    }),
  )
  await processRefund(payments, refundId)
  await dispute(payment)
  await app.runDueJobsUntil(async () => (await refund())?.failure_reason === 'never_received', {
    stepSeconds: 300,
  })
  expect(await refund()).toMatchObject({ state: 'requested', first_sent_at: expect.any(Date) })
  await app.advanceClock(2 * hour)
  during.listFails = true
  during.refund = async () => {}
  await dispute(payment, { decides: 'merchant' })
  await app.runDueJobsUntil(async () => (await refund())?.failure_reason === 'timeout')
  await app.advanceClock(60)
  expect((await payByBank(reference)).httpStatus).toBe(409)
  during.listFails = false
  await app.runDueJobsUntil(async () => (await refund())?.state === 'processed', { stepSeconds: 300 })
  await expectConsistent()
})

test('a refund whose request is on its way to the gateway is not paid by a manager as well', async () => {
  const { reference, records, approve } = await createUnapprovedPayout()
  during.listFails = false
  const before = await bankBalanceKobo()
  const approvals: number[] = []
  const { paystack } = app.features.orderProcessor.deps.payments.gateways
  during.refund = async () => {
    expect((await records()).refunds).toMatchObject([{ state: 'unknown', failure_reason: 'sending' }])
    approvals.push((await approve()).httpStatus)
    // The request then reaches the gateway.
    const payment = (await records()).payments[0] as Payment
    const result = await paystack?.refund({
      ...{ paymentReference: payment.reference, gatewayReference: payment.gateway_reference ?? '' },
      ...{
        refundReference: '',
        amountKobo: payment.paid_kobo ?? 0n,
        currency: 'NGN',
        reason: 'not_delivered',
      },
    })
    if (result) during.refundResult = result
  }
  await app.runDueJobsUntil(async () => approvals.length > 0)
  expect(approvals).toEqual([409])
  await waitForState(reference, 'refunded')
  expect(await bankBalanceKobo()).toBe(before)
  expect((await records()).refunded).toHaveLength(1)
  await expectConsistent()
})

test('after a manual payout, a partly lost dispute is posted once, also when the gateway rejects another refund', async () => {
  await app.injectFault('paystack', 'overpaid')
  const ada = await createCustomer(app)
  const findOverpaidRefund = async () =>
    app.db.q
      .selectFrom('refunds')
      .select('manual_payout')
      .where('payment_id', '=', (await newestPayment()).id)
      .where('cause', '=', 'overpaid')
      .executeTakeFirst()
  during.refund = async () => {}
  during.vend = async () => {
    // The gateway rejects the refund of what was paid too much, which the wallet receives instead.
    await app.runDueJobs()
    await eventually(async () => (await findOverpaidRefund())?.manual_payout === 'wallet')
    during.refund = async () => dispute(await newestPayment(), { decides: 'payer', amount: 300 })
  }
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('failed') })
  await waitForState(info.order_reference, 'refunded')
  const { order } = await collectOrderRecords(app, info.order_reference)
  expect(await ada.walletKobo()).toBe(260_000n)
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(30_000n)
  await expectConsistent()
})

/** The gateway rejects the refund of an undelivered order of a guest, and its retry; the dispute opens afterwards. */
async function createRejectedRefund() {
  during.refund = async () => {}
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  await waitForReview(reference, 'refund_failed')
  during.refund = async () => {}
  await app.advanceClock(2 * hour)
  const refunds = async () =>
    (await collectOrderRecords(app, reference)).refunds.sort(
      (one, other) => Number(one.cause === 'retry') - Number(other.cause === 'retry'),
    )
  await app.runDueJobsUntil(
    async () => (await refunds()).filter(({ state }) => state === 'failed').length === 2,
  )
  const payment = (await collectOrderRecords(app, reference)).payments[0] as Payment
  return { reference, payment, refunds }
}
test('a rejected refund whose money a lost dispute returns is not paid by a manager as well, and its order ends', async () => {
  const { reference, payment, refunds } = await createRejectedRefund()
  await dispute(payment, { decides: 'payer' })
  expect((await payByBank(reference)).httpStatus).toBe(409)
  expect(await app.orderRow(reference)).toMatchObject({ state: 'refunded', review_reason: null })
  expect(await refunds()).toMatchObject([
    { state: 'failed', manual_payout: null },
    { state: 'processed', failure_reason: 'returned_by_bank', manual_payout: null },
  ])
  expect((await app.accountBalances()).get(`receivable:${payment.order_id}`)).toBeUndefined()
  await expectConsistent()
})

test('after a partly lost dispute a manager pays only the rest of a rejected refund', async () => {
  const { reference, payment, refunds } = await createRejectedRefund()
  const bankKobo = async () => (await app.accountBalances()).get('bank') ?? 0n
  const before = await bankKobo()
  await dispute(payment, { decides: 'payer', amount: 500 })
  expect((await payByBank(reference)).httpStatus).toBe(200)
  const restKobo = (payment.paid_kobo ?? 0n) - 50_000n
  expect(before - (await bankKobo())).toBe(restKobo)
  expect((await refunds())[1]).toMatchObject({ amount_kobo: restKobo, manual_payout: 'bank' })
  expect(await app.orderRow(reference)).toMatchObject({ state: 'refunded' })
  expect((await app.accountBalances()).get(`receivable:${payment.order_id}`)).toBeUndefined()
  await expectConsistent()
})

test('a customer is not asked for a bank account for the rest of a refund that a partly lost dispute reduced', async () => {
  during.refundResult = { type: 'needs_attention', refundId: 'refund-1' }
  during.refund = async () => dispute(await newestPayment(), { decides: 'payer', amount: 500 })
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter('failed') })
  await waitForReview(info.order_reference, 'payment_disputed')
  const { refunds } = await collectOrderRecords(app, info.order_reference)
  expect(refunds).toMatchObject([{ state: 'needs_attention', amount_kobo: 160_000n }])
  expect((await guest.getOrderStatus(info)).data).not.toHaveProperty('refund_account')
  const texts = (await app.smsMessages()).filter(({ text }) => text.includes(info.order_reference))
  expect(texts.filter(({ text }) => text.includes('bank account'))).toEqual([])
})
