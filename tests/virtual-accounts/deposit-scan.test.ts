import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createAccountHolder } from './setup.ts'

const day = 24 * 60 * 60
/** Whether the gateway's list of deposits is complete, and what happens while it is read. */
const list = { isComplete: true, onRead: async () => {} }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    shared: true,
    providerOverrides: (config) => {
      const providers = createShortTimeoutProviders(config)
      const { monnify } = providers.gateways
      const listDepositReferences = async () => {
        await list.onRead()
        return { references: [], isComplete: list.isComplete }
      }
      const banking = { ...monnify.banking!, listDepositReferences }
      return { ...providers, gateways: { ...providers.gateways, monnify: { ...monnify, banking } } }
    },
  })
})
afterAll(() => app.close())

const secondsUntilScan = async () => {
  const row = await app.db.q
    .selectFrom('virtual_accounts')
    .select((eb) => eb.fn<number>('date_part', [eb.val('epoch'), 'due_at']).as('due'))
    .executeTakeFirstOrThrow()
  const now = await app.db.q
    .selectNoFrom((eb) => eb.fn<number>('date_part', [eb.val('epoch'), eb.fn('app_now')]).as('now'))
    .executeTakeFirstOrThrow()
  return row.due - now.now
}

test('a scan for deposits has a lease as long as it may take, and an incomplete list is read again', async () => {
  const ada = await createAccountHolder(app)
  await ada.reserveAccountForNewMeter()
  const leases: number[] = []
  const scan = async (isComplete: boolean) => {
    Object.assign(list, { isComplete, onRead: async () => leases.push(await secondsUntilScan()) })
    const scans = leases.length
    await app.advanceClock(4 * day)
    await app.runDueJobsUntil(async () => leases.length > scans && (await secondsUntilScan()) > 30 * 60)
    return secondsUntilScan()
  }
  expect(await scan(true)).toBeGreaterThan(day - 60 * 60)
  expect(await scan(false)).toBeLessThanOrEqual(60 * 60)
  for (const lease of leases) expect(lease).toBeGreaterThan(15 * 60)
})
