import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { storedDepositKind } from '../../server/database/index.ts'
import { post, refundPaidManually } from '../../server/ledger/index.ts'
import { findViolations, markBreakResolved, openFloat } from '../../server/operations/index.ts'
import { openBreak } from '../../server/operations/reconciliation/breaks.ts'
import { dailyAlertSubject } from '../../server/operations/reconciliation/daily-metrics.ts'
import { closeManuallyPaidRefund, type Gateway } from '../../server/payments/index.ts'
import type { Outcome, Vendor } from '../../server/vending/index.ts'
import type { DailyMetrics, ReconciliationBreak } from '../../shared/operations.ts'
import { scopes } from '../../shared/scopes.ts'
import { isOrderFinal } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createAccountHolder, transferTo } from '../virtual-accounts/setup.ts'

/** The requery outcomes that replace the vendor's own. */
const requeryOutcomes = new Map<string, Outcome>()
/** References of payments that their banks charged back. */
const reversedReferences = new Set<string>()
/** The float that replaces the vendor's own, in kobo. */
const overrides: {
  floatKobo: bigint | null | undefined
  areRefundsUnlisted: boolean
  areDepositsReversed: boolean
} = {
  floatKobo: undefined,
  /** The gateway has received refunds, and neither confirmed nor listed them yet. */
  areRefundsUnlisted: false,
  /** The payers' banks have taken their transfers back. */
  areDepositsReversed: false,
}

function createFaultyProviders(config: Config) {
  const realProviders = createShortTimeoutProviders(config)
  const vtpass: Vendor = {
    ...realProviders.vendors.vtpass,
    requery: async (attempt) =>
      requeryOutcomes.get(attempt.requestId) ?? realProviders.vendors.vtpass.requery(attempt),
    balance: async () =>
      overrides.floatKobo === undefined ? realProviders.vendors.vtpass.balance() : overrides.floatKobo,
  }
  const paystack: Gateway = {
    ...realProviders.gateways.paystack,
    verify: async (reference) =>
      reversedReferences.has(reference)
        ? { type: 'reversed' }
        : realProviders.gateways.paystack.verify(reference),
    refund: async (request) => {
      const result = await realProviders.gateways.paystack.refund(request)
      return overrides.areRefundsUnlisted ? { type: 'unknown', reason: 'timeout' } : result
    },
    listRefunds: async (request) =>
      overrides.areRefundsUnlisted ? [] : realProviders.gateways.paystack.listRefunds(request),
  }
  const { banking } = realProviders.gateways.monnify
  const monnify: Gateway = {
    ...realProviders.gateways.monnify,
    banking: {
      ...banking!,
      getDeposit: async (reference) =>
        overrides.areDepositsReversed ? { type: 'not_found' } : banking!.getDeposit!(reference),
    },
  }
  return {
    gateways: { ...realProviders.gateways, paystack, monnify },
    vendors: { ...realProviders.vendors, vtpass },
  }
}

let app: TestApp
let manager: Awaited<ReturnType<typeof createCustomer>>
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createFaultyProviders })
  manager = await createCustomer(app)
  await app.db.q
    .updateTable('users')
    .set({ role: 'manager', scopes: [...scopes] })
    .where('id', '=', manager.id)
    .execute()
  await openFloat({ db: app.db, vendors: createFaultyProviders(app.config).vendors }, 'vtpass', {
    actor: 'command',
    reason: 'opened here',
  })
})
afterAll(() => app.close())
afterEach(async () => {
  requeryOutcomes.clear()
  Object.assign(overrides, {
    floatKobo: undefined,
    areRefundsUnlisted: false,
    areDepositsReversed: false,
  })
  await app.resetClock()
})

async function createDeliveredOrder() {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter() })
  await guest.processOrder(info)
  return app.orderRow(info.order_reference)
}
async function createRefundedOrder() {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
  return app.orderRow(info.order_reference)
}
const attemptOf = (orderId: string) =>
  app.db.q.selectFrom('attempts').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
const paymentOf = (orderId: string) =>
  app.db.q.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()

