import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../server/config.ts'
import { gatewaysOf, vendorsOf } from '../../server/providers.ts'
import { countRuns, createSchedules } from '../bench/schedule-rows.ts'
import { noVendors } from '../support/providers.ts'
import { eventually, startTestApp } from '../support/test-app.ts'

const scheduleCount = 20
const scheduledMeters = '119'
/** A meter whose lookup is not blocked. */
const guestMeter = '11200005555'
/** Below the lookups of all runs together. */
const sharedLookups = 5
const timeoutMs = 60_000

/**
 * One vendor, whose lookups of scheduled meters wait until they are released. The timeouts are those of production: a
 * run whose lookup is too slow would be retried minutes later.
 */
function createBlockedLookups() {
  const released = Promise.withResolvers<void>()
  let blockedCount = 0
  const createProviders = (config: Config) => {
    const { vtpass } = vendorsOf(config)
    if (!vtpass) throw new Error('The simulated vendor is not configured')
    const lookUp: typeof vtpass.lookUp = async (product) => {
      if (product.beneficiary.startsWith(scheduledMeters)) {
        blockedCount += 1
        await released.promise
      }
      return vtpass.lookUp(product)
    }
    return { gateways: gatewaysOf(config), vendors: { ...noVendors, vtpass: { ...vtpass, lookUp } } }
  }
  return { createProviders, blockedCount: () => blockedCount, release: () => released.resolve() }
}

test('schedules that are due together delay no paid guest order, and leave the shared lookups to customers', {
  timeout: 240_000,
}, async () => {
  const lookups = createBlockedLookups()
  const app = await startTestApp({ polling: true, providerOverrides: lookups.createProviders })
  onTestFinished(lookups.release)
  await app.context.settings.change('limit_lookup_everybody', sharedLookups)
  await createSchedules(app.db, scheduleCount)
  await app.db.q.updateTable('schedules').set({ due_at: sql<Date>`app_now()` }).execute()
  const runs = () => countRuns(app.db)
  await eventually(
    async () => (await runs()).created === scheduleCount && lookups.blockedCount() > 0,
    timeoutMs,
  )

  const { info } = await app.createGuest().buyElectricity({ meter_number: guestMeter })
  await eventually(async () => (await app.orderRow(info.order_reference)).state === 'delivered', timeoutMs)
  expect(await runs()).toMatchObject({ created: scheduleCount, started: 0 })

  lookups.release()
  await eventually(async () => (await runs()).delivered === scheduleCount, timeoutMs)
  expect((await runs()).doubles).toBe(0)
  expect((await app.createGuest().lookUpMeter({ meter_number: guestMeter })).httpStatus).toBe(200)
})
