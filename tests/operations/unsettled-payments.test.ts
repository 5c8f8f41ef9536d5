import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { timeSecondsAgo } from '../../server/operations/time.ts'
import type { ReconciliationBreak } from '../../shared/operations.ts'
import { createTestManager } from '../management/setup.ts'
import { prepaidMeter } from '../support/meters.ts'
import { withPaystack } from '../support/providers.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'

interface TestSettlement {
  readonly id: string
  /** Days after the start of the test. */
  readonly day: number
  status: 'paid' | 'failed'
  /** The payment that it settles. */
  readonly reference?: string
}
/** Settlements of the gateway, the one whose lines it does not tell, and the days since the start of the test. */
const gateway: { settlements: TestSettlement[]; unreadable: string | null; today: number } = {
  settlements: [],
  unreadable: null,
  today: 0,
}
const daySeconds = 24 * 60 * 60
const amounts = { grossKobo: 210_000n, netKobo: 210_000n }
let startedAt: Date

const dateOf = (day: number) =>
  new Date(startedAt.getTime() + day * daySeconds * 1_000).toISOString().slice(0, 10)
const providerOverrides = withPaystack(() => ({
  async listSettlements({ from, to }) {
    const days = Math.round((to.getTime() - from.getTime()) / (daySeconds * 1_000))
    return gateway.settlements
      .filter(({ day }) => day > gateway.today - days)
      .map(({ id, day, status }) => ({ settlementId: id, status, ...amounts, settledOn: dateOf(day) }))
  },
  async listSettlementLines(id) {
    if (id === gateway.unreadable) return null
    const reference = gateway.settlements.find((settlement) => settlement.id === id)?.reference
    if (!reference) return []
    const { gateway_reference } = await app.db.q
      .selectFrom('payments')
      .select('gateway_reference')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    return [{ gatewayReference: gateway_reference ?? '', reference, ...amounts }]
  },
}))

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides })
  musa = await createTestManager(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.resetClock()
  await app.db.q.deleteFrom('settlement_lines').execute()
  await app.db.q.deleteFrom('settlements').execute()
  await app.db.q.deleteFrom('settlement_comparisons').execute()
  await app.db.q.deleteFrom('setting_changes').execute()
  Object.assign(gateway, { settlements: [], unreadable: null, today: 0 })
  startedAt = await timeSecondsAgo(app.db, 0)
})

async function createPayment() {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
  const { id } = await app.orderRow(info.order_reference)
  const { reference } = await app.db.q
    .selectFrom('payments')
    .select('reference')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  return { order: info.order_reference, reference }
}

/** Reads the settlements on a day after the start, once the gateway has made another one of that day. */
async function readSettlements(day: number) {
  if (day > gateway.today) await app.advanceClock((day - gateway.today) * daySeconds)
  gateway.today = day
  gateway.settlements.push({ id: `day-${day}`, day, status: 'paid' })
  await app.features.operations.matchSettlements()
}
async function openBreaks(order: string) {
  const path = '/management/reconciliation/all?kind=unsettled'
  const { data } = await musa.get<{ list: ReconciliationBreak[] }>(path)
  return data.list.filter((item) => item.order_reference === order && item.resolved_at === null)
}

test('a settlement whose lines could not be read is read again, however old it is', async () => {
  const { order, reference } = await createPayment()
  await readSettlements(0)
  gateway.settlements.push({ id: 'failed', day: 2, status: 'failed', reference })
  gateway.unreadable = 'failed'
  await readSettlements(20)
  gateway.unreadable = null
  await readSettlements(20)
  await readSettlements(20)
  expect(await openBreaks(order)).toHaveLength(1)
})

test('payments are compared from the last comparison on, after a settlement could not be read for weeks', async () => {
  const { order } = await createPayment()
  await readSettlements(0)
  gateway.unreadable = 'day-0'
  for (const day of [7, 13, 16]) await readSettlements(day)
  expect(await openBreaks(order)).toEqual([])
  gateway.unreadable = null
  await readSettlements(17)
  expect(await openBreaks(order)).toHaveLength(1)
})

test('a settlement that fails after it was reported as paid opens the break of its payment again, however old', async () => {
  const { order, reference } = await createPayment()
  for (const day of [0, 7, 10]) await readSettlements(day)
  expect(await openBreaks(order)).toHaveLength(1)
  const late: TestSettlement = { id: 'late', day: 12, status: 'paid', reference }
  gateway.settlements.push(late)
  for (const day of [12, 15]) await readSettlements(day)
  expect(await openBreaks(order)).toEqual([])
  late.status = 'failed'
  await readSettlements(16)
  expect(await openBreaks(order)).toHaveLength(1)
})

test('the first list that a gateway ever returns is compared with the payments of the last 90 days', async () => {
  const { order } = await createPayment()
  await readSettlements(21)
  expect(await openBreaks(order)).toHaveLength(1)
})

test.each([
  ['weekly', 7, [7, 11], 12],
  ['monthly', 31, [10, 20, 30, 35], 36],
])(
  'with %s payouts a payment counts as unsettled only after the next payout is late',
  async (_, payoutDays, daysBefore, day) => {
    await app.context.settings.change('paystack_payout_days', payoutDays)
    onTestFinished(() => app.context.settings.change('paystack_payout_days', 1))
    const { order } = await createPayment()
    for (const before of [0, ...daysBefore]) await readSettlements(before)
    expect(await openBreaks(order)).toEqual([])
    await readSettlements(day)
    expect(await openBreaks(order)).toMatchObject([
      { note: `Paystack has not paid it out within ${payoutDays + 5} days.` },
    ])
  },
)

test('when payouts become more frequent, payments that were not late before are compared again', async () => {
  await app.context.settings.change('paystack_payout_days', 31)
  onTestFinished(() => app.context.settings.change('paystack_payout_days', 1))
  const { order } = await createPayment()
  for (const day of [0, 10, 20]) await readSettlements(day)
  expect(await openBreaks(order)).toEqual([])
  await app.context.settings.change('paystack_payout_days', 7)
  await readSettlements(21)
  expect(await openBreaks(order)).toHaveLength(1)
})

test.each([0, 32])('%d days from one payout to the next are not accepted', async (days) => {
  const { settings } = app.context
  await expect(settings.change('paystack_payout_days', days)).rejects.toThrow('paystack_payout_days')
  await expect(settings.change('flutterwave_payout_days', days)).rejects.toThrow('flutterwave_payout_days')
  expect(await settings.get('paystack_payout_days')).toBe(1)
})
