import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Config } from '../../server/config.ts'
import { approveAccount, type Gateway, processRefund, type Refund } from '../../server/payments/index.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import type { MeterInfo } from '../../shared/power.ts'
import { createTestManager, rightPin } from '../management/setup.ts'
import { collectOrderRecords, expectInvariantsHold, isOrderFinal } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
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

function createProviders(config: Config) {
  const providers = createShortTimeoutProviders(config)
  paystack = providers.gateways.paystack
  return {
    ...providers,
    gateways: {
      ...providers.gateways,
      paystack: {
        ...paystack,
        refundToAccount: (request: Parameters<SendAccount>[0]) => hooks.sendAccount(request),
        async listRefunds(request: Parameters<Gateway['listRefunds']>[0]) {
          const listed = await paystack.listRefunds(request)
          await hooks.afterList()
          return listed
        },
      },
    },
  }
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createProviders })
})
beforeEach(() => {
  Object.assign(hooks, { sendAccount, afterList: async () => {} })
  return app.resetClock()
})
afterAll(() => app.close())

type Guest = ReturnType<TestApp['createGuest']>
const deps = () => app.features.orderProcessor.deps.payments

/** A refund that needs a bank account, of an order that no vendor delivers. */
async function createRefundAwaitingAccount(email?: string) {
  await app.injectFault('paystack', 'refund_needs_attention')
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({
    meter_number: prepaidMeter('failed'),
    ...(email && { email }),
  })
  const reference = info.order_reference
  const refund = async () => (await collectOrderRecords(app, reference)).refunds[0] as Refund
  await app.runDueJobsUntil(async () => (await refund())?.state === 'needs_attention')
  await app.advanceClock(120)
  return { guest, info, reference, refund, musa: await createTestManager(app) }
}
const submitAccount = (guest: Guest, { order_reference }: Pick<MeterInfo, 'order_reference'>) =>
  guest.postJson<OrderStatus>(`/orders/${order_reference}/refund-account`, {
    bank_code: '058',
    account_number: '0123456789',
  })
const payByTransfer = (manager: Awaited<ReturnType<typeof createTestManager>>, reference: string) =>
  manager.postJson(`/management/orders/${reference}/refund`, {
    auth_pin: rightPin,
    reason: 'The customer called',
    evidence: { bank_reference: `NIP-${reference}` },
  })

async function expectPaidOnceByGateway(reference: string, refund: () => Promise<Refund>) {
  await app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })
  expect(await refund()).toMatchObject({ state: 'processed', manual_payout: null })
  await expectInvariantsHold(app)
}

test('a manager cannot pay a refund by transfer while its account is being sent to the gateway', async () => {
  const { guest, info, reference, refund, musa } = await createRefundAwaitingAccount()
  const responses: number[] = []
  hooks.sendAccount = async (request) => {
    // As after a webhook about the refund.
    await processRefund(deps(), (await refund()).id)
    responses.push((await payByTransfer(musa, reference)).http)
    return sendAccount(request)
  }
  expect((await submitAccount(guest, info)).http).toBe(200)
  expect(responses).toEqual([409])
  await expectPaidOnceByGateway(reference, refund)
})

test('a manager cannot pay a refund by transfer after the response to its account was lost', async () => {
  const { guest, info, reference, refund, musa } = await createRefundAwaitingAccount()
  let forward = async () => {}
  hooks.sendAccount = async (request) => {
    forward = async () => void (await sendAccount(request))
    return { type: 'unknown', reason: 'timeout' }
  }
  expect((await submitAccount(guest, info)).http).toBe(200)
  expect((await payByTransfer(musa, reference)).http).toBe(409)
  await forward()
  await expectPaidOnceByGateway(reference, refund)
})

test('a list of refunds that was fetched before the account was sent does not end its wait', async () => {
  const { guest, info, reference, refund, musa } = await createRefundAwaitingAccount()
  hooks.sendAccount = async (request) => {
    await sendAccount(request)
    return { type: 'unknown', reason: 'timeout' }
  }
  hooks.afterList = async () => {
    hooks.afterList = async () => {}
    expect((await submitAccount(guest, info)).http).toBe(200)
  }
  await processRefund(deps(), (await refund()).id)
  expect((await payByTransfer(musa, reference)).http).toBe(409)
  await expectPaidOnceByGateway(reference, refund)
})

test('an account that the gateway never received is requested again from the customer', async () => {
  const email = 'never-received@example.com'
  const { guest, info, reference, refund } = await createRefundAwaitingAccount(email)
  hooks.sendAccount = async () => ({ type: 'unknown', reason: 'timeout' })
  expect((await submitAccount(guest, info)).data.refund_account).toBeUndefined()
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
  expect((await submitAccount(guest, info)).http).toBe(200)
  await expectPaidOnceByGateway(reference, refund)
})

test('a process that stalls before it sends an account sends nothing, and a manager pays the refund once', async () => {
  const { reference, refund, musa } = await createRefundAwaitingAccount()
  const unapproved = await refund()
  const { id } = unapproved
  await app.db.inTransaction(async (tx) => {
    await approveAccount(tx, unapproved)
    await tx
      .updateTable('refunds')
      .set({
        payout_account_encrypted: deps().secrets.encrypt(
          JSON.stringify({ bankCode: '058', accountNumber: '0123456789' }),
          `refund ${id}`,
        ),
      })
      .where('id', '=', id)
      .execute()
  })
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
      expect((await payByTransfer(musa, reference)).http).toBe(200)
      return result
    },
  }
  await processRefund({ ...deps(), db: stallingDb }, id)
  expect(sentAccounts).not.toContain(unapproved.gateway_refund_id)
  expect(await refund()).toMatchObject({ state: 'failed', manual_payout: 'bank' })
  await expectInvariantsHold(app)
})
