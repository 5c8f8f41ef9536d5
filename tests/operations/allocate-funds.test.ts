import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../../server/operations/index.ts'
import { gatewaysOf } from '../../server/providers.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { AuditEntry, ReconciliationBreak } from '../../shared/operations.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import { postgresUrl } from '../support/database.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { goodBvn, transferTo } from '../virtual-accounts/setup.ts'
import { createUnpaidTopUpRefund } from './unpaid-top-up-refund.ts'

let app: TestApp
let musa: TestUser
let ngozi: TestUser
let ada: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  await app.context.settings.change('refund_second_manager_kobo', null)
  musa = await createTestManager(app)
  ngozi = await createTestManager(app)
  ada = await createUser(app)
})
afterAll(() => app.close())

const note = 'The payer telephoned'
const uniqueidOf = async ({ id }: TestUser) =>
  (await app.db.q.selectFrom('users').select('uniqueid').where('id', '=', id).executeTakeFirstOrThrow())
    .uniqueid
const fetchUnallocatedBreaks = async () => {
  await app.features.operations.repairMissingDueTimes()
  const { data } = await musa.get<{ list: ReconciliationBreak[] }>(
    '/management/reconciliation/all?kind=unallocated_funds',
  )
  return data.list
}
const itemOf = async (subject: string, isOpen = true) =>
  (await fetchUnallocatedBreaks()).find(
    (item) => item.subject === subject && (item.resolved_at === null) === isOpen,
  )
/** The unallocated funds, in kobo. */
const unallocatedKobo = async () => (await app.accountBalances()).get('unapplied') ?? 0n
const payable = async () => (await app.accountBalances()).get('refund_payable') ?? 0n

/** A transfer to a virtual account that the gateway created and no user has. @returns its line on the list */
async function receiveUnmatched(
  naira = 2_000,
  gateway: GatewayName = 'monnify',
): Promise<ReconciliationBreak> {
  const reserved = await gatewaysOf(app.config)[gateway]!.banking!.reserveAccount!({
    accountReference: `VA-${randomUUID()}`,
    accountName: 'Sanwo Elsewhere',
    customerName: 'Ada Okafor',
    customerEmail: `${randomUUID()}@example.com`,
    bvn: goodBvn,
  })
  if (reserved.type !== 'reserved') throw new Error(`${gateway} did not reserve an account: ${reserved.type}`)
  const reference = await transferTo(app, reserved.accounts[0]!.accountNumber, naira)
  return eventually(() => itemOf(reference))
}

const sendAction = (
  user: TestUser,
  item: Pick<ReconciliationBreak, 'id'>,
  act: 'credit' | 'return' | 'resolve',
  extraBody: object = {},
) =>
  user.post(`/management/reconciliation/${item.id}/${act}`, {
    auth_pin: correctPin,
    reason: note,
    ...extraBody,
  })
const creditWallet = async (
  user: TestUser,
  item: Pick<ReconciliationBreak, 'id'>,
  to = ada,
  extraBody: object = {},
) => sendAction(user, item, 'credit', { user_id: await uniqueidOf(to), ...extraBody })
const returnFunds = (user: TestUser, item: Pick<ReconciliationBreak, 'id'>, bank_reference?: string) =>
  sendAction(user, item, 'return', bank_reference ? { bank_reference } : {})

const expectLedgerIsSound = async () => {
  expect(await app.ledgerSum()).toBe(0n)
  expect(await findViolations(app.db)).toEqual([])
}

