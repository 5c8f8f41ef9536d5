import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setClockAhead } from '../../server/database/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { freshDatabase } from '../support/database.ts'
import { post } from '../support/guest.ts'
import { roomBeforeMidnight, tillOver } from '../support/till.ts'
import { abandonKeys, settle } from './house.ts'
import { installation, startProcess } from './process.ts'

/** Vendors take this long, so that kills meet vends under way. */
const vendMs = 150

/** A shop of one real process under load: it is killed with no warning and started again. */
export async function openBulkHouse() {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-bulk-'))
  const database = await freshDatabase()
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
  const till = tillOver({
    db: () => database.db,
    origin: () => app.origin,
    simulators,
    secret: env.SESSION_SECRET,
  })
  let ahead = roomBeforeMidnight()
  await setClockAhead(database.db, ahead)
  await settle(till, {})
  await post(`${simulators.url}/simulators/app-url`, { url: till.origin })
  let kills = 0
  let downMs = 0

  return {
    till,
    get kills() {
      return kills
    },
    /** Milliseconds in which nobody was there. */
    get downMs() {
      return downMs
    },
    /** Dies after so many milliseconds, and is started again. */
    async dies(afterMs: number): Promise<void> {
      await pause(afterMs)
      const since = performance.now()
      await app.kill()
      kills++
      await abandonKeys(till)
      app = await startProcess(env, Number(new URL(app.origin).port))
      downMs += performance.now() - since
    },
    /** Lets what is asked about again and again be asked about sooner. */
    hurries: (seconds: number) => {
      ahead += seconds
      return setClockAhead(database.db, ahead)
    },
    async close(): Promise<void> {
      await app.kill()
      await simulators.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
