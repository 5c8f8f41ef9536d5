import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { account, accountSum, balanceOf } from '../../server/ledger/index.ts'
import { findViolations } from '../../server/operations/index.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { getManagedOrder } from '../../shared/management/orders.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { correctPin, countAuditEvents, createTestManager, withFailingAuditLog } from './setup.ts'

let app: TestApp
let musa: TestUser
let ngozi: TestUser
let ada: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
beforeEach(async () => {
  musa = await createTestManager(app)
  ngozi = await createTestManager(app)
  ada = await createUser(app, { walletKobo: 20_000_000n })
})
afterAll(() => app.close())

let meters = 0
/** A delivered order of ₦2,000 or more, paid from the wallet. */
async function createDeliveredOrder(buyer = ada, amount = 2_000): Promise<string> {
  meters += 1
  const meter_number = `110000088${String(meters).padStart(2, '0')}`
  const reference = await buyer.buy('power', { meter_number, amount })
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  return reference
}
const pay = (manager: TestUser, reference: string, amount: number, headers = {}) =>
  manager.post(
    `/management/orders/${reference}/goodwill`,
    { auth_pin: correctPin, amount: String(amount), reason: 'Bought for the wrong meter' },
    headers,
  )
const pageOf = async (reference: string) =>
  (await musa.get<DataOf<typeof getManagedOrder>>(`/management/orders/${reference}`)).data
const limitOf = async (reference: string) => (await pageOf(reference)).goodwill_limit
const pendingApprovalOf = async (reference: string) =>
  (await ngozi.get<Approval[]>('/management/approvals/all?kind=goodwill')).data.find(
    (item) => item.order_reference === reference && item.state === 'pending',
  )
const decide = (manager: TestUser, id: string | undefined, decision = 'approve') =>
  manager.post(`/management/approvals/${id}/${decision}`, { auth_pin: correctPin })
const adjustmentKobo = () => app.db.inTransaction((tx) => accountSum(tx, account.adjustment))

test('goodwill credits the customer’s wallet from the adjustment account, and the order stays delivered', async () => {
  const reference = await createDeliveredOrder()
  const { total_kobo } = await app.orderRow(reference)
  const [wallet, adjustment] = [await ada.walletKobo(), await adjustmentKobo()]
  expect(await limitOf(reference)).toBe(Number(total_kobo) / 100)
  expect(await pay(musa, reference, 1_000)).toMatchObject({
    httpStatus: 200,
    message: 'The wallet was credited.',
  })
  expect((await app.orderRow(reference)).state).toBe('delivered')
  expect((await adjustmentKobo()) - adjustment).toBe(100_000n)
  // The cashback of ₦20 is reversed in proportion: 1,000 of the order's total.
  const cashbackKobo = (2_000n * 100_000n) / total_kobo
  expect((await ada.walletKobo()) - wallet).toBe(100_000n - cashbackKobo)
  expect(await pageOf(reference)).toMatchObject({
    goodwill_limit: Number(total_kobo) / 100 - 1_000,
    goodwill_paid: 1_000,
  })
  expect(await findViolations(app.db)).toEqual([])
  expect(await countAuditEvents(app, 'order.goodwill', reference)).toBe(1)
})

test('goodwill is never above what was captured, less refunds and earlier goodwill', async () => {
  const reference = await createDeliveredOrder()
  const total = Number((await app.orderRow(reference)).total_kobo) / 100
  expect((await pay(musa, reference, total + 1)).httpStatus).toBe(409)
  expect((await pay(musa, reference, total - 500)).httpStatus).toBe(200)
  expect(await pay(musa, reference, 501)).toMatchObject({
    httpStatus: 409,
    message: 'At most ₦500.00 can be paid: what was captured, less refunds and earlier goodwill.',
  })
  expect((await pay(musa, reference, 500)).httpStatus).toBe(200)
  expect(await limitOf(reference)).toBeNull()
  expect((await pay(musa, reference, 0)).httpStatus).toBe(422)
  expect(await findViolations(app.db)).toEqual([])
})

test('two payments for the whole order reverse the whole cashback and not more', async () => {
  const reference = await createDeliveredOrder()
  const { id, total_kobo } = await app.orderRow(reference)
  const total = Number(total_kobo) / 100
  await pay(musa, reference, total - 700)
  await pay(musa, reference, 700)
  const { sum } = await app.db.q
    .selectFrom('ledger_entries')
    .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
    .select((row) => row.fn.sum<string>('amount_kobo').as('sum'))
    .where('order_id', '=', id)
    .where('account', '=', 'cashback')
    .executeTakeFirstOrThrow()
  // Rounding down leaves at most one kobo for each payment.
  expect(Number(sum)).toBeGreaterThanOrEqual(0)
  expect(Number(sum)).toBeLessThanOrEqual(2)
})

test('above the limit a second manager approves goodwill, and the cap is checked again', async () => {
  const reference = await createDeliveredOrder(ada, 60_000)
  const before = await ada.walletKobo()
  expect(await pay(musa, reference, 55_000)).toMatchObject({ httpStatus: 202, status: 'pending' })
  expect(await pay(musa, reference, 100)).toMatchObject({ httpStatus: 200 })
  expect((await pay(musa, reference, 56_000)).httpStatus, 'one is already pending').toBe(409)
  expect((await ada.walletKobo()) - before).toBeLessThanOrEqual(10_000n)
  const waiting = await pendingApprovalOf(reference)
  expect(waiting).toMatchObject({ amount: 55_000, requested_by: 'Musa Danjuma', can_decide: true })
  expect((await decide(musa, waiting?.id)).httpStatus).toBe(403)
  // Other goodwill leaves less than the pending amount.
  expect((await pay(ngozi, reference, 10_000)).httpStatus).toBe(200)
  expect((await decide(ngozi, waiting?.id)).httpStatus).toBe(409)
  expect((await decide(ngozi, waiting?.id, 'reject')).httpStatus).toBe(200)
  expect(await findViolations(app.db)).toEqual([])
})