test("an unmatched transfer is credited to the chosen user's wallet, and the user is notified", async () => {
  const before = await unallocatedKobo()
  const item = await receiveUnmatched()
  expect(item).toMatchObject({
    our_amount: 2_000,
    allowed_actions: ['credit', 'return', 'explain'],
    return_methods: ['gateway', 'transfer'],
  })
  expect(await unallocatedKobo()).toBe(before - 200_000n)
  const wallet = await ada.walletKobo()
  expect(await creditWallet(musa, item)).toMatchObject({
    httpStatus: 200,
    message: 'The wallet was credited.',
  })
  expect(await ada.walletKobo()).toBe(wallet + 200_000n)
  expect(await unallocatedKobo()).toBe(before)
  expect(await itemOf(item.subject, false)).toMatchObject({
    resolution: `Credited to Ada Okafor: ${note}`,
    allowed_actions: [],
    return_methods: [],
  })
  const { data: notifications } = await ada.get<{ list: object[] }>('/account/notifications/all')
  expect(JSON.stringify(notifications)).toContain(
    'We traced a payment of ₦2,000.00 to you and added it to your wallet.',
  )
  const { data: moved } = await ada.get<{ list: object[] }>('/account/wallet/movements/all')
  expect(moved.list[0]).toMatchObject({ amount: 2_000, description: 'a transfer for you' })
  const { data: auditEvents } = await musa.get<{ list: AuditEntry[] }>(
    '/management/audit-logs/all?action=set_apart',
  )
  expect(auditEvents.list[0]).toMatchObject({
    action: 'set_apart.credit',
    role: 'manager',
    detail: { reason: note, amount: 'NGN 2000', to: await uniqueidOf(ada), break_id: item.id },
  })
  await expectLedgerIsSound()
})

test.each(['monnify', 'paystack', 'flutterwave'] as const)(
  'an unmatched transfer at %s is refunded to its payer there, once',
  async (gateway) => {
    const before = await unallocatedKobo()
    const item = await receiveUnmatched(1_500, gateway)
    expect((await returnFunds(musa, item)).httpStatus).toBe(200)
    expect(await unallocatedKobo()).toBe(before)
    expect((await returnFunds(musa, item)).httpStatus).toBe(409)
    expect((await creditWallet(musa, item)).httpStatus).toBe(409)
    await app.runDueJobsUntil(async () => (await payable()) === 0n)
    const { refunds } = await app.providerRecords()
    expect(refunds.filter((item) => item.party === gateway).map((item) => item.amountKobo)).toEqual([150_000])
    expect(await itemOf(item.subject, false)).toMatchObject({
      resolution: `Returned through the gateway: ${note}`,
    })
    await expectLedgerIsSound()
  },
)

test('a transfer that was returned by bank is recorded with its reference', async () => {
  const item = await receiveUnmatched(700)
  const before = (await app.accountBalances()).get('bank') ?? 0n
  expect(await returnFunds(musa, item, 'NIP-77')).toMatchObject({
    httpStatus: 200,
    message: 'Refund started.',
  })
  expect((await app.accountBalances()).get('bank') ?? 0n).toBe(before - 70_000n)
  expect(await itemOf(item.subject, false)).toMatchObject({
    resolution: `Returned by bank transfer NIP-77: ${note}`,
  })
  await expectLedgerIsSound()
})

test('explained funds that are still held can be allocated to a user later', async () => {
  const item = await receiveUnmatched(300)
  expect((await sendAction(musa, item, 'resolve')).httpStatus).toBe(200)
  await app.advanceClock(8 * 24 * 60 * 60)
  expect(await itemOf(item.subject, false)).toMatchObject({
    resolution: note,
    allowed_actions: ['credit', 'return'],
  })
  expect((await creditWallet(musa, item)).httpStatus).toBe(200)
  await app.resetClock()
  await expectLedgerIsSound()
})

