import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataOf } from '../../shared/contract.ts'
import type { getSettlement, getSettlements } from '../../shared/management/money.ts'
import type { ReconciliationBreak } from '../../shared/operations.ts'
import { createTestManager } from '../management/setup.ts'
import { prepaidMeter } from '../support/meters.ts'
import { withPaystack } from '../support/providers.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'

/** A list that changes while it is read page by page repeats a line. */
let repeatsLines = false
const providerOverrides = withPaystack((paystack) => ({
  async listSettlementLines(id) {
    const lines = (await paystack.listSettlementLines?.(id)) ?? null
    return lines && repeatsLines ? [...lines, ...lines] : lines
  },
}))

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides })
  musa = await createTestManager(app)
})
afterAll(() => app.close())

const settlements = async (query = '') =>
  (await musa.get<DataOf<typeof getSettlements>>(`/management/money/settlements?${query}`)).data
const fetchBreaks = async () =>
  (await musa.get<{ list: ReconciliationBreak[] }>('/management/reconciliation/all?kind=settlement')).data
    .list

test('a settlement has a line for each payment, which matches by reference, amount and fee', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  expect(await app.features.operations.matchSettlements()).toBe(1)
  const { list, gateways } = await settlements('gateway=paystack')
  expect(list).toMatchObject([{ gateway: 'paystack', status: 'pending', matched: 1, unmatched: 0 }])
  expect(gateways).toContainEqual({ gateway: 'paystack', lists_settlements: true })
  expect(gateways).toContainEqual({ gateway: 'monnify', lists_settlements: false })
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
