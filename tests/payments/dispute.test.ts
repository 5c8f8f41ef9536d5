import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '../../server/operations/index.ts'
import { applyDispute } from '../../server/payments/dispute.ts'
import { reverseAnyPayment } from '../../server/payments/fetch-disputes.ts'
import { parseDispute } from '../../server/payments/gateways/paystack/dispute-responses.ts'
import { fetchDisputes } from '../../server/payments/index.ts'
import type { ReconciliationBreak } from '../../shared/operations.ts'
import { createTestManager } from '../management/setup.ts'
import { expectLedgerMatchesProviders } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
})
afterAll(() => app.close())

const gatewayResponse = (overrides: object, httpStatus = 200) => ({
  type: 'response' as const,
  status: httpStatus,
  headers: {},
  text: JSON.stringify({
    status: httpStatus === 200,
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
      ...overrides,
    },
  }),
})
const disputeFields = { paymentReference: 'SW-1', evidenceDueAt: new Date('2026-11-22T10:00:00.000Z') }

test.each([
  ['accepted with a refund amount', {}, { ...disputeFields, type: 'lost', amountKobo: 1_002n }],
  [
    'accepted automatically',
    { resolution: 'auto-accepted' },
    { ...disputeFields, type: 'lost', amountKobo: 1_002n },
  ],
  [
    'accepted when nothing was left to return',
    { refund_amount: 0 },
    { ...disputeFields, type: 'lost', amountKobo: 0n },
  ],
  ['accepted without a refund amount', { refund_amount: null }, { ...disputeFields, type: 'open' }],
  ['accepted in another currency', { currency: 'USD' }, { ...disputeFields, type: 'open' }],
  ['declined', { resolution: 'declined', refund_amount: 0 }, { ...disputeFields, type: 'won' }],
  [
    'awaiting evidence',
    { status: 'awaiting-merchant-feedback', resolution: null },
    { ...disputeFields, type: 'open' },
  ],
  [
    'in an unlisted status',
    { status: 'archived', resolution: 'whatever' },
    { ...disputeFields, type: 'open' },
  ],
])('the response for a dispute that is %s is parsed as lost, won or open', (_, overrides, expected) => {
  expect(parseDispute(gatewayResponse(overrides), '2867')).toEqual(expected)
})

test('a response for another dispute, an error and a timeout leave it unknown; an unknown dispute is not_found', () => {
  expect(parseDispute(gatewayResponse({ id: 1 }), '2867')).toBeNull()
  expect(parseDispute(gatewayResponse({}, 500), '2867')).toBeNull()
  expect(parseDispute({ type: 'no_response', reason: 'timeout' }, '2867')).toBeNull()
  expect(parseDispute(gatewayResponse({}, 404), '2867')).toEqual({ type: 'not_found' })
})