describe('a refund without an order that its gateway could not pay', () => {
  test('of a transfer is on the list again, and is paid by bank transfer', async () => {
    const item = await receiveUnmatched(900)
    await app.injectFault('monnify', 'refund_fails')
    expect((await returnFunds(musa, item)).httpStatus).toBe(200)
    const failed = async () =>
      (await fetchUnallocatedBreaks()).find(
        (entry) => entry.resolved_at === null && entry.subject === item.subject,
      )
    await app.runDueJobsUntil(async () => (await failed()) !== undefined)
    const retried = await failed()
    expect(retried).toMatchObject({
      our_amount: 900,
      note: expect.stringContaining('refund: failed at the gateway.'),
      return_methods: ['transfer'],
    })
    expect(await returnFunds(musa, retried!)).toMatchObject({
      httpStatus: 422,
      errors: { bank_reference: [expect.any(String)] },
    })
    expect((await returnFunds(musa, retried!, 'NIP-78')).httpStatus).toBe(200)
    expect(await payable()).toBe(0n)
    await expectLedgerIsSound()
  })

  test('of a top-up is listed after it failed twice, and can be credited to its owner’s wallet', async () => {
    await app.injectFault('paystack', 'refund_fails', 2)
    await app.injectFault('paystack', 'wrong_unit')
    const bola = await createUser(app)
    const { data } = await bola.topUp(5_000)
    await bola.payAtCheckout(data.checkoutUrl)
    const refunds = () =>
      app.db.q
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(['refunds.state', 'payments.reference'])
        .where('payments.user_id', '=', bola.id)
        .execute()
    await app.runDueJobsUntil(async () => (await refunds()).some((item) => item.state === 'failed'))
    const reference = (await refunds())[0]!.reference
    expect(await itemOf(reference), 'it is resent first').toBeUndefined()
    await app.advanceClock(61 * 60)
    await app.runDueJobsUntil(async () => (await refunds()).every((item) => item.state === 'failed'))
    const item = await itemOf(reference)
    expect(item).toMatchObject({ our_amount: 500_000, allowed_actions: ['credit', 'return', 'explain'] })
    expect((await creditWallet(musa, item!, bola)).httpStatus).toBe(200)
    expect(await bola.walletKobo()).toBe(50_000_000n)
    expect(await payable()).toBe(0n)
    await app.resetClock()
    await expectLedgerIsSound()
  })
})

test('funds in a foreign currency go to no wallet: their gateway refunds them', async () => {
  await app.injectFault('monnify', 'wrong_currency')
  const item = await receiveUnmatched()
  expect(item).toMatchObject({ allowed_actions: ['return', 'explain'], return_methods: ['gateway'] })
  expect((await creditWallet(musa, item)).httpStatus).toBe(409)
  expect((await returnFunds(musa, item, 'NIP-79')).httpStatus).toBe(422)
  expect((await returnFunds(musa, item)).httpStatus).toBe(200)
  await app.runDueJobsUntil(async () =>
    (await app.providerRecords()).refunds.some(
      (entry) => entry.reference === item.subject && entry.currency === 'USD',
    ),
  )
  await expectLedgerIsSound()
})

test('funds that never arrived, or were charged back, can only be explained', async () => {
  const { gateway_reference } = await app.db.q
    .insertInto('deposits')
    .values({
      ...{
        gateway: 'monnify',
        gateway_reference: `MNFY-${randomUUID()}`,
        state: 'received',
        failure_reason: null,
      },
      ...{
        paid_kobo: null,
        currency: null,
        virtual_account_id: null,
        fee_kobo: null,
        funding_fee_kobo: null,
      },
      ...{ payer_name: null, paid_at: null, auto_purchase_status: null, order_id: null, due_at: null },
    })
    .returning('gateway_reference')
    .executeTakeFirstOrThrow()
  await sql`update deposits set state = 'unconfirmed' where gateway_reference = ${gateway_reference}`.execute(
    app.db.q,
  )
  const item = (await itemOf(gateway_reference))!
  expect(item.allowed_actions).toEqual(['explain'])
  expect((await creditWallet(musa, item)).httpStatus).toBe(409)
  expect((await returnFunds(musa, item, 'NIP-80')).httpStatus).toBe(409)
  expect((await sendAction(musa, item, 'resolve')).httpStatus).toBe(200)
})

