import { expect, test } from 'vitest'
import type { ReconciliationBreak } from '../../shared/operations.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import { isOrderFinal } from '../support/consistency.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

const fetchBreaks = async (manager: Awaited<ReturnType<typeof createTestManager>>) =>
  (await manager.get<{ list: ReconciliationBreak[] }>('/management/reconciliation/all')).data.list.filter(
    (item) => item.resolved_at === null,
  )
const countOpeningEntries = async (app: TestApp) =>
  (
    await app.db.q
      .selectFrom('ledger_entries')
      .select('event')
      .where('event', 'like', 'float:%:opened')
      .execute()
  ).length

test('a first start with simulated money records the opening balances, and reconciliation finds no break', async () => {
  const app = await startTestApp({ polling: true })
  const manager = await createTestManager(app)
  await eventually(async () => (await countOpeningEntries(app)) === 3, 20_000)
  const { info } = await app.createGuest().buyElectricity({ meter_number: '11000004545' })
  await eventually(isOrderFinal(app, info.order_reference), 20_000)
  await app.features.operations.reconcile()
  expect(await fetchBreaks(manager)).toEqual([])
})

test('a manager records the opening balance of a float on the reconciliation page, once, with the PIN', async () => {
  const app = await startTestApp()
  const manager = await createTestManager(app)
  await app.features.operations.reconcile()
  const floats = (await fetchBreaks(manager)).filter((item) => item.kind === 'float')
  expect(
    floats
      .map(({ subject, allowed_actions }) => ({ subject, allowed_actions }))
      .sort((a, b) => a.subject.localeCompare(b.subject)),
  ).toEqual(
    ['buypower', 'irecharge', 'vtpass'].map((subject) => ({ subject, allowed_actions: ['open', 'explain'] })),
  )
  const open = (float: ReconciliationBreak, body: object = {}) =>
    manager.post(`/management/reconciliation/${float.id}/open-float`, {
      auth_pin: correctPin,
      reason: 'Opening balance',
      ...body,
    })
  const [first, ...others] = floats
  if (!first) throw new Error('No float differs')
  expect((await open(first, { auth_pin: undefined })).httpStatus).toBe(422)
  expect(await countOpeningEntries(app)).toBe(0)
  expect(await open(first)).toMatchObject({ httpStatus: 200, message: expect.stringContaining(' is ₦') })
  expect((await open(first)).httpStatus).toBe(404)
  for (const float of others) expect((await open(float)).httpStatus).toBe(200)
  expect(await countOpeningEntries(app)).toBe(3)
  await app.features.operations.reconcile()
  expect(await fetchBreaks(manager)).toEqual([])
})