interface Decision {
  decides?: 'payer' | 'merchant'
  amount?: number
}
async function openDispute(reference: string, decision: Decision = {}): Promise<string> {
  const response = await fetch(`${app.simulators.url}/simulators/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference, ...decision }),
  })
  return ((await response.json()) as { id: string }).id
}
const disputeOf = (id: string) =>
  app.db.q.selectFrom('disputes').selectAll().where('gateway_dispute_id', '=', id).executeTakeFirst()
const waitForState = (id: string, state: string) =>
  eventually(async () => (await disputeOf(id))?.state === state)
const paymentOf = (orderId: string) =>
  app.db.q.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
const fetchBreaks = async (kind: string) => {
  await app.features.operations.repairMissingDueTimes()
  const path = `/management/reconciliation/all?kind=${kind}`
  return (await musa.get<{ list: ReconciliationBreak[] }>(path)).data.list
}
const expectRecordsMatch = async () => {
  await expectLedgerMatchesProviders(app)
  expect(await findViolations(app.db)).toEqual([])
}

/** A signed Paystack webhook. Paystack's ids exceed a JavaScript number. */
const postWebhook = (event: string, data: string, key = 'sk_test_simulated') => {
  const raw = `{"event":"${event}","data":${data}}`
  return fetch(`${app.origin}/api/v1/webhooks/paystack`, {
    method: 'POST',
    body: raw,
    headers: { 'x-paystack-signature': createHmac('sha512', key).update(raw).digest('hex') },
  })
}
const resolveEvent = 'charge.dispute.resolve'

async function createDeliveredOrder() {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
  const order = await app.orderRow(info.order_reference)
  return { order, payment: await paymentOf(order.id) }
}

test('a chargeback after our partial refund posts its amount once and is flagged for review', async () => {
  await app.injectFault('paystack', 'overpaid')
  const { order, payment } = await createDeliveredOrder()
  const listRefunds = () =>
    app.db.q.selectFrom('refunds').select('state').where('payment_id', '=', payment.id).execute()
  await app.runDueJobsUntil(async () => (await listRefunds())[0]?.state === 'processed')
  const id = await openDispute(payment.reference)
  await waitForState(id, 'open')
  const disputeBreak = async () =>
    (await fetchBreaks('dispute')).find((row) => row.subject === payment.reference)
  expect(await disputeBreak()).toMatchObject({
    order_reference: order.reference,
    note: expect.stringContaining(
      `dispute ${id} opened by the customer's bank. Respond on the Money page by`,
    ),
    allowed_actions: ['explain'],
    resolved_at: null,
  })
  await app.injectFault('paystack', 'webhook_duplicate')
  await openDispute(payment.reference, { decides: 'payer' })
  await waitForState(id, 'lost')
  await app.runDueJobs()
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(210_000n)
  expect(await app.orderRow(order.reference)).toMatchObject({
    state: 'delivered',
    review_reason: 'payment_partly_reversed',
  })
  expect(await disputeBreak()).toMatchObject({ resolution: 'Dispute lost.' })
  await expectRecordsMatch()
})

test('a lost dispute of a full payment posts one chargeback', async () => {
  const { order, payment } = await createDeliveredOrder()
  const id = await openDispute(payment.reference, { decides: 'payer' })
  await waitForState(id, 'lost')
  expect(await paymentOf(order.id)).toMatchObject({ state: 'reversed' })
  expect(await app.orderRow(order.reference)).toMatchObject({ review_reason: 'payment_reversed' })
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(order.total_kobo)
  await app.advanceClock(11 * 60)
  await app.features.operations.reconcile()
  await app.resetClock()
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(order.total_kobo)
  await expectRecordsMatch()
})

test('a chargeback already reported by the payment status is not posted again by the dispute', async () => {
  const { order, payment } = await createDeliveredOrder()
  await app.injectFault('paystack', 'webhook_lost', 2)
  const id = await openDispute(payment.reference, { decides: 'payer' })
  await app.advanceClock(11 * 60)
  await app.features.operations.reconcile()
  await app.resetClock()
  expect(await paymentOf(order.id)).toMatchObject({ state: 'reversed' })
  expect(await disputeOf(id)).toBeUndefined()
  expect((await postWebhook(resolveEvent, `{"id":${id}}`)).status).toBe(200)
  await waitForState(id, 'lost')
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(order.total_kobo)
  await expectRecordsMatch()
})

test.for([
  ['merchant', 'won'],
  ['payer', 'lost'],
] as const)(
  'a decision for the %s whose webhook is lost is fetched after an hour',
  async ([decides, state]) => {
    const { order, payment } = await createDeliveredOrder()
    const id = await openDispute(payment.reference)
    await waitForState(id, 'open')
    await app.injectFault('paystack', 'webhook_lost')
    await openDispute(payment.reference, { decides })
    const fetchDecisions = () => fetchDisputes(app.features.orderProcessor.deps.payments)
    await fetchDecisions()
    expect(await disputeOf(id)).toMatchObject({ state: 'open' })
    await app.advanceClock(61 * 60)
    await fetchDecisions()
    await app.resetClock()
    expect(await disputeOf(id)).toMatchObject({ state })
    const lostKobo = state === 'lost' ? order.total_kobo : undefined
    expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(lostKobo)
    await expectRecordsMatch()
  },
)