/** Waits until everything is old enough to compare, then reconciles. */
async function reconcileWhenDue() {
  await app.advanceClock(11 * 60)
  return app.features.operations.reconcile()
}
const open = async () => {
  const path = '/management/reconciliation/all'
  const { data } = await manager.fetchJson<{ list: ReconciliationBreak[]; figures: DailyMetrics[] }>(path)
  return data.list.filter((item) => item.resolved_at === null)
}
const breaksOf = async (reference: string) =>
  (await open()).filter((item) => item.order_reference === reference)
const isCompared = async (id: string) =>
  (
    await app.db.q
      .selectFrom('reconciled_items')
      .select('matched')
      .where('subject_id', '=', id)
      .executeTakeFirst()
  )?.matched

test('every payment, refund and delivery in a final state is compared once, and matches', async () => {
  const [one, two] = [await createDeliveredOrder(), await createRefundedOrder()]
  const run = await reconcileWhenDue()
  expect(run).toMatchObject({ mismatched: 0 })
  expect(run.checked).toBeGreaterThanOrEqual(5)
  for (const id of [(await paymentOf(one.id)).id, (await attemptOf(one.id)).id, (await attemptOf(two.id)).id])
    expect(await isCompared(id)).toBe(true)
  expect(await reconcileWhenDue()).toEqual({ checked: 0, mismatched: 0 })
  expect(await open()).toEqual([])
})

test('a payment whose surplus was refunded matches, though the gateway reports it as reversed', async () => {
  await app.injectFault('paystack', 'overpaid')
  const order = await createDeliveredOrder()
  const { id } = await paymentOf(order.id)
  await app.runDueJobsUntil(
    async () =>
      (await app.db.q.selectFrom('refunds').select('state').where('payment_id', '=', id).executeTakeFirst())
        ?.state === 'processed',
  )
  await reconcileWhenDue()
  expect(await isCompared(id)).toBe(true)
  expect(await breaksOf(order.reference)).toEqual([])
})

test('a chargeback weeks after the payment is detected without a webhook', async () => {
  const order = await createDeliveredOrder()
  await reconcileWhenDue()
  expect(await breaksOf(order.reference)).toEqual([])
  reversedReferences.add((await paymentOf(order.id)).reference)
  await app.advanceClock(13 * 86_400)
  await reconcileWhenDue()
  expect((await paymentOf(order.id)).state, 'old payments are not compared daily').toBe('succeeded')
  await app.advanceClock(86_400)
  await reconcileWhenDue()
  expect((await paymentOf(order.id)).state).toBe('reversed')
  expect((await app.orderRow(order.reference)).review_reason).toBe('payment_reversed')
})

test('a transfer to a virtual account that is reversed weeks later is listed', async () => {
  const ada = await createAccountHolder(app)
  const { account } = await ada.reserveAccountForNewMeter()
  const reference = await transferTo(app, account.account_number, 900)
  await eventually(async () => (await ada.walletKobo()) === 90_000n)
  await reconcileWhenDue()
  const depositBreaks = async () => (await open()).filter(({ note }) => note?.includes(reference))
  expect(await depositBreaks()).toEqual([])
  // A manager has explained another difference of the same transfer.
  const { id: subject } = await app.db.q
    .selectFrom('deposits')
    .select('id')
    .where('gateway_reference', '=', reference)
    .executeTakeFirstOrThrow()
  const otherAmounts = { internalKobo: 90_000n, externalKobo: 100_000n }
  await openBreak(app.db.q, { kind: storedDepositKind, subject, ...otherAmounts, note: reference })
  await app.db.q
    .updateTable('reconciliation_breaks')
    .set({ resolved_at: sql`app_now()`, resolution: 'The bank charged a fee.' })
    .where('subject', '=', subject)
    .execute()
  overrides.areDepositsReversed = true
  await app.advanceClock(14 * 86_400)
  await reconcileWhenDue()
  expect(await depositBreaks()).toMatchObject([{ our_amount: 900, provider_amount: 0 }])
})

test('a payment that reached a final state recently is left to the next comparison', async () => {
  const order = await createDeliveredOrder()
  await app.features.operations.reconcile()
  expect(await isCompared((await paymentOf(order.id)).id)).toBeUndefined()
})

