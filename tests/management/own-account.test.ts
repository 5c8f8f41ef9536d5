import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectOrderRecords } from '../support/consistency.ts'
import { fundWallet } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { correctPin, createTestManager } from './setup.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
})
afterAll(() => app.close())

/** Calls by which a manager gives money or products to a user, with the requests by which Musa would be that user. */
const givingCalls: Readonly<
  Record<string, (musa: TestUser, other: TestUser) => Promise<{ path: string; body: object }[]>>
> = {
  topUpWallet: async (musa) => [
    { path: '/management/wallet/top-up', body: { amount: 5, user_id: await uniqueidOf(musa) } },
  ],
  purchasePowerForUser: async (musa) => {
    const form = {
      meter_number: '11000008888',
      meter_type: 'prepaid',
      phone_number: '08031234567',
      amount: 2_000,
      meter_disco: 'ikeja',
    }
    return [await createPurchase(musa, '/services/electricity/get-meter-info', '/management/power', form)]
  },
  purchaseCabletvForUser: async (musa) => {
    const form = {
      smartcard_number: '1200000088',
      cabletv_network: 'DStv',
      cabletv_bundle_code: 'dstv-padi',
      phone_number: '08031234567',
    }
    return [await createPurchase(musa, '/services/cabletv/get-smartcard-info', '/management/cabletv', form)]
  },
  refundOrder: async (musa) => {
    const { q } = app.db
    const { phone } = await q
      .updateTable('users')
      .set({ phone: '+2348031112233' })
      .where('id', '=', musa.id)
      .returning('phone')
      .executeTakeFirstOrThrow()
    const ownOrder = await musa.buy('power', { meter_number: prepaidMeter('noAnswer') })
    const { info: guestOrder } = await app.createGuest().buyElectricity({
      meter_number: prepaidMeter('noAnswer'),
      phone_number: String(phone).replace('+234', '0'),
    })
    const references = [ownOrder, guestOrder.order_reference]
    for (const reference of references)
      await app.runDueJobsUntil(
        async () => (await collectOrderRecords(app, reference)).attempts[0]?.state === 'unknown',
      )
    return references.map((reference) => ({
      path: `/management/orders/${reference}/refund`,
      body: {},
    }))
  },
  payGoodwill: async (musa) => {
    const ownOrder = await musa.buy('power', { meter_number: prepaidMeter() })
    const guest = app.createGuest()
    const { info: guestOrder } = await guest.buyElectricity({
      meter_number: prepaidMeter(),
      email: musa.email,
    })
    const customerOrder = await payForCustomer(musa, prepaidMeter())
    const references = [ownOrder, guestOrder.order_reference, customerOrder]
    for (const reference of references)
      await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
    return references.map((reference) => ({
      path: `/management/orders/${reference}/goodwill`,
      body: { amount: '100', method: 'gateway' },
    }))
  },
  creditUnallocatedFunds: async (musa) => [
    {
      path: `/management/reconciliation/${await addUnallocatedFunds(null)}/credit`,
      body: { user_id: await uniqueidOf(musa) },
    },
  ],
  returnUnallocatedFunds: async (musa) => [
    {
      path: `/management/reconciliation/${await addUnallocatedFunds(musa.id)}/return`,
      body: { bank_reference: 'NIP-1' },
    },
  ],
  approve: async (musa, other) => [
    { path: `/management/approvals/${await approvalFor(musa, other)}/approve`, body: {} },
    { path: `/management/approvals/${await approvalFor(other, musa)}/approve`, body: {} },
  ],
  reject: async (musa, other) => [
    { path: `/management/approvals/${await approvalFor(musa, other)}/reject`, body: {} },
  ],
}
/** Calls that require the PIN and give nothing to a user. */
const callsAllowedForSelf = [
  'requeryOrder',
  'deliverOrder',
  'closeReview',
  'resolveBreak',
  'rejectAccountOfRefund',
  'openFloatBalance',
  'updateFeesAndLimits',
  'showOrderCodes',
  'resendDelivery',
  'blockUser',
  'unblockUser',
  'signOutUser',
  'resetUserPin',
  'requestUserScopes',
  'updateScheduledMessage',
  'sendEmail',
  'sendSms',
]

/** It takes a file: tests/payments/dispute-response.test.ts has its test. */
const callsWithFile = ['sendDisputeResponse']