/** The gateway reports the dispute as lost, with the amount 0. */
function reportLostForNothing(disputeId: string, paymentReference: string) {
  const deps = app.features.orderProcessor.deps.payments
  const status = { type: 'lost', amountKobo: 0n, paymentReference, evidenceDueAt: null } as const
  return applyDispute(deps, 'paystack', { disputeId, status }, reverseAnyPayment(deps))
}

test('a dispute that is reported as lost without an amount stays open until its gateway reports the amount', async () => {
  const { order, payment } = await createDeliveredOrder()
  const id = await openDispute(payment.reference)
  await waitForState(id, 'open')
  await reportLostForNothing(id, payment.reference)
  expect(await disputeOf(id)).toMatchObject({ state: 'open', amount_kobo: null })
  await openDispute(payment.reference, { decides: 'payer' })
  await waitForState(id, 'lost')
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(order.total_kobo)
  await expectRecordsMatch()
})

test('an acceptance that the gateway never received does not close a dispute that is reported as lost without an amount', async () => {
  const { payment } = await createDeliveredOrder()
  const id = await openDispute(payment.reference)
  await waitForState(id, 'open')
  const { id: disputeId = '' } = (await disputeOf(id)) ?? {}
  await app.db.q
    .insertInto('dispute_responses')
    .values({
      ...{ id: randomUUID(), dispute_id: disputeId, decision: 'accept', state: 'failed', reason: 'Refunded' },
      ...{ amount_kobo: 0n, file_name: null, file_type: null, file: null, uploaded_as: null },
      ...{ failure_reason: 'The gateway did not receive it.', requested_by: musa.id },
    })
    .execute()
  await reportLostForNothing(id, payment.reference)
  expect(await disputeOf(id)).toMatchObject({ state: 'open', amount_kobo: null })
})

test('a partial chargeback stays partial although the gateway reports the payment as reversed', async () => {
  const { order, payment } = await createDeliveredOrder()
  const id = await openDispute(payment.reference, { decides: 'payer', amount: 500 })
  await waitForState(id, 'lost')
  await postWebhook('charge.success', `{"id":1,"reference":"${payment.reference}"}`)
  await eventually(async () => {
    const inbox = app.db.q.selectFrom('webhook_inbox').select('handled_at')
    return (await inbox.where('event_key', '=', 'charge.success:1').executeTakeFirst())?.handled_at
  })
  expect((await paymentOf(order.id)).state).toBe('succeeded')
  await app.advanceClock(11 * 60)
  await app.features.operations.reconcile()
  await app.resetClock()
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(50_000n)
  expect((await fetchBreaks('payment')).filter((row) => row.subject === payment.reference)).toEqual([])
  await expectRecordsMatch()
})

test.each([
  ['in full', undefined, 210_000n, 'payment_reversed'],
  ['in part', 500, 50_000n, 'payment_partly_reversed'],
])(
  'an order that is delivered after a dispute was lost %s stays in review',
  async (_, amount, lostKobo, reason) => {
    const { info } = await app
      .createGuest()
      .buyElectricity({ meter_number: prepaidMeter('pendingThenDelivered') })
    await eventually(async () => (await app.orderRow(info.order_reference)).state === 'vending')
    const { id } = await app.orderRow(info.order_reference)
    await openDispute((await paymentOf(id)).reference, { decides: 'payer', ...(amount && { amount }) })
    await eventually(async () => (await app.orderRow(info.order_reference)).review_reason === reason)
    await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
    expect(await app.orderRow(info.order_reference)).toMatchObject({ review_reason: reason })
    expect((await app.accountBalances()).get(`receivable:${id}`)).toBe(lostKobo)
    await expectRecordsMatch()
  },
)