test('a payment with a different amount at the gateway is listed with both amounts until they match', async () => {
  const order = await createDeliveredOrder()
  const payment = await paymentOf(order.id)
  await app.db.q.updateTable('payments').set({ paid_kobo: 100n }).where('id', '=', payment.id).execute()
  await reconcileWhenDue()
  expect(await breaksOf(order.reference)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'payment',
        subject: payment.reference,
        our_amount: 1,
        provider_amount: 2_100,
      }),
    ]),
  )
  await app.db.q
    .updateTable('payments')
    .set({ paid_kobo: payment.paid_kobo })
    .where('id', '=', payment.id)
    .execute()
  await reconcileWhenDue()
  expect(await breaksOf(order.reference)).toEqual([])
})

test('an expired payment that the gateway collected is posted, and its order delivered', async () => {
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  await app.injectFault('paystack', 'webhook_lost')
  const { data } = await guest.initiatePayment(info)
  await guest.payAtCheckout(data.checkoutUrl)
  const order = await app.orderRow(info.order_reference)
  await sql`update payments set state = 'expired', due_at = null where order_id = ${order.id}`.execute(
    app.db.q,
  )
  await reconcileWhenDue()
  await eventually(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
  expect(await breaksOf(order.reference)).toEqual([])
})

test('a refund that only the gateway has made is listed', async () => {
  const order = await createRefundedOrder()
  const payment = await paymentOf(order.id)
  await app.db.q
    .updateTable('refunds')
    .set({ gateway_refund_id: 'another' })
    .where('payment_id', '=', payment.id)
    .execute()
  await reconcileWhenDue()
  const notes = (await open()).filter((item) => item.kind === 'refund').map((item) => item.note)
  expect(notes.some((item) => item?.includes(payment.reference))).toBe(true)
})

test('a refund that its gateway pays after a manager paid it is listed', async () => {
  overrides.areRefundsUnlisted = true
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const order = await app.orderRow(info.order_reference)
  const refundOf = () =>
    app.db.q.selectFrom('refunds').selectAll().where('order_id', '=', order.id).executeTakeFirst()
  await app.runDueJobsUntil(async () => (await refundOf())?.state === 'unknown')
  const { id: refundId, amount_kobo: amountKobo } = (await refundOf())!
  await app.db.inTransaction(async (tx) => {
    const payout = { refundId, orderId: order.id, amountKobo, walletUserId: null, reason: 'test' }
    await post(tx, refundPaidManually(payout))
    await closeManuallyPaidRefund(tx, refundId, 'bank')
  })
  await reconcileWhenDue()
  expect(await isCompared(refundId)).toBe(true)
  overrides.areRefundsUnlisted = false
  const { reference, gateway_reference } = await paymentOf(order.id)
  const request = { paymentReference: reference, gatewayReference: gateway_reference ?? '' }
  const { paystack } = createFaultyProviders(app.config).gateways
  await eventually(async () => (await paystack.listRefunds(request))?.[0]?.state === 'processed')
  await app.advanceClock(3 * 86_400)
  await reconcileWhenDue()
  const refundBreaks = async () =>
    (await open()).filter(({ kind, subject }) => kind === 'refund' && subject.startsWith(reference))
  expect(await refundBreaks()).toMatchObject([{ our_amount: 0, provider_amount: 2_100 }])
  await app.db.q
    .updateTable('reconciliation_breaks')
    .set({ resolved_at: sql`app_now()`, resolution: 'The payer returned it.' })
    .where('subject', 'like', `${reference}:%`)
    .execute()
  await app.advanceClock(11 * 86_400)
  await reconcileWhenDue()
  expect(await refundBreaks()).toEqual([])
})

test('a delivery that the vendor reversed is posted back to the order, once, in any number of comparisons', async () => {
  const order = await createDeliveredOrder()
  const attempt = await attemptOf(order.id)
  const before = await app.accountBalances()
  requeryOutcomes.set(attempt.request_id, { type: 'failed', reason: 'reversed', code: '040' })
  await reconcileWhenDue()
  expect(await app.orderRow(order.reference)).toMatchObject({
    vendor_reversed: true,
    review_reason: 'vendor_reversed',
  })
  const after = await app.accountBalances()
  expect((after.get('vendor_float:vtpass') ?? 0n) - (before.get('vendor_float:vtpass') ?? 0n)).toBe(
    attempt.cost_kobo,
  )
  expect(after.get(`order:${order.id}`)).toBe(-order.total_kobo)
  expect(await breaksOf(order.reference)).toMatchObject([{ kind: 'attempt', provider_amount: 0 }])
  await reconcileWhenDue()
  expect(await app.accountBalances()).toEqual(after)
})

test('a delivery after a proven vendor failure is posted as our loss, once, and goes to review', async () => {
  const order = await createRefundedOrder()
  const attempt = await attemptOf(order.id)
  const delivery: Outcome = {
    type: 'delivered',
    vendorReference: 'late',
    reported: { beneficiary: null, amountKobo: null },
    costKobo: 190_000n,
    delivery: {
      tokens: [],
      units: null,
      tariff: null,
      tariffClass: null,
      vatKobo: null,
      arrearsKobo: null,
      customerName: null,
      customerAddress: null,
      receiptNumber: null,
    },
  }
  requeryOutcomes.set(attempt.request_id, delivery)
  await reconcileWhenDue()
  await reconcileWhenDue()
  expect((await app.accountBalances()).get('vend_loss')).toBe(190_000n)
  expect(await app.orderRow(order.reference)).toMatchObject({
    delivered_after_write_off: true,
    review_reason: 'delivered_after_failure',
  })
  expect(await breaksOf(order.reference)).toMatchObject([
    { kind: 'attempt', our_amount: 0, provider_amount: 1_900 },
  ])
})

test('a provider that does not respond is queried again at the next comparison', async () => {
  const order = await createDeliveredOrder()
  const attempt = await attemptOf(order.id)
  requeryOutcomes.set(attempt.request_id, { type: 'unknown', reason: 'timeout', code: null })
  await reconcileWhenDue()
  expect(await isCompared(attempt.id)).toBeUndefined()
  requeryOutcomes.clear()
  await reconcileWhenDue()
  expect(await isCompared(attempt.id)).toBe(true)
})

test('a float that differs from the ledger is listed until it matches', async () => {
  overrides.floatKobo = 123_456n
  await reconcileWhenDue()
  const [listed] = (await open()).filter((item) => item.kind === 'float')
  expect(listed).toMatchObject({ subject: 'vtpass', provider_amount: 1_234.56, owner: 'operations' })
  await app.advanceClock(5 * 60 * 60)
  await reconcileWhenDue()
  const [older] = (await open()).filter((item) => item.kind === 'float')
  expect(older).toMatchObject({ id: listed!.id, age_hours: 5 })
  overrides.floatKobo = null
  await reconcileWhenDue()
  expect((await open()).filter((item) => item.kind === 'float')).toHaveLength(1)
})

test('an attempt with an unknown outcome may or may not be in the float', async () => {
  await sql`delete from reconciliation_breaks where kind = 'float'`.execute(app.db.q)
  const held = (await app.accountBalances()).get('vendor_float:vtpass') ?? 0n
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('noAnswer') })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'vending')
  for (const [floatKobo, differs] of [
    [held, false],
    [held - 200_000n, false],
    [held - 200_001n, true],
  ] as const) {
    overrides.floatKobo = floatKobo
    await reconcileWhenDue()
    expect((await open()).some((item) => item.kind === 'float')).toBe(differs)
  }
})