const uniqueidOf = async ({ id }: Pick<TestUser, 'id'>) =>
  (await app.db.q.selectFrom('users').select('uniqueid').where('id', '=', id).executeTakeFirstOrThrow())
    .uniqueid

/** An order of a customer, paid by the manager's card: the gateway refunds the payer. @returns its reference */
async function payForCustomer(musa: TestUser, meter: string): Promise<string> {
  const { data: info } = await (await createUser(app)).lookUpMeter({ meter_number: meter })
  const { data } = await musa.initiatePayment(info)
  await musa.payAtCheckout(data.checkoutUrl)
  return info.order_reference
}

async function createPurchase(musa: TestUser, lookUp: string, area: string, form: object) {
  const { data } = await musa.post<{ order_reference: string; access_token: string }>(lookUp, form)
  const { order_reference, access_token } = data
  const body = { ...form, order_reference, access_token, user_id: await uniqueidOf(musa) }
  return { path: `${area}/subscribe`, body }
}

/**
 * Unallocated funds on the reconciliation list: a failed refund of this user's top-up, or an unmatched
 * transfer.
 */
async function addUnallocatedFunds(userId: string | null): Promise<bigint> {
  const { q } = app.db
  const subject = userId ? await failedTopUpRefund(userId) : await unmatchedDeposit()
  const row = await q
    .insertInto('reconciliation_breaks')
    .values({
      kind: 'unallocated_funds',
      subject,
      internal_kobo: 50_000n,
      external_kobo: null,
      note: 'Apart',
      resolved_at: null,
      resolution: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function failedTopUpRefund(userId: string): Promise<string> {
  const payment = await app.db.q
    .insertInto('payments')
    .values({
      order_id: null,
      purpose: 'wallet_topup',
      user_id: userId,
      reference: 'SNW-own-top-up',
      gateway: 'paystack',
      method: 'CARD',
      state: 'succeeded',
      amount_kobo: 50_000n,
      paid_kobo: 50_000n,
      paid_currency: 'NGN',
      fee_kobo: 0n,
      email: 'musa@example.com',
      return_nonce_hash: Buffer.from('own top-up'),
      expires_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refund = await app.db.q
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      order_id: null,
      cause: 'overpaid',
      amount_kobo: 50_000n,
      currency: 'NGN',
      state: 'failed',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return refund.id
}

async function unmatchedDeposit(): Promise<string> {
  const { id } = await app.db.q
    .insertInto('deposits')
    .values({
      ...{ gateway: 'monnify', gateway_reference: 'MNFY-own', state: 'unmatched', failure_reason: null },
      ...{
        paid_kobo: 50_000n,
        currency: 'NGN',
        virtual_account_id: null,
        fee_kobo: 0n,
        funding_fee_kobo: 0n,
      },
      ...{ payer_name: null, paid_at: null, auto_purchase_status: null, order_id: null, due_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function approvalFor(beneficiary: TestUser, requester: TestUser): Promise<string | null> {
  const body = { amount: 60_000, auth_pin: correctPin, user_id: await uniqueidOf(beneficiary) }
  const { data } = await requester.post<{ approval_id: string | null }>('/management/wallet/top-up', body)
  return data.approval_id
}

test('a manager cannot give money or products to their own account, or decide about it', async () => {
  const routesWithPin = app.features.routes.filter(
    ({ endpoint }) =>
      endpoint.audience === 'manager' &&
      'auth_pin' in ((endpoint.body?.def as { shape?: object } | undefined)?.shape ?? {}),
  )
  expect([...Object.keys(givingCalls), ...callsAllowedForSelf, ...callsWithFile].sort()).toEqual(
    routesWithPin.map(({ endpoint }) => endpoint.name).sort(),
  )
  const [musa, other] = [await createTestManager(app), await createTestManager(app)]
  await fundWallet(app, musa.id, 1_000_000n)
  for (const [name, requests] of Object.entries(givingCalls)) {
    for (const { path, body } of await requests(musa, other)) {
      const before = await musa.walletKobo()
      const response = await musa.post(path, { ...body, auth_pin: correctPin, reason: 'For myself' })
      expect({ name, path, httpStatus: response.httpStatus }).toEqual({ name, path, httpStatus: 403 })
      expect(await musa.walletKobo(), name).toBe(before)
    }
  }
})
