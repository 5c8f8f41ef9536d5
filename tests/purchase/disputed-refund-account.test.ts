import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Payment, processRefund } from '../../server/payments/index.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { getManagedOrder } from '../../shared/management/orders.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import { expectInvariantsHold } from '../support/consistency.ts'
import { withPaystack } from '../support/providers.ts'
import {
  createRefundAwaitingAccount,
  storeApprovedAccount,
  submitRefundAccount,
} from '../support/refund-account.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

/** Gateway ids of the refunds for which an account was sent to the gateway. */
const sentAccounts: string[] = []

const providerOverrides = withPaystack((paystack) => ({
  async refundToAccount(request) {
    sentAccounts.push(request.refundId)
    if (!paystack.refundToAccount) throw new Error('Paystack sends refunds to accounts')
    return paystack.refundToAccount(request)
  },
}))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides })
})
beforeEach(() => app.resetClock())
afterAll(() => app.close())

const hour = 60 * 60
const deps = () => app.features.orderProcessor.deps.payments

/** The payer's bank opens or decides a dispute; resolves when the webhook is applied. */
async function dispute(
  { id, reference }: Pick<Payment, 'id' | 'reference'>,
  state: 'open' | 'won' | 'lost' = 'open',
  lostNaira?: string,
) {
  const decides = { open: undefined, won: 'merchant', lost: 'payer' }[state]
  await fetch(`${app.simulators.url}/simulators/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference, decides, amount: lostNaira }),
  })
  await eventually(async () =>
    app.db.q
      .selectFrom('disputes')
      .select('id')
      .where('payment_id', '=', id)
      .where('state', '=', state)
      .executeTakeFirst(),
  )
}
const runLater = async () => {
  await app.advanceClock(2 * hour)
  await app.runDueJobs()
}
const waitForState = (reference: string, state: string) =>
  app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === state, { stepSeconds: 60 })

test('an account that is submitted during a dispute is sent when the dispute is won', async () => {
  const { guest, info, reference, payment, refund } = await createRefundAwaitingAccount(app)
  await dispute(payment)
  const response = await submitRefundAccount(guest, info)
  expect(response).toMatchObject({
    httpStatus: 200,
    data: {
      refund_held: true,
      money: { message: expect.stringMatching(/our refund waits for its decision.*have your bank account/) },
    },
  })
  await runLater()
  const manager = await createTestManager(app)
  const page = await manager.get<DataOf<typeof getManagedOrder>>(`/management/orders/${reference}`)
  expect(page.data).toMatchObject({
    refund_held: true,
    needs_account: false,
    review: { message: expect.stringContaining('The customer has given a bank account.') },
    payments: [{ refund: { status: 'in_progress' } }],
  })
  expect(sentAccounts).not.toContain((await refund()).gateway_refund_id)
  expect(await refund()).toMatchObject({ state: 'needs_attention', failure_reason: 'account_approved' })
  await expectInvariantsHold(app)
  await dispute(payment, 'won')
  await waitForState(reference, 'refunded')
  expect(sentAccounts).toContain((await refund()).gateway_refund_id)
  expect((await app.orderRow(reference)).review_reason).toBeNull()
  await expectInvariantsHold(app)
})

test('an approved account is not sent when a dispute opens before it is processed', async () => {
  const { reference, payment, refund } = await createRefundAwaitingAccount(app)
  const unapproved = await refund()
  await storeApprovedAccount(app, unapproved)
  await Promise.all([dispute(payment), processRefundAfterDispute(payment, unapproved.id)])
  expect(sentAccounts).not.toContain((await refund()).gateway_refund_id)
  await dispute(payment, 'won')
  await waitForState(reference, 'refunded')
  expect(sentAccounts).toContain((await refund()).gateway_refund_id)
})

/** Two workers process the refund as soon as its dispute is stored. */
async function processRefundAfterDispute({ id }: Payment, refundId: string) {
  await eventually(async () =>
    app.db.q.selectFrom('disputes').select('id').where('payment_id', '=', id).executeTakeFirst(),
  )
  await Promise.all([processRefund(deps(), refundId), processRefund(deps(), refundId)])
}

test('a lost dispute completes a refund that waits for a bank account', async () => {
  const { guest, info, reference, payment, refund } = await createRefundAwaitingAccount(app)
  await dispute(payment)
  await submitRefundAccount(guest, info)
  await dispute(payment, 'lost')
  await waitForState(reference, 'refunded')
  expect(await refund()).toMatchObject({ state: 'processed', failure_reason: 'returned_by_bank' })
  await runLater()
  expect(sentAccounts).not.toContain((await refund()).gateway_refund_id)
  const balances = await app.accountBalances()
  expect(balances.get(`receivable:${payment.order_id}`)).toBeUndefined()
  expect((await submitRefundAccount(guest, info)).httpStatus).toBe(409)
  await expectInvariantsHold(app)
})

test('a partly lost dispute leaves the rest of the refund to a manager', async () => {
  const { guest, info, reference, payment, refund } = await createRefundAwaitingAccount(app)
  const totalKobo = (await refund()).amount_kobo
  await dispute(payment)
  await submitRefundAccount(guest, info)
  await dispute(payment, 'lost', '500')
  await runLater()
  expect(sentAccounts).not.toContain((await refund()).gateway_refund_id)
  expect(await refund()).toMatchObject({ state: 'needs_attention', amount_kobo: totalKobo - 50_000n })
  const { data: status } = await guest.fetchJson<OrderStatus>(`/orders/${reference}/state`)
  expect(status).toMatchObject({ state: 'refunding', money: { status: 'returning' } })
  expect(status).not.toHaveProperty('refund_account')
  const musa = await createTestManager(app)
  const paid = await musa.postJson(`/management/orders/${reference}/refund`, {
    auth_pin: correctPin,
    reason: 'The bank returned a part',
    evidence: { bank_reference: 'NIP-500' },
  })
  expect(paid.httpStatus).toBe(200)
  expect((await app.orderRow(reference)).state).toBe('refunded')
  const balances = await app.accountBalances()
  expect(balances.get('refund_payable') ?? 0n).toBe(0n)
  expect(balances.get(`receivable:${payment.order_id}`)).toBeUndefined()
  await expectInvariantsHold(app)
})