test('a won dispute posts nothing', async () => {
  const { order, payment } = await createDeliveredOrder()
  const id = await openDispute(payment.reference)
  await waitForState(id, 'open')
  await fetchBreaks('dispute')
  await openDispute(payment.reference, { decides: 'merchant' })
  await waitForState(id, 'won')
  expect((await fetchBreaks('dispute')).find((row) => row.subject === payment.reference)).toMatchObject({
    resolution: 'Dispute won.',
  })
  expect(await app.orderRow(order.reference)).toMatchObject({ review_reason: null })
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBeUndefined()
  await expectRecordsMatch()
})

test('a partial chargeback of a top-up debits the wallet and notifies the owner and managers', async () => {
  const ada = await createUser(app)
  const { data } = await ada.topUp(5_000)
  await ada.payAtCheckout(data.checkoutUrl)
  await eventually(async () => (await ada.walletKobo()) === 500_000n)
  const { reference } = await app.db.q
    .selectFrom('payments')
    .select('reference')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  await waitForState(await openDispute(reference, { decides: 'payer', amount: 1_500 }), 'lost')
  expect(await ada.walletKobo()).toBe(350_000n)
  const { data: notifications } = await ada.get<{ list: object[] }>('/account/notifications/all')
  expect(JSON.stringify(notifications)).toContain('Your bank reversed ₦1,500.00')
  expect((await fetchBreaks('unallocated_funds')).find((row) => row.subject === reference)).toMatchObject({
    note: expect.stringContaining('partial chargeback.'),
    allowed_actions: ['explain'],
  })
  await expectRecordsMatch()
})

/** An undelivered order whose refund the gateway could not make: it was credited to the wallet. */
async function createRefundPaidIntoWallet() {
  await app.injectFault('paystack', 'refund_fails')
  const ada = await createCustomer(app)
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter('failed') })
  const { data } = await ada.initiatePayment(info)
  await ada.payAtCheckout(data.checkoutUrl)
  const currentOrder = () => app.orderRow(info.order_reference)
  await app.runDueJobsUntil(async () => (await currentOrder()).state === 'refunded')
  const order = await currentOrder()
  expect(await ada.walletKobo()).toBe(order.total_kobo)
  return { order, payment: await paymentOf(order.id), currentOrder }
}

test('a chargeback after a refund that failed and was credited to the wallet posts its loss', async () => {
  const { order, payment, currentOrder } = await createRefundPaidIntoWallet()
  await waitForState(await openDispute(payment.reference, { decides: 'payer' }), 'lost')
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(order.total_kobo)
  expect((await currentOrder()).review_reason).toBe('payment_partly_reversed')
  await expectRecordsMatch()
})

test('after a refund was credited to the wallet, a dispute that is reported as lost without an amount stays open', async () => {
  const { order, payment } = await createRefundPaidIntoWallet()
  const id = await openDispute(payment.reference)
  await waitForState(id, 'open')
  await reportLostForNothing(id, payment.reference)
  expect(await disputeOf(id)).toMatchObject({ state: 'open', amount_kobo: null })
  await openDispute(payment.reference, { decides: 'payer' })
  await waitForState(id, 'lost')
  expect((await app.accountBalances()).get(`receivable:${order.id}`)).toBe(order.total_kobo)
  await expectRecordsMatch()
})

test('a dispute is fetched again after a gateway error, and an unknown dispute posts nothing', async () => {
  const { payment } = await createDeliveredOrder()
  await app.injectFault('paystack', 'dispute_500')
  const id = await openDispute(payment.reference)
  await app.runDueJobsUntil(async () => (await disputeOf(id))?.state === 'open')

  expect((await postWebhook(resolveEvent, '{"id":424242}', 'sk_test_of_another_merchant')).status).toBe(401)
  expect((await postWebhook(resolveEvent, '{"id":424242}')).status).toBe(200)
  const handledAt = async () =>
    (
      await app.db.q
        .selectFrom('webhook_inbox')
        .select('handled_at')
        .where('event_key', '=', 'charge.dispute.resolve:424242')
        .executeTakeFirst()
    )?.handled_at
  await eventually(handledAt)
  expect(await disputeOf('424242')).toBeUndefined()
  await expectRecordsMatch()
})
