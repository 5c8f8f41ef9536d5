import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database, setTestClockOffset } from '../../server/database/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { installation } from '../faults/process.ts'
import { createTestConfig } from '../http/setup.ts'
import { expectOrderConsistent } from '../support/consistency.ts'
import { prepareDataFolder } from '../support/embedded-database.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually } from '../support/test-app.ts'
import { createTestClient } from '../support/test-client.ts'
import { isListening, startProgram } from './program.ts'

vi.setConfig({ testTimeout: 180_000 })

/** A shutdown takes at most this long; a busy machine adds to it. */
const maxShutdownMs = 25_000
const marginMs = 3_000

/** An app in a process of its own, on the embedded database; its simulators run here. */
async function startAppWithSimulators({
  vendMs = 0,
  env = {},
}: {
  vendMs?: number
  env?: NodeJS.ProcessEnv
} = {}) {
  const { config, remove } = createTestConfig()
  await prepareDataFolder(config.dataDir)
  const simulators = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    dataDir: config.dataDir,
    appUrl: 'http://127.0.0.1:9',
    vendMs,
    duplicateWindowSeconds: 0,
  })
  const appEnv = installation({ folder: config.dataDir, simulatorsUrl: simulators.url, databaseUrl: null })
  const start = () =>
    startProgram(process.execPath, ['server/main.ts'], { env: { ...appEnv, PORT: '0', ...env } })
  let app = start()
  onTestFinished(async () => {
    app.child.kill('SIGKILL')
    await app.exit
    await simulators.close()
    remove()
  })
  let origin = await app.serverOrigin
  let db: Database | undefined
  const client = createTestClient({
    db: () => {
      if (!db) throw new Error('The app is running: its embedded database is locked')
      return db
    },
    origin: () => origin,
    simulators,
    secret: appEnv.SESSION_SECRET,
  })
  return {
    client,
    origin,
    get app() {
      return app
    },
    /** Sends SIGTERM. @returns the exit code and the time until the end */
    async stop() {
      const startedAt = performance.now()
      app.child.kill('SIGTERM')
      const { code, err } = await app.exit
      return { code, err, ms: performance.now() - startedAt }
    },
    async restart() {
      app = start()
      origin = await app.serverOrigin
    },
    /** Opens the database of the stopped app. */
    async withDatabase(work: (db: Database) => Promise<unknown>) {
      db = await connect({ databaseUrl: null, dataDir: config.dataDir })
      await work(db)
      await db.close()
      db = undefined
    },
  }
}

/** Pays an order and waits until its vendor has delivered, but not yet responded. */
async function startVend({ client }: Awaited<ReturnType<typeof startAppWithSimulators>>) {
  const guest = client.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter() })
  await eventually(async () => (await client.providerRecords()).captures.length > 0)
  const processStatus = guest.processOrder(info).then(
    ({ httpStatus }) => httpStatus,
    () => null,
  )
  await eventually(async () => (await client.providerRecords()).deliveries.length > 0, 20_000)
  return { guest, info, processStatus }
}

test('during SHUTDOWN_DELAY the readiness check fails while requests are served on connections that end', async () => {
  const { app, origin, stop } = await startAppWithSimulators({ env: { SHUTDOWN_DELAY: '6' } })
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  const stopped = stop()
  await eventually(async () => (await fetch(`${origin}/readyz`)).status === 503, 5_000)
  const served = await fetch(`${origin}/healthz`)
  expect(served.status).toBe(200)
  expect(served.headers.get('connection')).toBe('close')
  const { code, err, ms } = await stopped
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(ms).toBeGreaterThan(5_900)
  expect(app.child.exitCode).toBe(0)
  expect(await isListening(`${origin}/healthz`)).toBe(false)
})

test('a vend that ends during the shutdown is stored, and its request gets a response', async () => {
  const running = await startAppWithSimulators({ vendMs: 4_000 })
  const { info, processStatus } = await startVend(running)
  const { code, err, ms } = await running.stop()
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(ms).toBeLessThan(maxShutdownMs)
  expect(await processStatus).toBe(200)
  await running.withDatabase(async () => {
    expect((await running.client.orderRow(info.order_reference)).state).toBe('delivered')
    await expectOrderConsistent(running.client, info.order_reference)
  })
})

test('a shutdown during a vend that does not end takes at most 25 s, and the next start delivers the order once', async () => {
  const running = await startAppWithSimulators({ vendMs: 100_000 })
  const { guest, info } = await startVend(running)
  const { code, err, ms } = await running.stop()
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(ms).toBeLessThan(maxShutdownMs + marginMs)

  await running.client.simulatorSettings({ vendMs: 0 })
  // Makes the requery due.
  await running.withDatabase((db) => setTestClockOffset(db, 90))
  await running.restart()
  await eventually(async () => (await guest.getOrderStatus(info)).data.state === 'delivered', 30_000)
  await pause(2_500)
  const { captures, deliveries } = await running.client.providerRecords()
  expect([captures.length, deliveries.length]).toEqual([1, 1])
  expect((await running.stop()).code).toBe(0)
  await running.withDatabase(() => expectOrderConsistent(running.client, info.order_reference))
})
