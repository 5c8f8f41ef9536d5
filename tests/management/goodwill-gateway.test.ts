import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { account, accountSum } from '../../server/ledger/index.ts'
import { findViolations } from '../../server/operations/index.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { getManagedOrder } from '../../shared/management/orders.ts'
import { collectOrderRecords, expectLedgerMatchesProviders } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'
import { correctPin, countAuditEvents, createTestManager, withFailingAuditLog } from './setup.ts'

let app: TestApp
let musa: TestUser
let ngozi: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
beforeEach(async () => {
  await app.resetClock()
  await app.injectFault('paystack', 'none')
  musa = await createTestManager(app)
  ngozi = await createTestManager(app)
})
afterAll(() => app.close())

let meters = 0
/** A delivered order that was paid through Paystack, by a guest unless a buyer is given. */
async function createDeliveredOrder(
  amount = 2_000,
  buyer: Pick<ReturnType<TestApp['createGuest']>, 'buyElectricity' | 'getOrderStatus'> = app.createGuest(),
) {
  meters += 1
  const meter_number = `110000077${String(meters).padStart(2, '0')}`
  const { info } = await buyer.buyElectricity({ meter_number, amount })
  const reference = info.order_reference
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  return {
    reference,
    info,
    total: info.total_amount,
    status: async () => (await buyer.getOrderStatus(info)).data,
  }
}
const pay = (manager: TestUser, reference: string, amount: number, headers = {}) =>
  manager.post(
    `/management/orders/${reference}/goodwill`,
    { auth_pin: correctPin, amount: String(amount), reason: 'Bought for the wrong meter' },
    headers,
  )
const pageOf = async (reference: string) =>
  (await musa.get<DataOf<typeof getManagedOrder>>(`/management/orders/${reference}`)).data
const limitsOf = async (reference: string) => {
  const { goodwill_limit, goodwill_gateway_limit } = await pageOf(reference)
  return [goodwill_limit, goodwill_gateway_limit]
}
const pendingApprovalOf = async (reference: string) =>
  (await ngozi.get<Approval[]>('/management/approvals/all?kind=goodwill')).data.find(
    (item) => item.order_reference === reference && item.state === 'pending',
  )
const decide = (manager: TestUser, id: string | undefined, decision = 'approve') =>
  manager.post(`/management/approvals/${id}/${decision}`, { auth_pin: correctPin })
/** The payer's bank disputes the payment of an order. @returns the change of the dispute's state */
async function openDispute(reference: string) {
  const { id } = await app.db.q
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.id')
    .where('orders.reference', '=', reference)
    .executeTakeFirstOrThrow()
  await app.db.q
    .insertInto('disputes')
    .values({
      ...{ gateway: 'paystack', gateway_dispute_id: reference, payment_id: id, state: 'open' },
      ...{ amount_kobo: null, evidence_due_at: null },
    })
    .execute()
  return (state: 'won' | 'lost') =>
    app.db.q.updateTable('disputes').set({ state }).where('payment_id', '=', id).execute()
}
const disputedResponse = {
  httpStatus: 409,
  code: 'NOT_NOW',
  message:
    "The payer's bank disputes the payment and may return the money itself. Wait for the outcome of the dispute.",
}
const adjustmentKobo = () => app.db.inTransaction((tx) => accountSum(tx, account.adjustment))
const fetchRefunds = async (reference: string) => (await collectOrderRecords(app, reference)).refunds
const runUntilRefund = (reference: string, state: string) =>
  app.runDueJobsUntil(async () => (await fetchRefunds(reference)).some((refund) => refund.state === state), {
    stepSeconds: 60,
  })