test('a repeated request is one allocation, and nothing is allocated without reason, PIN or user', async () => {
  const item = await receiveUnmatched(400)
  const wallet = await ada.walletKobo()
  for (const extraBody of [{ reason: '' }, { auth_pin: '000000' }, { auth_pin: undefined }, { user_id: '' }])
    expect((await creditWallet(musa, item, ada, extraBody)).httpStatus, JSON.stringify(extraBody)).toBe(422)
  expect((await creditWallet(musa, item, ada, { user_id: 'unknown' })).httpStatus).toBe(404)
  expect((await creditWallet(musa, { id: '999999' })).httpStatus).toBe(404)
  expect(await ada.walletKobo()).toBe(wallet)
  const body = { auth_pin: correctPin, reason: note, user_id: await uniqueidOf(ada) }
  const key = { 'Idempotency-Key': randomUUID() }
  const path = `/management/reconciliation/${item.id}/credit`
  expect((await musa.post(path, body, key)).httpStatus).toBe(200)
  expect((await musa.post(path, body, key)).httpStatus).toBe(200)
  expect(await ada.walletKobo()).toBe(wallet + 40_000n)
})

test('above the refund limit a second manager must approve, and the requester cannot', async () => {
  await app.context.settings.change('refund_second_manager_kobo', 1_000_00)
  const item = await receiveUnmatched(3_000)
  const wallet = await ada.walletKobo()
  expect(await creditWallet(musa, item)).toMatchObject({ httpStatus: 202, status: 'pending' })
  expect((await returnFunds(ngozi, item, 'NIP-81')).httpStatus, 'one is already pending').toBe(409)
  expect(await ada.walletKobo()).toBe(wallet)
  const { data } = await ngozi.get<Approval[]>('/management/approvals/all?kind=unallocated_funds')
  const [approval] = data as [Approval]
  expect(approval).toMatchObject({
    amount: 3_000,
    subject: note,
    order_reference: null,
    user: { uniqueid: await uniqueidOf(ada) },
    unallocated_funds: {
      note: expect.stringContaining('an unknown virtual account'),
      destination: 'into a wallet',
    },
  })
  const decide = (user: TestUser, decision: string) =>
    user.post(`/management/approvals/${approval.id}/${decision}`, { auth_pin: correctPin })
  expect((await decide(musa, 'approve')).httpStatus).toBe(403)
  expect((await decide(ngozi, 'approve')).httpStatus).toBe(200)
  expect((await decide(ngozi, 'approve')).httpStatus).toBe(409)
  expect(await ada.walletKobo()).toBe(wallet + 300_000n)
  const { data: auditEvents } = await musa.get<{ list: AuditEntry[] }>(
    '/management/audit-logs/all?action=set_apart',
  )
  expect(auditEvents.list.slice(0, 3).map((item) => item.action)).toEqual([
    'set_apart.credit',
    'set_apart.approve',
    'set_apart.ask',
  ])

  const other = await receiveUnmatched(3_000)
  expect((await returnFunds(musa, other)).httpStatus).toBe(202)
  const [pendingApproval] = (await ngozi.get<Approval[]>('/management/approvals/all?kind=unallocated_funds'))
    .data
  expect(pendingApproval).toMatchObject({
    user: null,
    unallocated_funds: { destination: 'back through the gateway' },
  })
  expect(
    (await ngozi.post(`/management/approvals/${pendingApproval!.id}/reject`, { auth_pin: correctPin }))
      .httpStatus,
  ).toBe(200)
  expect((await itemOf(other.subject))?.allowed_actions).toContain('credit')
  await app.context.settings.change('refund_second_manager_kobo', null)
  expect((await returnFunds(ngozi, other, 'NIP-82')).httpStatus).toBe(200)
  await expectLedgerIsSound()
})