test('an order whose posted delivery differs from its sale is listed with both amounts', async () => {
  const order = await createDeliveredOrder()
  await sql`alter table ledger_entries disable trigger append_only`.execute(app.db.q)
  await sql`update ledger_entries set event = event || ':lost' where event = ${`order:${order.id}:delivered`}`.execute(
    app.db.q,
  )
  await reconcileWhenDue()
  expect(await breaksOf(order.reference)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'order', our_amount: 0, provider_amount: 2_100 }),
    ]),
  )
  await sql`update ledger_entries set event = ${`order:${order.id}:delivered`} where event like ${`order:${order.id}:delivered:%`}`.execute(
    app.db.q,
  )
  await sql`alter table ledger_entries enable trigger append_only`.execute(app.db.q)
  await reconcileWhenDue()
  expect(await breaksOf(order.reference)).toEqual([])
  expect((await findViolations(app.db)).filter((item) => item.subject === order.reference)).toEqual([])
})

test('an explained break is not listed again, and the manager who explained it is recorded', async () => {
  const order = await createDeliveredOrder()
  const payment = await paymentOf(order.id)
  await app.db.q.updateTable('payments').set({ paid_kobo: 100n }).where('id', '=', payment.id).execute()
  await reconcileWhenDue()
  const listed = (await breaksOf(order.reference)).find((item) => item.kind === 'payment')
  const actor = { userId: manager.id, role: 'manager' as const }
  expect(
    await markBreakResolved(app.db, BigInt(listed!.id), { actor, requestId: 'r', reason: 'a typing error' }),
  ).toBe(true)
  expect(
    await markBreakResolved(app.db, BigInt(listed!.id), { actor, requestId: 'r', reason: 'again' }),
  ).toBe(false)
  await reconcileWhenDue()
  expect((await breaksOf(order.reference)).filter((item) => item.kind === 'payment')).toEqual([])
})