test('a guest’s goodwill is a partial refund through the gateway, and the order stays delivered', async () => {
  const { reference, total, status } = await createDeliveredOrder()
  const before = await adjustmentKobo()
  expect(await limitsOf(reference)).toEqual([null, total])
  expect(await pay(musa, reference, 700)).toMatchObject({
    httpStatus: 200,
    message: 'The refund was started. The order page shows when the gateway has paid it.',
  })
  await runUntilRefund(reference, 'processed')
  expect(await fetchRefunds(reference)).toMatchObject([{ cause: 'goodwill', amount_kobo: 70_000n }])
  expect((await adjustmentKobo()) - before).toBe(70_000n)
  expect((await app.orderRow(reference)).state).toBe('delivered')
  expect((await status()).extra_refunds).toEqual([
    {
      reason: 'goodwill',
      status: 'refunded',
      message: expect.stringMatching(/as goodwill\. .*₦700\.00 to the card you paid with/),
    },
  ])
  // A gateway returns a part of a payment as goodwill once.
  expect(await limitsOf(reference)).toEqual([null, null])
  expect((await pageOf(reference)).goodwill_paid).toBe(700)
  expect((await pay(musa, reference, 100)).httpStatus).toBe(409)
  expect(await countAuditEvents(app, 'order.goodwill', reference)).toBe(1)
  expect(await findViolations(app.db)).toEqual([])
  await expectLedgerMatchesProviders(app)
})

test('goodwill through the gateway is at most what was captured and not refunded', async () => {
  await app.injectFault('paystack', 'overpaid')
  const { reference, total } = await createDeliveredOrder()
  await runUntilRefund(reference, 'processed')
  expect(await limitsOf(reference)).toEqual([null, total])
  expect(await pay(musa, reference, total + 1)).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('can be paid: what was captured, less refunds and earlier goodwill.'),
  })
  expect((await pay(musa, reference, total)).httpStatus).toBe(200)
  await app.runDueJobsUntil(
    async () => (await fetchRefunds(reference)).filter(({ state }) => state === 'processed').length === 2,
    { stepSeconds: 60 },
  )
  expect(await findViolations(app.db)).toEqual([])
})

