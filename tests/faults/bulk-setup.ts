import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setTestClockOffset } from '../../server/database/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { createTestDatabase } from '../support/database.ts'
import { post } from '../support/guest.ts'
import { clockOffsetBeforeMidnight, createTestClient } from '../support/test-client.ts'
import { installation, startProcess } from './process.ts'
import { applySettings, expireIdempotencyKeys } from './setup.ts'

/** Vendor latency, so that kills occur during vends. */
const vendMs = 150

/** One real process under load that is killed and restarted. */
export async function startBulkProcess() {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-bulk-'))
  const database = await createTestDatabase()
  const simulators = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    appUrl: 'http://127.0.0.1:9',
    vendMs,
  })
  const env = {
    ...installation({ folder, simulatorsUrl: simulators.url, databaseUrl: database.url }),
    DATABASE_POOL: '10',
  }
  let app = await startProcess(env)
  const purchases = createTestClient({
    db: () => database.db,
    origin: () => app.origin,
    simulators,
    secret: env.SESSION_SECRET,
  })
  let ahead = clockOffsetBeforeMidnight()
  await setTestClockOffset(database.db, ahead)
  await applySettings(purchases, {})
  await post(`${simulators.url}/simulators/app-url`, { url: purchases.origin })
  let kills = 0
  let downMs = 0

  return {
    purchases,
    get kills() {
      return kills
    },
    /** Total downtime in milliseconds. */
    get downMs() {
      return downMs
    },
    /** Kills the process after the given milliseconds and restarts it. */
    async killAndRestart(afterMs: number): Promise<void> {
      await pause(afterMs)
      const since = performance.now()
      await app.kill()
      kills++
      await expireIdempotencyKeys(purchases)
      app = await startProcess(env, Number(new URL(app.origin).port))
      downMs += performance.now() - since
    },
    /** Advances the clock so that repeated requeries are due sooner. */
    advanceClock: (seconds: number) => {
      ahead += seconds
      return setTestClockOffset(database.db, ahead)
    },
    async close(): Promise<void> {
      await app.kill()
      await simulators.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
