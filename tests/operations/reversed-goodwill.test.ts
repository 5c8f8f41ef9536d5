import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { findViolations } from '../../server/operations/index.ts'
import { refundBreakdownOf } from '../../server/operations/vendor-reversal-refund.ts'
import type { Outcome } from '../../server/vending/index.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { getManagedOrder } from '../../shared/management/orders.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import { collectOrderRecords } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'

/** Requests that the vendor reports as reversed. */
const reversed = new Set<string>()
const reversal: Outcome = { type: 'failed', reason: 'reversed', code: '040' }

function createProviders(config: Config) {
  const providers = createShortTimeoutProviders(config)
  const { vtpass } = providers.vendors
  return {
    ...providers,
    vendors: {
      ...providers.vendors,
      vtpass: {
        ...vtpass,
        requery: async (attempt: Parameters<typeof vtpass.requery>[0]) =>
          reversed.has(attempt.requestId) ? reversal : vtpass.requery(attempt),
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
beforeEach(() => app.resetClock())
afterAll(() => app.close())

const post = (reference: string, action: string, more: object) =>
  musa.post(`/management/orders/${reference}/${action}`, {
    auth_pin: correctPin,
    reason: 'Reversed later',
    ...more,
  })
const pageOf = async (reference: string) =>
  (await musa.get<DataOf<typeof getManagedOrder>>(`/management/orders/${reference}`)).data
const refundsOf = async (reference: string) => (await collectOrderRecords(app, reference)).refunds
const runUntilProcessed = (reference: string, count: number) =>
  app.runDueJobsUntil(
    async () => (await refundsOf(reference)).filter(({ state }) => state === 'processed').length === count,
    { stepSeconds: 60 },
  )

async function deliver(buyer: Pick<ReturnType<TestApp['createGuest']>, 'buyElectricity'>) {
  const { info } = await buyer.buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  return app.orderRow(reference)
}

/** The vendor reverses the delivery, and the comparison with its records finds it. */
async function reverse(reference: string) {
  for (const { request_id } of (await collectOrderRecords(app, reference)).attempts) reversed.add(request_id)
  await app.advanceClock(11 * 60)
  await app.features.operations.reconcile()
  await eventually(async () => (await app.orderRow(reference)).vendor_reversed)
}

async function expectSettled({ id }: { id: string }) {
  const balances = await app.accountBalances()
  expect(balances.get(`order:${id}`)).toBeUndefined()
  expect(balances.get(`receivable:${id}`)).toBeUndefined()
  expect(balances.get('refund_payable') ?? 0n).toBe(0n)
  expect(await findViolations(app.db)).toEqual([])
}

test('goodwill and lost disputes reduce the refund, which is never negative', () => {
  const total = { total_kobo: 1_000n, state: 'delivered', has_refundable_payment: true } as const
  expect(refundBreakdownOf({ ...total, goodwill_kobo: 0n, returned_by_bank_kobo: 0n })).toMatchObject({
    refundKobo: 1_000n,
  })
  expect(refundBreakdownOf({ ...total, goodwill_kobo: 300n, returned_by_bank_kobo: 200n })).toEqual({
    returnedByBankKobo: 200n,
    goodwillKobo: 300n,
    refundKobo: 500n,
  })
  expect(refundBreakdownOf({ ...total, goodwill_kobo: 900n, returned_by_bank_kobo: 400n })).toEqual({
    returnedByBankKobo: 400n,
    goodwillKobo: 600n,
    refundKobo: 0n,
  })
})

test('a reversed delivery is refunded less the goodwill that the gateway has paid', async () => {
  const order = await deliver(app.createGuest())
  const { reference, total_kobo: totalKobo } = order
  const before = (await app.accountBalances()).get('adjustment') ?? 0n
  expect((await post(reference, 'goodwill', { amount: '700' })).httpStatus).toBe(200)
  await runUntilProcessed(reference, 1)
  await reverse(reference)
  const restKobo = totalKobo - 70_000n
  expect((await pageOf(reference)).operations?.refund_preview).toMatchObject({
    amount: Number(restKobo) / 100,
    method: 'gateway',
  })
  expect((await post(reference, 'refund', {})).httpStatus).toBe(200)
  await runUntilProcessed(reference, 2)
  const { refunded } = await collectOrderRecords(app, reference)
  expect(refunded.reduce((sum, { amountKobo }) => sum + BigInt(amountKobo), 0n)).toBe(totalKobo)
  expect((await refundsOf(reference)).map((refund) => refund.amount_kobo)).toContain(restKobo)
  const approval = await app.db.q
    .selectFrom('approvals')
    .select('amount_kobo')
    .where('order_id', '=', order.id)
    .where('kind', '=', 'refund')
    .executeTakeFirstOrThrow()
  expect(approval.amount_kobo).toBe(restKobo)
  // The suspense account of the order pays the goodwill instead of the company.
  expect((await app.accountBalances()).get('adjustment') ?? 0n).toBe(before)
  expect((await post(reference, 'refund', {})).httpStatus).toBe(409)
  await expectSettled(order)
})

test('a reversed delivery is refunded less the goodwill in the wallet', async () => {
  const ada = await createCustomer(app)
  const order = await deliver(ada)
  const before = await ada.walletKobo()
  expect((await post(order.reference, 'goodwill', { amount: '500', method: 'wallet' })).httpStatus).toBe(200)
  await reverse(order.reference)
  expect((await post(order.reference, 'refund', {})).httpStatus).toBe(200)
  await runUntilProcessed(order.reference, 1)
  expect((await refundsOf(order.reference)).map((refund) => refund.amount_kobo)).toEqual([
    order.total_kobo - 50_000n,
  ])
  // The wallet keeps the goodwill, without the cashback of the order.
  expect((await ada.walletKobo()) - before).toBeLessThanOrEqual(50_000n)
  await expectSettled(order)
})

test('a reversed delivery that a wallet paid for returns the total to it, goodwill included', async () => {
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const { data } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  await ada.payFromWallet(data)
  const reference = data.order_reference
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  expect((await post(reference, 'goodwill', { amount: '500' })).httpStatus).toBe(200)
  await reverse(reference)
  expect((await post(reference, 'refund', {})).httpStatus).toBe(200)
  expect(await ada.walletKobo()).toBe(1_000_000n)
  await expectSettled(await app.orderRow(reference))
})

test('a reversed delivery whose total was paid as goodwill is closed without another refund', async () => {
  const order = await deliver(app.createGuest())
  const { reference } = order
  const amount = String(Number(order.total_kobo) / 100)
  expect((await post(reference, 'goodwill', { amount })).httpStatus).toBe(200)
  await runUntilProcessed(reference, 1)
  await reverse(reference)
  expect((await pageOf(reference)).operations?.refund_preview).toMatchObject({ amount: 0 })
  expect((await post(reference, 'refund', {})).httpStatus).toBe(200)
  await app.runDueJobs()
  expect(await refundsOf(reference)).toHaveLength(1)
  expect((await app.orderRow(reference)).review_reason).toBeNull()
  await expectSettled(order)
})

test('goodwill that is paid while two managers refund a reversed delivery never exceeds the payment', async () => {
  const ngozi = await createTestManager(app)
  const order = await deliver(app.createGuest())
  const { reference } = order
  await reverse(reference)
  const body = { auth_pin: correctPin, reason: 'Reversed later' }
  const responses = await Promise.all([
    post(reference, 'goodwill', { amount: '900' }),
    post(reference, 'refund', {}),
    ngozi.post(`/management/orders/${reference}/refund`, body),
  ])
  expect(responses.filter(({ httpStatus }) => httpStatus === 200).length).toBeGreaterThanOrEqual(1)
  await app.runDueJobsUntil(async () =>
    (await refundsOf(reference)).every(({ state }) => state === 'processed'),
  )
  const { refunded } = await collectOrderRecords(app, reference)
  expect(refunded.reduce((sum, { amountKobo }) => sum + BigInt(amountKobo), 0n)).toBe(order.total_kobo)
  await expectSettled(order)
})
