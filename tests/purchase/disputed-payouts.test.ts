import { expect, test } from 'vitest'
import { createRefund, type Payment, processRefund } from '../../server/payments/index.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import { collectOrderRecords, expectInvariantsHold } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually } from '../support/test-app.ts'
import {
  app,
  createUnsentRefund,
  dispute,
  during,
  expectConsistent,
  hour,
  musa,
  newestPayment,
  payByBank,
  startDisputesApp,
  waitForReview,
  waitForState,
} from './disputes-setup.ts'

startDisputesApp()

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
  expect(order).toMatchObject({ review_reason: 'payment_partly_reversed' })
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