test('an approved request is paid once, however often it is approved', async () => {
  const reference = await createDeliveredOrder(ada, 60_000)
  await pay(musa, reference, 55_000)
  const waiting = await pendingApprovalOf(reference)
  const responses = await Promise.all([decide(ngozi, waiting?.id), decide(ngozi, waiting?.id)])
  expect(responses.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
  expect(await countAuditEvents(app, 'order.goodwill', reference)).toBe(1)
})

test('two managers who pay goodwill for one order at the same time stay below the cap together', async () => {
  const reference = await createDeliveredOrder()
  const before = await adjustmentKobo()
  const responses = await Promise.all([pay(musa, reference, 1_500), pay(ngozi, reference, 1_500)])
  expect(responses.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
  expect((await adjustmentKobo()) - before).toBe(150_000n)
  expect(await findViolations(app.db)).toEqual([])
})

test('a repeated request pays once, and a crash before the commit pays nothing', async () => {
  const reference = await createDeliveredOrder()
  const before = await adjustmentKobo()
  const crashed = await withFailingAuditLog(app, () => pay(musa, reference, 300))
  expect(crashed.httpStatus).toBe(500)
  expect(await adjustmentKobo()).toBe(before)
  const key = { 'idempotency-key': 'goodwill-once-01' }
  expect((await pay(musa, reference, 300, key)).httpStatus).toBe(200)
  // As after a crash between the commit and the response.
  await app.db.q.deleteFrom('idempotency_keys').where('key', '=', 'goodwill-once-01').execute()
  expect((await pay(musa, reference, 300, key)).httpStatus).toBe(200)
  expect((await adjustmentKobo()) - before).toBe(30_000n)
})

test('a chargeback after goodwill reverses only the rest of the cashback', async () => {
  const reference = await createDeliveredOrder()
  const { id } = await app.orderRow(reference)
  await pay(musa, reference, 1_000)
  const wallet = await ada.walletKobo()
  await app.db.inTransaction((tx) => app.features.orderProcessor.deps.rewards.reverse(tx, id))
  await app.db.inTransaction((tx) => app.features.orderProcessor.deps.rewards.reverse(tx, id))
  const entries = await app.db.q
    .selectFrom('ledger_entries')
    .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
    .select('amount_kobo')
    .where('order_id', '=', id)
    .where('account', '=', 'cashback')
    .execute()
  expect(entries.reduce((sum, { amount_kobo }) => sum + BigInt(amount_kobo), 0n)).toBe(0n)
  expect(await ada.walletKobo()).toBeLessThan(wallet)
  expect(await balanceOf(app.db.q, account.wallet(ada.id))).toBe(await ada.walletKobo())
})

test('goodwill into a wallet is for a delivered order of a customer who has one, and never for the manager’s own', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: '11000008701' })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
  const intoWallet = { auth_pin: correctPin, amount: '100', reason: 'Late', method: 'wallet' }
  expect(
    (await musa.post(`/management/orders/${info.order_reference}/goodwill`, intoWallet)).httpStatus,
  ).toBe(409)
  expect(await limitOf(info.order_reference)).toBeNull()
  const { data: quoted } = await ada.lookUpMeter()
  expect((await pay(musa, quoted.order_reference, 100)).httpStatus).toBe(409)
  await app.db.q.updateTable('users').set({ role: 'manager' }).where('id', '=', ada.id).execute()
  const own = await createDeliveredOrder()
  const { pin_hash } = await app.db.q
    .selectFrom('users')
    .select('pin_hash')
    .where('id', '=', musa.id)
    .executeTakeFirstOrThrow()
  await app.db.q.updateTable('users').set({ pin_hash }).where('id', '=', ada.id).execute()
  expect((await pay(ada, own, 100)).httpStatus).toBe(403)
})

test('goodwill for an order waits while a top-up of the wallet that paid for it is disputed', async () => {
  const reference = await createDeliveredOrder()
  const total = Number((await app.orderRow(reference)).total_kobo) / 100
  const { id } = await app.db.q
    .insertInto('payments')
    .values({
      ...{ reference: `TOP-UP-${reference}`, purpose: 'wallet_topup', user_id: ada.id, gateway: 'paystack' },
      ...{ method: 'CARD', amount_kobo: 500_000n, email: 'ada@example.com', state: 'created' },
      ...{ return_nonce_hash: Buffer.from('nonce'), expires_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.q
    .insertInto('disputes')
    .values({
      ...{ gateway: 'paystack', gateway_dispute_id: reference, payment_id: id, state: 'open' },
      ...{ amount_kobo: null, evidence_due_at: null },
    })
    .execute()
  const message =
    'The payer’s bank disputes a top-up of the wallet that paid for this order. Wait for the outcome of the dispute.'
  const wallet = await ada.walletKobo()
  expect(await pay(musa, reference, 100)).toMatchObject({ httpStatus: 409, code: 'NOT_NOW', message })
  const page = await pageOf(reference)
  expect(page.goodwill_limit).toBeNull()
  expect(page.operations?.unavailable_actions.at(-1)).toEqual({ action: 'goodwill', message })
  expect(await ada.walletKobo()).toBe(wallet)
  await app.db.q.updateTable('disputes').set({ state: 'won' }).where('payment_id', '=', id).execute()
  expect(await limitOf(reference)).toBe(total)
  expect((await pay(musa, reference, 100)).httpStatus).toBe(200)
})
