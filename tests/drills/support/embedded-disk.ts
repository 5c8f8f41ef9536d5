import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Database, migrate, seed, setTestClockOffset } from '../../../server/database/index.ts'
import { freePort } from '../../support/free-port.ts'
import { openSmallDisk } from '../../support/small-disk.ts'
import { clockOffsetBeforeMidnight, createTestClient } from '../../support/test-client.ts'
import { installationEnv, prepareSettings, startApp, startSimulators } from './app-process.ts'
import { checkConsistency, openOrders } from './consistency.ts'
import { type Daemon, statusOf, waitUntil } from './daemon.ts'
import type { DrillReport } from './drill.ts'
import { runFault } from './faults.ts'
import { startTraffic } from './traffic.ts'

const diskMb = 128
const purchasesPerSecond = 1
const steadyMs = 8_000
const fullMs = 8_000
/** Restarts with the clock moved ahead, until every order is final. */
const maxRestarts = 5

/** One process on the embedded database, whose DATA_DIR is full for a while. */
export async function checkEmbeddedDisk(report: DrillReport, stack: AsyncDisposableStack): Promise<void> {
  const disk = openSmallDisk(diskMb)!
  stack.defer(() => disk.remove())
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-embedded-disk-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const simulatorsUrl = await startSimulators(folder, origin, stack)
  const { DATABASE_URL: _embedded, ...env } = installationEnv({
    databaseUrl: '',
    simulatorsUrl,
    appUrl: origin,
    dataDir,
  })
  let db: Database | undefined
  const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    db = await connect({ databaseUrl: null, dataDir })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }
  await withDatabase(async (database) => {
    await migrate(database)
    await seed(database)
    await prepareSettings(database)
  })
  let app: Daemon = stack.use(await startApp({ env, port }))
  const traffic = startTraffic({ origin, simulatorsUrl }, purchasesPerSecond)
  await pause(steadyMs)
  await runFault(
    { report, traffic, ports: [port] },
    {
      name: 'full disk of the embedded database',
      work: async () => {
        disk.fill()
        await report.checkSucceeds('a full DATA_DIR is noticed within 5 s', () =>
          waitUntil('not ready', async () => (await statusOf(`${origin}/readyz`)) === 503, 5_000),
        )
        await pause(fullMs)
        disk.makeRoom()
      },
    },
  )
  await traffic.stop()
  report.check('the process on the embedded database did not end', app.isRunning(), app.log())
  await app.stop('SIGTERM')

  const client = createTestClient({
    db: () => db!,
    origin: () => origin,
    simulators: { url: simulatorsUrl },
    secret: env.SESSION_SECRET,
  })
  let clockOffset = clockOffsetBeforeMidnight()
  for (let restarts = 0; restarts < maxRestarts; restarts++) {
    const openOrderCount = await withDatabase(async (database) => {
      clockOffset += 120
      await setTestClockOffset(database, clockOffset)
      return openOrders(client)
    })
    if (openOrderCount === 0) break
    app = stack.use(await startApp({ env, port }))
    await pause(steadyMs)
    await app.stop('SIGTERM')
  }
  await withDatabase(() =>
    checkConsistency(report, client, traffic.purchases, 'orders of the embedded database by state'),
  )
}
