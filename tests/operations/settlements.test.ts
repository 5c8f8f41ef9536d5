import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataOf } from '../../shared/contract.ts'
import type { getSettlement, getSettlements } from '../../shared/management/money.ts'
import type { ReconciliationBreak } from '../../shared/operations.ts'
import { createTestManager } from '../management/setup.ts'
import { prepaidMeter } from '../support/meters.ts'
import { withPaystack } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'

/** A list that changes while it is read page by page repeats a line. */
let repeatsLines = false
/** The payer has paid twice at the checkout: the gateway has two transactions under one reference. */
let paysTwice = false
/** The gateway has paid its settlements out, reports that this failed, or does not list them. */
let payouts: 'as_simulated' | 'paid' | 'failed' | 'missing' = 'as_simulated'
const providerOverrides = withPaystack((paystack) => ({
  async listSettlements(period) {
    const listed = (await paystack.listSettlements?.(period)) ?? null
    if (payouts === 'missing') return []
    const status = payouts
    return status === 'as_simulated' ? listed : (listed?.map((row) => ({ ...row, status })) ?? null)
  },
  async listSettlementLines(id) {
    const lines = (await paystack.listSettlementLines?.(id)) ?? null
    if (lines && paysTwice)
      return lines.flatMap((line) => [line, { ...line, gatewayReference: `2${line.gatewayReference}` }])
    return lines && repeatsLines ? [...lines, ...lines] : lines
  },
}))

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides, config: { alertTo: 'ops@example.com' } })
  musa = await createTestManager(app)
})
afterAll(() => app.close())

const settlements = async (query = '') =>
  (await musa.get<DataOf<typeof getSettlements>>(`/management/money/settlements?${query}`)).data
const fetchBreaks = async (kind = 'settlement') =>
  (await musa.get<{ list: ReconciliationBreak[] }>(`/management/reconciliation/all?kind=${kind}`)).data.list

test('a settlement has a line for each payment, which matches by reference, amount and fee', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  expect(await app.features.operations.matchSettlements()).toBe(1)
  const { list, gateways } = await settlements('gateway=paystack')
  expect(list).toMatchObject([{ gateway: 'paystack', status: 'pending', matched: 1, unmatched: 0 }])
  expect(gateways).toContainEqual(expect.objectContaining({ gateway: 'paystack', lists_settlements: true }))
  expect(gateways).toContainEqual(expect.objectContaining({ gateway: 'monnify', lists_settlements: false }))
  const { data } = await musa.get<DataOf<typeof getSettlement>>(
    `/management/money/settlements/${list[0]?.id}`,
  )
  expect(data.lines).toMatchObject([{ order_reference: reference, match: 'matched', note: null }])
  expect(data.lines[0]?.net).toBeCloseTo(data.settlement.net)
  expect(await settlements('match=unmatched')).toMatchObject({ list: [] })
  expect(await fetchBreaks()).toEqual([])
})

test('a line that does not match is a break until it does', async () => {
  await app.injectFault('paystack', 'settlement_less')
  await app.features.operations.matchSettlements()
  expect((await settlements('match=amount_differs')).list).toMatchObject([{ amount_differs: 1 }])
  expect(await fetchBreaks()).toMatchObject([
    { note: expect.stringContaining('we recorded'), resolved_at: null, allowed_actions: ['explain'] },
  ])
  await app.injectFault('paystack', 'settlement_unknown')
  await app.features.operations.matchSettlements()
  expect((await settlements('match=unmatched')).list).toMatchObject([{ unmatched: 1 }])
  expect(await fetchBreaks()).toMatchObject([{ note: expect.stringContaining('We have no payment') }])
  await app.features.operations.matchSettlements()
  expect(await fetchBreaks()).toMatchObject([{ resolution: 'Both sides agree.' }])
})

test('a line that the gateway lists twice counts once', async () => {
  repeatsLines = true
  expect(await app.features.operations.matchSettlements()).toBe(1)
  repeatsLines = false
  expect((await settlements()).list).toMatchObject([{ matched: 1, unmatched: 0 }])
})

test('a second transaction under the reference of a payment is a break until it is explained', async () => {
  paysTwice = true
  await app.features.operations.matchSettlements()
  paysTwice = false
  expect((await settlements('match=unmatched')).list).toMatchObject([{ matched: 1, unmatched: 1 }])
  expect((await fetchBreaks()).filter((row) => row.resolved_at === null)).toMatchObject([
    { our_amount: null, note: expect.stringContaining('another transaction') },
  ])
  await app.features.operations.matchSettlements()
  expect((await fetchBreaks()).filter((row) => row.resolved_at === null)).toEqual([])
})

