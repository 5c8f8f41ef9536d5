import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Gateway, processRefund, type Refund } from '../../server/payments/index.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import { expectInvariantsHold, isOrderFinal } from '../support/consistency.ts'
import { withPaystack } from '../support/providers.ts'
import {
  createRefundAwaitingAccount,
  storeApprovedAccount,
  submitRefundAccount,
} from '../support/refund-account.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

type SendAccount = NonNullable<Gateway['refundToAccount']>

let paystack: Gateway
/** Gateway ids of the refunds for which an account was sent to the gateway. */
const sentAccounts: string[] = []
const sendAccount: SendAccount = async (request) => {
  sentAccounts.push(request.refundId)
  if (!paystack.refundToAccount) throw new Error('Paystack sends refunds to accounts')
  return paystack.refundToAccount(request)
}
const hooks: { sendAccount: SendAccount; afterList: () => Promise<void> } = {
  sendAccount,
  afterList: async () => {},
}

const providerOverrides = withPaystack((gateway) => {
  paystack = gateway
  return {
    refundToAccount: (request) => hooks.sendAccount(request),
    async listRefunds(request) {
      const listed = await gateway.listRefunds(request)
      await hooks.afterList()
      return listed
    },
  }
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides })
})
beforeEach(() => {
  Object.assign(hooks, { sendAccount, afterList: async () => {} })
  return app.resetClock()
})
afterAll(() => app.close())

const deps = () => app.features.orderProcessor.deps.payments

const payByTransfer = (manager: Awaited<ReturnType<typeof createTestManager>>, reference: string) =>
  manager.postJson(`/management/orders/${reference}/refund`, {
    auth_pin: correctPin,
    reason: 'The customer called',
    evidence: { bank_reference: `NIP-${reference}` },
  })

async function expectPaidOnceByGateway(reference: string, refund: () => Promise<Refund>) {
  await app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })
  expect(await refund()).toMatchObject({ state: 'processed', manual_payout: null })
  await expectInvariantsHold(app)
}

test('a manager cannot pay a refund by transfer while its account is being sent to the gateway', async () => {
  const { guest, info, reference, refund } = await createRefundAwaitingAccount(app)
  const musa = await createTestManager(app)
  const responses: number[] = []
  hooks.sendAccount = async (request) => {
    // As after a webhook about the refund.
    await processRefund(deps(), (await refund()).id)
    responses.push((await payByTransfer(musa, reference)).httpStatus)
    return sendAccount(request)
  }
  expect((await submitRefundAccount(guest, info)).httpStatus).toBe(200)
  expect(responses).toEqual([409])
  await expectPaidOnceByGateway(reference, refund)
})

test('a manager cannot pay a refund by transfer after the response to its account was lost', async () => {
  const { guest, info, reference, refund } = await createRefundAwaitingAccount(app)
  const musa = await createTestManager(app)
  let forward = async () => {}
  hooks.sendAccount = async (request) => {
    forward = async () => void (await sendAccount(request))
    return { type: 'unknown', reason: 'timeout' }
  }
  expect((await submitRefundAccount(guest, info)).httpStatus).toBe(200)
  expect((await payByTransfer(musa, reference)).httpStatus).toBe(409)
  await forward()
  await expectPaidOnceByGateway(reference, refund)
})

test('a list of refunds that was fetched before the account was sent does not end its wait', async () => {
  const { guest, info, reference, refund } = await createRefundAwaitingAccount(app)
  const musa = await createTestManager(app)
  hooks.sendAccount = async (request) => {
    await sendAccount(request)
    return { type: 'unknown', reason: 'timeout' }
  }
  hooks.afterList = async () => {
    hooks.afterList = async () => {}
    expect((await submitRefundAccount(guest, info)).httpStatus).toBe(200)
  }
  await processRefund(deps(), (await refund()).id)
  expect((await payByTransfer(musa, reference)).httpStatus).toBe(409)
  await expectPaidOnceByGateway(reference, refund)
})

test('an account that the gateway never received is requested again from the customer', async () => {
  const email = 'never-received@example.com'
  const { guest, info, reference, refund } = await createRefundAwaitingAccount(app, email)
  hooks.sendAccount = async () => ({ type: 'unknown', reason: 'timeout' })
  expect((await submitRefundAccount(guest, info)).data.refund_account).toBeUndefined()
  const status = async () => (await guest.getOrderStatus(info)).data
  await app.runDueJobsUntil(async () => (await status()).refund_account !== undefined)
  await app.runDueJobs()
  await eventually(async () => {
    const requests = (await app.emails()).filter(
      ({ to, subject }) => to.includes(email) && subject.includes('Add a bank account'),
    )
    return requests.length === 2
  })
  hooks.sendAccount = sendAccount
  expect((await submitRefundAccount(guest, info)).httpStatus).toBe(200)
  await expectPaidOnceByGateway(reference, refund)
})

test('a process that stalls before it sends an account sends nothing, and a manager pays the refund once', async () => {
  const { reference, refund } = await createRefundAwaitingAccount(app)
  const musa = await createTestManager(app)
  const unapproved = await refund()
  await storeApprovedAccount(app, unapproved)
  const now = performance.now.bind(performance)
  let stalledMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + stalledMs)
  onTestFinished(() => clock.mockRestore())
  const { db } = deps()
  const stallingDb: typeof db = {
    ...db,
    async inTransaction(work) {
      const result = await db.inTransaction(work)
      if (stalledMs > 0) return result
      stalledMs = 150_000
      await app.runDueJobsUntil(async () => (await refund()).failure_reason !== 'paying_into')
      expect((await payByTransfer(musa, reference)).httpStatus).toBe(200)
      return result
    },
  }
  await processRefund({ ...deps(), db: stallingDb }, unapproved.id)
  expect(sentAccounts).not.toContain(unapproved.gateway_refund_id)
  expect(await refund()).toMatchObject({ state: 'failed', manual_payout: 'bank' })
  await expectInvariantsHold(app)
})
