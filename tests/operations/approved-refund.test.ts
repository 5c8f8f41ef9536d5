import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findViolations } from '../../server/operations/index.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { getManagedOrder } from '../../shared/management/orders.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import { collectOrderRecords } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'

let app: TestApp
let musa: TestUser
let ngozi: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
  ngozi = await createTestManager(app)
})
beforeEach(async () => {
  await app.resetClock()
  await app.injectFault('paystack', 'none')
  await app.context.settings.change('refund_second_manager_kobo', 50_000_00)
})
afterAll(() => app.close())

const refundsOf = async (reference: string) =>
  (await collectOrderRecords(app, reference)).refunds.sort(
    (one, other) => one.created_at.getTime() - other.created_at.getTime(),
  )
const runUntilFailed = (reference: string, count: number) =>
  app.runDueJobsUntil(
    async () => (await refundsOf(reference)).filter(({ state }) => state === 'failed').length === count,
    { stepSeconds: 600 },
  )
const actionsOf = async (reference: string) =>
  (await musa.get<DataOf<typeof getManagedOrder>>(`/management/orders/${reference}`)).data.operations
    ?.allowed_actions
const refund = (reference: string, bank_reference: string) =>
  musa.postJson(`/management/orders/${reference}/refund`, {
    auth_pin: correctPin,
    reason: 'The gateway cannot pay it',
    evidence: { bank_reference },
  })

/** A delivered order that a guest paid three times; the gateway fails both refunds twice. */
async function createTwoFailedRefunds() {
  await app.injectFault('paystack', 'refund_fails', 4)
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  const opened = []
  for (const payment_method of ['CARD', 'ACCOUNT_TRANSFER', 'USSD'])
    opened.push(await guest.initiatePayment(info, { payment_method }))
  for (const { data } of opened) await guest.payAtCheckout(data.checkoutUrl)
  await runUntilFailed(info.order_reference, 4)
  return info.order_reference
}

test('an approval pays the refund that was requested, although another one was created first', async () => {
  const reference = await createTwoFailedRefunds()
  const order = await app.orderRow(reference)
  await app.context.settings.change('refund_second_manager_kobo', 0)
  expect((await refund(reference, 'NIP-A')).httpStatus).toBe(202)
  const approval = await app.db.q
    .selectFrom('approvals')
    .select(['id', 'refund_id'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const named = (await refundsOf(reference)).find(({ id }) => id === approval.refund_id)
  expect(named).toBeDefined()
  await sql`update refunds set created_at = created_at - interval '1 day'
    where order_id = ${order.id} and payment_id <> ${named?.payment_id}`.execute(app.db.q)
  const [waiting] = (await ngozi.get<Approval[]>('/management/approvals/all?kind=refund')).data.filter(
    (item) => item.order_reference === reference,
  )
  const approve = () => ngozi.post(`/management/approvals/${waiting?.id}/approve`, { auth_pin: correctPin })
  const responses = await Promise.all([approve(), approve()])
  expect(responses.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
  const paid = (await refundsOf(reference)).filter(({ manual_payout }) => manual_payout !== null)
  expect(paid.map(({ id }) => id)).toEqual([approval.refund_id])
  // The other payment is still owed, and its refund is another request.
  await app.context.settings.change('refund_second_manager_kobo', 50_000_00)
  expect((await refund(reference, 'NIP-B')).httpStatus).toBe(200)
  expect((await refund(reference, 'NIP-C')).httpStatus).toBe(409)
  const payments = (await refundsOf(reference)).flatMap(({ manual_payout, payment_id }) =>
    manual_payout === null ? [] : [payment_id],
  )
  expect(new Set(payments).size).toBe(2)
  expect((await app.accountBalances()).get('refund_payable') ?? 0n).toBe(0n)
  expect(await findViolations(app.db)).toEqual([])
})

test('an approval that names no refund is answered with what the second manager has to do', async () => {
  const reference = await createTwoFailedRefunds()
  const order = await app.orderRow(reference)
  await app.context.settings.change('refund_second_manager_kobo', 0)
  expect((await refund(reference, 'NIP-OLD')).httpStatus).toBe(202)
  const { id } = await app.db.q
    .updateTable('approvals')
    .set({ refund_id: null })
    .where('order_id', '=', order.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const decide = (decision: string, body: object = {}) =>
    ngozi.post(`/management/approvals/${id}/${decision}`, { auth_pin: correctPin, ...body })
  expect(await decide('approve')).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('Reject it, and request the refund again.'),
  })
  expect((await decide('reject', { reason: 'Requested again' })).httpStatus).toBe(200)
  await app.context.settings.change('refund_second_manager_kobo', 50_000_00)
  for (const bankReference of ['NIP-NEW', 'NIP-OTHER'])
    expect((await refund(reference, bankReference)).httpStatus).toBe(200)
  expect((await app.accountBalances()).get('refund_payable') ?? 0n).toBe(0n)
})

test('a partial refund is paid manually once, and not while its retry can still be sent', async () => {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  await app.injectFault('paystack', 'refund_fails', 2)
  await musa.post(`/management/orders/${reference}/goodwill`, {
    ...{ auth_pin: correctPin, amount: '400', reason: 'Late' },
  })
  await runUntilFailed(reference, 1)
  expect((await refundsOf(reference)).map(({ state }) => state)).toEqual(['failed', 'requested'])
  expect(await actionsOf(reference)).not.toContain('refund')
  expect((await refund(reference, 'NIP-1')).httpStatus).toBe(409)
  await runUntilFailed(reference, 2)
  expect((await refund(reference, 'NIP-2')).httpStatus).toBe(200)
  expect(await actionsOf(reference)).not.toContain('refund')
  expect((await refund(reference, 'NIP-3')).httpStatus).toBe(409)
  expect((await app.accountBalances()).get('refund_payable') ?? 0n).toBe(0n)
  expect(await findViolations(app.db)).toEqual([])
})