test('unallocated funds stay on the list until a manager explains them, even if the gateway reports no payment', async () => {
  const insert = async (state: 'received' | 'unmatched', reason: string | null) =>
    await app.db.q
      .insertInto('deposits')
      .values({
        gateway: 'monnify',
        gateway_reference: `MNFY-${randomUUID()}`,
        state,
        failure_reason: reason,
        paid_kobo: 150_000n,
        currency: 'NGN',
        virtual_account_id: null,
        fee_kobo: null,
        funding_fee_kobo: null,
        payer_name: null,
        paid_at: null,
        auto_purchase_status: null,
        order_id: null,
        due_at: null,
      })
      .returning(['id', 'gateway_reference'])
      .executeTakeFirstOrThrow()
  const unmatched = await insert('unmatched', 'account')
  const doubtful = await insert('received', null)
  await sql`update deposits set state = 'unconfirmed' where id = ${doubtful.id}`.execute(app.db.q)
  const listed = async () => (await open()).filter((item) => item.kind === 'unallocated_funds')
  await app.features.operations.repairMissingDueTimes()
  await reconcileWhenDue()
  expect((await listed()).map((item) => item.subject).sort()).toEqual(
    [unmatched.gateway_reference, doubtful.gateway_reference].sort(),
  )
  expect((await listed()).find((item) => item.subject === unmatched.gateway_reference)).toMatchObject({
    our_amount: 1_500,
    note: expect.stringContaining('an unknown virtual account'),
  })
  const actor = { userId: manager.id, role: 'manager' as const }
  for (const { id } of await listed())
    await markBreakResolved(app.db, BigInt(id), { actor, requestId: 'r', reason: 'sent back by hand' })
  await app.features.operations.repairMissingDueTimes()
  expect(await listed()).toEqual([])
})

test('the daily metrics show the volume, the reconciled part, the attempts with a long unknown outcome, and no double vends', async () => {
  const order = await createDeliveredOrder()
  await app.advanceClock(24 * 60 * 60)
  await app.features.operations.reconcile()
  await app.features.operations.computeDailyMetrics()
  const { data } = await manager.fetchJson<{ daily_metrics: DailyMetrics[] }>(
    '/management/reconciliation/all',
  )
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(order.paid_at!)
  const dailyMetrics = data.daily_metrics.find((item) => item.day === day)
  expect(dailyMetrics).toMatchObject({ double_vends: 0 })
  expect(dailyMetrics!.volume).toBeGreaterThan(0)
  expect(dailyMetrics!.reconciled).toBeGreaterThan(0)
  expect(dailyMetrics!.reconciled).toBeLessThanOrEqual(dailyMetrics!.volume)
  expect(dailyMetrics!.reconciled_percent).toBeCloseTo(
    (dailyMetrics!.reconciled / dailyMetrics!.volume) * 100,
    0,
  )
})

test('the daily alert states whether the volume is not confirmed or a double vend exists', () => {
  const day = { day: '2026-11-24', volume_kobo: '200000', reconciled_kobo: '200000', double_vends: 0 }
  expect(dailyAlertSubject(day)).toBeNull()
  expect(dailyAlertSubject({ ...day, reconciled_kobo: '100000', double_vends: 1 })).toBe(
    '2026-11-24 is not reconciled',
  )
  expect(dailyAlertSubject({ ...day, double_vends: 1 })).toBe('2026-11-24 has a double vend')
})