const reportDispute = (reference: string, decision: object = {}) =>
  fetch(`${app.simulators.url}/simulators/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference, ...decision }),
  })

test('an approved transfer is not booked at another amount after a lost dispute returned a part', async () => {
  const { reference, retry, item } = await createUnpaidTopUpRefund(app, musa)
  await app.context.settings.change('refund_second_manager_kobo', 1_000_00)
  expect((await returnFunds(musa, item, 'NIP-84')).httpStatus).toBe(202)
  await app.context.settings.change('refund_second_manager_kobo', null)
  const [approval] = (await ngozi.get<Approval[]>('/management/approvals/all?kind=unallocated_funds')).data
  expect(approval).toMatchObject({ state: 'pending', amount: 500_000 })

  await reportDispute(reference, { decides: 'payer', amount: 1_500 })
  await eventually(async () => (await retry())?.amount_kobo === 49_850_000n)
  const decide = (decision: string) =>
    ngozi.post(`/management/approvals/${approval?.id}/${decision}`, { auth_pin: correctPin })
  const before = (await app.accountBalances()).get('bank') ?? 0n
  expect(await decide('approve')).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('₦500,000.00 was requested, and ₦498,500.00 is left'),
  })
  expect((await app.accountBalances()).get('bank') ?? 0n).toBe(before)
  expect(await retry()).toMatchObject({ manual_payout: null })
  expect((await decide('reject')).httpStatus).toBe(200)
  expect((await returnFunds(musa, item, 'NIP-84')).httpStatus).toBe(200)
  expect((await app.accountBalances()).get('bank') ?? 0n).toBe(before - 49_850_000n)
  await app.resetClock()
  await expectLedgerIsSound()
})

test('the failed refund of a top-up is not paid while the payer’s bank disputes the top-up', async () => {
  const { bola, reference, retry, item } = await createUnpaidTopUpRefund(app, musa)
  await reportDispute(reference)
  await eventually(() =>
    app.db.q
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select('disputes.id')
      .where('reference', '=', reference)
      .executeTakeFirst(),
  )
  const rejected = { httpStatus: 409, message: expect.stringContaining('dispute') }
  expect(await creditWallet(musa, item, bola)).toMatchObject(rejected)
  expect(await returnFunds(musa, item, 'NIP-85')).toMatchObject(rejected)
  await reportDispute(reference, { decides: 'payer' })
  await eventually(async () => (await retry())?.state === 'processed')
  expect((await returnFunds(musa, item, 'NIP-85')).httpStatus).toBe(409)
  expect(await bola.walletKobo()).toBe(0n)
  await app.resetClock()
  await expectLedgerIsSound()
})

test.runIf(postgresUrl)(
  'of two concurrent allocations of the same funds by two managers, one happens (needs PostgreSQL)',
  async () => {
    for (const [one, two] of [
      ['credit', 'credit'],
      ['credit', 'return'],
      ['credit', 'transfer'],
      ['return', 'transfer'],
      ['return', 'return'],
    ] as const) {
      const item = await receiveUnmatched(250)
      const before = await unallocatedKobo()
      const wallet = await ada.walletKobo()
      const act = (user: TestUser, act: string) =>
        act === 'credit'
          ? creditWallet(user, item)
          : returnFunds(user, item, act === 'transfer' ? 'NIP-83' : undefined)
      const responses = await Promise.all([act(musa, one), act(ngozi, two), act(musa, two), act(ngozi, one)])
      expect(responses.map((item) => item.httpStatus).sort(), `${one} and ${two}`).toEqual([
        200, 409, 409, 409,
      ])
      expect(await unallocatedKobo()).toBe(before + 25_000n)
      const gained = (await ada.walletKobo()) - wallet
      await app.runDueJobsUntil(async () => (await payable()) === 0n)
      const gatewayRefunds = (await app.providerRecords()).refunds.filter(
        (entry) => entry.reference === item.subject,
      )
      expect([0n, 25_000n]).toContain(gained)
      expect(gatewayRefunds.length).toBeLessThanOrEqual(gained === 0n ? 1 : 0)
    }
    await expectLedgerIsSound()
  },
)