test('a settlement whose deductions exceed its payments is negative, and its lines match', async () => {
  await app.injectFault('paystack', 'settlement_negative')
  expect(await app.features.operations.matchSettlements()).toBe(1)
  const [settlement] = (await settlements()).list
  expect(settlement).toMatchObject({ net: -1, matched: 1, unmatched: 0 })
  expect(settlement?.fee).toBe((settlement?.gross ?? 0) + 1)
  await app.features.operations.matchSettlements()
})

test('a list of settlements that cannot be read changes nothing', async () => {
  await app.injectFault('paystack', 'settlement_500')
  expect(await app.features.operations.matchSettlements()).toBe(0)
  expect((await settlements()).list).toMatchObject([{ matched: 1 }])
})

const paystackTotals = async () =>
  (await settlements()).gateways.find(({ gateway }) => gateway === 'paystack')
const unsettledAlerts = async () =>
  (await app.emails()).filter(({ subject }) => subject.includes('has not paid out'))

test('a payment that a gateway has not paid out after its usual days is listed once, until it is', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  payouts = 'missing'
  await app.advanceClock(4 * 24 * 60 * 60)
  await app.features.operations.matchSettlements()
  expect(await fetchBreaks('unsettled')).toEqual([])
  expect(await paystackTotals()).toMatchObject({ unsettled_after_days: 6, unsettled_count: 0 })

  await app.advanceClock(3 * 24 * 60 * 60)
  for (const _ of [1, 2]) await app.features.operations.matchSettlements()
  const [item, ...others] = (await fetchBreaks('unsettled')).filter(
    ({ order_reference }) => order_reference === reference,
  )
  expect(others).toEqual([])
  expect(item).toMatchObject({
    ...{ our_amount: 2_100, provider_amount: 0, allowed_actions: ['explain'] },
    note: 'Paystack has not paid it out within 6 days.',
  })
  // The payment of the other tests is in a settlement that is still pending.
  expect(await paystackTotals()).toMatchObject({ unsettled_count: 2, unsettled_amount: 4_200 })
  await eventually(async () => (await unsettledAlerts()).length > 0)
  const [alert, ...otherAlerts] = await unsettledAlerts()
  expect(otherAlerts).toEqual([])
  expect(alert?.text).toContain('2 payments, ₦4,200.00 in total')
  const otherBreaks = (await musa.get<{ list: ReconciliationBreak[] }>('/management/reconciliation/all')).data
  expect(otherBreaks.list.filter(({ kind }) => kind === 'unsettled')).toEqual([])

  payouts = 'paid'
  await app.features.operations.matchSettlements()
  expect(await fetchBreaks('unsettled')).toMatchObject([
    { resolution: 'Both sides agree.' },
    { resolution: 'Both sides agree.' },
  ])
  expect(await paystackTotals()).toMatchObject({ unsettled_count: 0, unsettled_amount: 0 })

  payouts = 'failed'
  for (const _ of [1, 2]) await app.features.operations.matchSettlements()
  expect(await paystackTotals()).toMatchObject({ unsettled_count: 2, unsettled_amount: 4_200 })
  payouts = 'paid'
  await app.features.operations.matchSettlements()
  payouts = 'as_simulated'
  await app.resetClock()
})

test('while a list of settlements cannot be read nothing counts as not settled, and operators are alerted once a day', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
  await app.advanceClock(7 * 24 * 60 * 60)
  const unreadAlerts = async () =>
    (await app.emails()).filter(({ subject }) => subject.includes('settlements of Paystack cannot be read'))
  for (const _ of [1, 2]) {
    await app.injectFault('paystack', 'settlement_500')
    await app.features.operations.matchSettlements()
  }
  expect(await paystackTotals()).toMatchObject({ unsettled_count: 0 })
  await eventually(async () => (await unreadAlerts()).length > 0)
  const [alert, ...otherAlerts] = await unreadAlerts()
  expect(otherAlerts).toEqual([])
  expect(alert?.text).toContain('1 payment, ₦2,100.00 in total, succeeded more than 6 days ago')

  // The list can be read again weeks later: the payment is compared, although it is older than the usual period.
  await app.advanceClock(20 * 24 * 60 * 60)
  payouts = 'missing'
  await app.features.operations.matchSettlements()
  expect(await fetchBreaks('unsettled')).toContainEqual(
    expect.objectContaining({ order_reference: info.order_reference, resolved_at: null }),
  )
  payouts = 'as_simulated'
  await app.resetClock()
})