test('two managers who pay goodwill at the same time send one refund', async () => {
  const { reference } = await createDeliveredOrder()
  const responses = await Promise.all([pay(musa, reference, 600), pay(ngozi, reference, 500)])
  expect(responses.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
  await runUntilRefund(reference, 'processed')
  expect(await fetchRefunds(reference)).toHaveLength(1)
})

test('above the limit a second manager approves the method too, and two approvals send one refund', async () => {
  const { reference } = await createDeliveredOrder(60_000)
  expect(await pay(musa, reference, 55_000)).toMatchObject({ httpStatus: 202, status: 'pending' })
  expect(await fetchRefunds(reference)).toEqual([])
  const approval = await pendingApprovalOf(reference)
  expect(approval).toMatchObject({ goodwill_method: 'gateway', amount: 55_000, user: null })
  const responses = await Promise.all([decide(ngozi, approval?.id), decide(ngozi, approval?.id)])
  expect(responses.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
  await runUntilRefund(reference, 'processed')
  expect(await fetchRefunds(reference)).toMatchObject([{ amount_kobo: 5_500_000n, state: 'processed' }])
})

test('the approval of a request above the remaining amount fails, and the request can be rejected', async () => {
  const { reference } = await createDeliveredOrder(60_000)
  await pay(musa, reference, 55_000)
  const approval = await pendingApprovalOf(reference)
  expect((await pay(ngozi, reference, 6_000)).httpStatus).toBe(200)
  expect((await decide(ngozi, approval?.id)).httpStatus).toBe(409)
  expect((await decide(ngozi, approval?.id, 'reject')).httpStatus).toBe(200)
  await runUntilRefund(reference, 'processed')
  expect(await fetchRefunds(reference)).toHaveLength(1)
})

test('a repeated request sends one refund, and a crash before the commit sends none', async () => {
  const { reference } = await createDeliveredOrder()
  expect((await withFailingAuditLog(app, () => pay(musa, reference, 300))).httpStatus).toBe(500)
  expect(await fetchRefunds(reference)).toEqual([])
  const key = { 'idempotency-key': 'goodwill-gateway-01' }
  expect((await pay(musa, reference, 300, key)).httpStatus).toBe(200)
  await app.db.q.deleteFrom('idempotency_keys').where('key', '=', 'goodwill-gateway-01').execute()
  expect((await pay(musa, reference, 300, key)).httpStatus).toBe(200)
  await runUntilRefund(reference, 'processed')
  expect(await fetchRefunds(reference)).toHaveLength(1)
})

test.each(['refund_500', 'refund_timeout_accepted'])(
  'a gateway that responds with an error or not at all (%s) pays goodwill once',
  async (fault) => {
    const { reference } = await createDeliveredOrder()
    await app.injectFault('paystack', fault)
    await pay(musa, reference, 400)
    await runUntilRefund(reference, 'processed')
    expect(await fetchRefunds(reference)).toHaveLength(1)
    expect((await app.orderRow(reference)).state).toBe('delivered')
    await expectLedgerMatchesProviders(app)
  },
)

test('goodwill that the gateway rejects is sent again, and a second rejection goes to a manager', async () => {
  const { reference, status } = await createDeliveredOrder()
  await app.injectFault('paystack', 'refund_fails', 2)
  await pay(musa, reference, 400)
  await app.runDueJobsUntil(
    async () => (await fetchRefunds(reference)).filter(({ state }) => state === 'failed').length === 2,
    { stepSeconds: 600 },
  )
  expect(await app.orderRow(reference)).toMatchObject({ state: 'delivered', review_reason: 'refund_failed' })
  expect((await status()).extra_refunds).toMatchObject([{ reason: 'goodwill', status: 'pending' }])
  expect(await findViolations(app.db)).toEqual([])
})

test('a customer with a wallet is paid by the method that the manager chooses, and the cashback is reversed in proportion', async () => {
  const ada = await createCustomer(app)
  const { reference, total } = await createDeliveredOrder(2_000, ada)
  const wallet = await ada.walletKobo()
  expect(await limitsOf(reference)).toEqual([total, total])
  const response = await musa.post(`/management/orders/${reference}/goodwill`, {
    ...{ auth_pin: correctPin, amount: '1000', reason: 'Late', method: 'gateway' },
  })
  expect(response.httpStatus).toBe(200)
  await runUntilRefund(reference, 'processed')
  const cashbackKobo = (2_000n * 100_000n) / BigInt(total * 100)
  expect(wallet - (await ada.walletKobo())).toBe(cashbackKobo)
  // The rest can go into the wallet.
  expect(await limitsOf(reference)).toEqual([total - 1_000, null])
  expect(await findViolations(app.db)).toEqual([])
})

test('a disputed payment allows no goodwill by either method until the dispute is won', async () => {
  const ada = await createCustomer(app)
  const { reference, total } = await createDeliveredOrder(2_000, ada)
  const closeDispute = await openDispute(reference)
  const before = await adjustmentKobo()
  for (const method of ['wallet', 'gateway'])
    expect(
      await musa.post(`/management/orders/${reference}/goodwill`, {
        ...{ auth_pin: correctPin, amount: '100', reason: 'Late', method },
      }),
      method,
    ).toMatchObject(disputedResponse)
  expect(await adjustmentKobo()).toBe(before)
  const { goodwill_limit, goodwill_gateway_limit, operations } = await pageOf(reference)
  expect([goodwill_limit, goodwill_gateway_limit]).toEqual([null, null])
  expect(operations?.unavailable_actions.at(-1)).toEqual({
    action: 'goodwill',
    message: disputedResponse.message,
  })
  await closeDispute('won')
  expect(await limitsOf(reference)).toEqual([total, total])
  expect((await pay(musa, reference, 100)).httpStatus).toBe(200)
})

test('goodwill that was requested before a dispute is not paid on approval, and can be rejected', async () => {
  const { reference } = await createDeliveredOrder(60_000)
  expect((await pay(musa, reference, 55_000)).httpStatus).toBe(202)
  const approval = await pendingApprovalOf(reference)
  await openDispute(reference)
  expect(await decide(ngozi, approval?.id)).toMatchObject(disputedResponse)
  expect(await fetchRefunds(reference)).toEqual([])
  expect((await decide(ngozi, approval?.id, 'reject')).httpStatus).toBe(200)
})
