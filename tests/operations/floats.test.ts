import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VendorFloat } from '../../shared/management/money.ts'
import { createTestManager } from '../management/setup.ts'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
})
afterAll(() => app.close())

const floatAt = (floats: readonly VendorFloat[], vendor: string): VendorFloat => {
  const match = floats.find((float) => float.vendor === vendor)
  if (!match) throw new Error(`No float at ${vendor}`)
  return match
}

test('a purchase reduces the float of today, and the balance that the vendor reports has the time it was read', async () => {
  const before = floatAt((await musa.get<VendorFloat[]>('/management/money/floats')).data, 'vtpass')
  expect(before).toMatchObject({ live: null, forecast: { type: 'empty' }, low: true })
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
  const { data } = await musa.post<{ floats: VendorFloat[]; unread: string[] }>(
    '/management/money/floats/refresh',
    {},
  )
  expect(data.unread).toEqual([])
  const after = floatAt(data.floats, 'vtpass')
  expect(after.spent_today).toBeGreaterThan(before.spent_today)
  expect(after.ledger).toBeCloseTo(before.ledger - after.spent_today + before.spent_today)
  expect(after.opening).toBeCloseTo(before.opening)
  expect(after.live?.amount).toBe(after.balance)
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(app.db.q)
  expect(Date.parse(after.live?.read_at ?? '')).toBeGreaterThan((rows[0]?.now.getTime() ?? 0) - 600_000)
  expect(after.forecast).toEqual({ type: 'unknown' })
})

test('a balance that was read long ago is shown and not used for the alert', async () => {
  await sql`update vendor_balances set read_at = app_now() - interval '3 hours'`.execute(app.db.q)
  const float = floatAt((await musa.get<VendorFloat[]>('/management/money/floats')).data, 'vtpass')
  expect(float.live).not.toBeNull()
  expect(float).toMatchObject({ balance: float.ledger, low: true })
})
