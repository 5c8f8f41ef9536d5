import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect, migrate, seed, setTestClockOffset } from '../../server/database/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { initiateCheckout } from '../support/checkout-journey.ts'
import {
  expectAllOrdersConsistent,
  expectInvariantsHold,
  expectLedgerMatchesProviders,
} from '../support/consistency.ts'
import { postgresUrl } from '../support/database.ts'
import { servicePurchases } from '../support/purchases.ts'
import { canMount, openSmallDisk } from '../support/small-disk.ts'
import { eventually } from '../support/test-app.ts'
import { clockOffsetBeforeMidnight, createTestClient } from '../support/test-client.ts'
import { binaries, openCluster } from './cluster.ts'
import { installation, startProcess } from './process.ts'

vi.setConfig({ testTimeout: 180_000 })

const noticedWithinMs = 5_000
const buyersAtOnce = 4

test.skipIf(!postgresUrl || !binaries || !canMount)(
  'while the database disk is full, requests are rejected and no checkout is created; afterwards every order completes (needs PostgreSQL, its programs and the right to mount a disk)',
  async () => {
    const disk = openSmallDisk(256)!
    onTestFinished(() => disk.remove())
    const cluster = await openCluster({ disk: disk.folder })
    onTestFinished(() => cluster.drop())
    const folder = mkdtempSync(join(tmpdir(), 'sanwo-disk-full-'))
    const db = await connect({ databaseUrl: cluster.url, dataDir: null })
    const simulators = await startSimulators({
      port: 0,
      host: '127.0.0.1',
      dataDir: folder,
      appUrl: 'http://127.0.0.1:9',
      speed: 50,
      vendMs: 20,
      duplicateWindowSeconds: 0,
    })
    await migrate(db)
    await seed(db)
    let ahead = clockOffsetBeforeMidnight()
    await setTestClockOffset(db, ahead)
    const env = installation({ folder, simulatorsUrl: simulators.url, databaseUrl: cluster.url })
    const app = await startProcess(env)
    onTestFinished(async () => {
      await app.kill()
      await simulators.close()
      await db.close().catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    })
    const purchases = createTestClient({
      db: () => db,
      origin: () => app.origin,
      simulators,
      secret: env.SESSION_SECRET,
    })
    await fetch(`${simulators.url}/simulators/app-url`, {
      method: 'POST',
      body: JSON.stringify({ url: app.origin }),
    })
    const readyStatus = async () => (await fetch(`${app.origin}/readyz`)).status

    let isOpen = true
    let paid = 0
    const rejectionStatuses: number[] = []
    const buyers = Array.from({ length: buyersAtOnce }, async () => {
      while (isOpen) {
        const guest = purchases.createGuest()
        const quote = await servicePurchases.power.createOrder(guest)
        const checkout =
          quote.httpStatus === 200 ? await initiateCheckout(guest, quote.data, servicePurchases.power) : null
        const rejected = [quote, checkout].find((response) => response && response.httpStatus !== 200)
        if (rejected) rejectionStatuses.push(rejected.httpStatus)
        else {
          await guest.payAtCheckout(checkout?.data.checkoutUrl ?? '')
          paid += 1
        }
        await pause(20)
      }
    })
    await eventually(async () => paid > 10, 30_000)
    disk.fill()
    await eventually(async () => (await readyStatus()) === 503, noticedWithinMs)
    // Requests accepted before have completed by now.
    await pause(500)
    const [paidBefore, rejectedBefore] = [paid, rejectionStatuses.length]
    const guest = purchases.createGuest()
    const response = await fetch(`${app.origin}/api/v1/payments/initiate`, {
      method: 'POST',
      headers: { ...guest.headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await fetch(`${app.origin}/api/v1/services/statuses/all`)).status).toBe(200)
    await pause(2_000)
    expect([paid, await readyStatus()]).toEqual([paidBefore, 503])
    expect(rejectionStatuses.length).toBeGreaterThan(rejectedBefore)

    disk.makeRoom()
    await eventually(async () => (await readyStatus()) === 200, noticedWithinMs)
    await eventually(async () => paid > paidBefore + 5, 30_000)
    isOpen = false
    await Promise.all(buyers)
    expect([...new Set(rejectionStatuses)]).toEqual([503])

    await eventually(async () => {
      ahead += 60
      await setTestClockOffset(db, ahead)
      await pause(700)
      const { rows } = await sql<{ open: number }>`select count(*)::int as open from orders
        where state in ('paid', 'vending', 'vend_failed', 'refunding') or (state = 'awaiting_payment'
          and exists (select from payments where order_id = orders.id and payments.state = 'initialised'))`.execute(
        db.q,
      )
      return rows[0]?.open === 0
    }, 120_000)
    await expectInvariantsHold(purchases)
    await expectAllOrdersConsistent(purchases)
    await expectLedgerMatchesProviders(purchases)
  },
)
