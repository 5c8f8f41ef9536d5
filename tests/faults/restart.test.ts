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
import { eventually } from '../support/test-app.ts'
import { clockOffsetBeforeMidnight, createTestClient } from '../support/test-client.ts'
import { binaries, openCluster } from './cluster.ts'
import { report } from './mode.ts'
import { installation, startProcess } from './process.ts'

vi.setConfig({ testTimeout: 180_000 })

const maxRestartMs = 10_000
const buyersAtOnce = 6

test.skipIf(!postgresUrl || !binaries)(
  'after a database crash under load, two processes recover within ten seconds and every order completes (needs PostgreSQL and its programs)',
  async () => {
    const cluster = await openCluster()
    const folder = mkdtempSync(join(tmpdir(), 'sanwo-restart-'))
    const db = await connect({ databaseUrl: cluster.url, dataDir: null })
    const simulators = await startSimulators({
      port: 0,
      host: '127.0.0.1',
      dataDir: folder,
      appUrl: 'http://127.0.0.1:9',
      speed: 50,
      vendMs: 40,
      duplicateWindowSeconds: 0,
    })
    await migrate(db)
    await seed(db)
    let ahead = clockOffsetBeforeMidnight()
    await setTestClockOffset(db, ahead)
    const env = installation({ folder, simulatorsUrl: simulators.url, databaseUrl: cluster.url })
    const apps = await Promise.all([startProcess(env), startProcess(env)])
    onTestFinished(async () => {
      for (const app of apps) await app.kill()
      await simulators.close()
      await db.close().catch(() => undefined)
      await cluster.drop()
      rmSync(folder, { recursive: true, force: true })
    })
    // Requests alternate between the processes, as behind a load balancer.
    let requestIndex = 0
    const origin = () => apps[requestIndex++ % apps.length]!.origin
    const purchases = createTestClient({ db: () => db, origin, simulators, secret: env.SESSION_SECRET })
    await fetch(`${simulators.url}/simulators/app-url`, {
      method: 'POST',
      body: JSON.stringify({ url: apps[0]!.origin }),
    })

    let isOpen = true
    const failures: number[] = []
    const acknowledged: string[] = []
    let purchased = 0
    const buyers = Array.from({ length: buyersAtOnce }, async () => {
      while (isOpen) {
        const guest = purchases.createGuest()
        const looked = await servicePurchases.power.createOrder(guest)
        if (looked.httpStatus === 200) acknowledged.push(looked.data.order_reference)
        const opened =
          looked.httpStatus === 200
            ? await initiateCheckout(guest, looked.data, servicePurchases.power)
            : looked
        const checkoutUrl =
          'checkoutUrl' in (opened.data ?? {}) ? String(Object(opened.data).checkoutUrl) : null
        if (opened.httpStatus === 200 && checkoutUrl) {
          await guest.payAtCheckout(checkoutUrl)
          purchased++
        } else {
          // Errors use the response envelope: a response that is not JSON would have thrown.
          failures.push(opened.httpStatus)
          await pause(50)
        }
      }
    })
    await eventually(async () => purchased > 30, 30_000)
    await cluster.crash()
    const since = performance.now()
    const before = purchased
    await eventually(async () => purchased > before + 10, maxRestartMs)
    const backMs = Math.round(performance.now() - since)
    const ready = await Promise.all(apps.map(async (app) => (await fetch(`${app.origin}/readyz`)).status))
    await pause(2_000)
    isOpen = false
    await Promise.all(buyers)

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
    expect(ready).toEqual([200, 200])
    const stored = await db.q
      .selectFrom('orders')
      .select('reference')
      .where('reference', 'in', acknowledged)
      .execute()
    expect(stored.length).toBe(new Set(acknowledged).size)
    expect([...new Set(failures)].filter((httpStatus) => httpStatus !== 503)).toEqual([])
    await expectInvariantsHold(purchases)
    const states = await expectAllOrdersConsistent(purchases)
    await expectLedgerMatchesProviders(purchases)
    report({ restarts: 1, backMs, bought: purchased, states })
  },
)
