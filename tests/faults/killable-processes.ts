import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setTestClockOffset } from '../../server/database/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { expectInvariantsHold } from '../support/consistency.ts'
import { createTestDatabase } from '../support/database.ts'
import { post } from '../support/guest.ts'
import { clockOffsetBeforeMidnight, createTestClient } from '../support/test-client.ts'
import type { CrashingEnvironment } from './flow.ts'
import { type AppProcess, installation, startProcess } from './process.ts'
import { applySettings, expireIdempotencyKeys, secondsToNextDueTime } from './setup.ts'

/** A process polls for due work every two seconds. */
const pollIntervalMs = 2_600
const maxPolls = 60
const maxRetries = 12
/** Vendor latency: long enough for a kill to occur during a vend. */
const vendMs = 150

/**
 * Real processes on one PostgreSQL server. The first is killed with kill -9 some milliseconds after `arm`: a single
 * process restarts; of two, the other continues.
 */
export async function startKillableProcesses(processCount: 1 | 2): Promise<CrashingEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-killed-'))
  const database = await createTestDatabase()
  const simulators = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    appUrl: 'http://127.0.0.1:9',
    speed: 100,
    vendMs,
    duplicateWindowSeconds: 0,
  })
  const env = installation({ folder, simulatorsUrl: simulators.url, databaseUrl: database.url })
  const appProcesses: AppProcess[] = []
  let active = 0
  let afterMs = 0
  let clockOffsetSeconds = 0
  let pendingKill: Promise<void> | undefined
  let crash: string | null = null

  const purchases = createTestClient({
    db: () => database.db,
    origin: () => appProcesses[active]?.origin ?? '',
    simulators,
    secret: env.SESSION_SECRET,
  })

  async function startIfStopped(index: number): Promise<void> {
    if (!appProcesses[index]?.isAlive())
      appProcesses[index] = await startProcess(
        env,
        Number(new URL(appProcesses[index]?.origin ?? 'http://x:0').port),
      )
  }
  async function makeActive(index: number): Promise<void> {
    active = index
    await startIfStopped(index)
    await post(`${simulators.url}/simulators/app-url`, { url: purchases.origin })
  }
  /** Activates the next process after the kill: the other one, or the same one restarted. */
  async function restartIfCrashed(): Promise<void> {
    if (!pendingKill || crash) return
    await pendingKill
    if (appProcesses[active]?.isAlive()) return
    crash = `killed ${afterMs} ms after it was armed`
    await expectInvariantsHold(purchases, crash)
    await expireIdempotencyKeys(purchases)
    await makeActive((active + 1) % processCount)
  }
  const clockAhead = (seconds: number) => {
    clockOffsetSeconds += seconds
    return setTestClockOffset(purchases.db, clockOffsetSeconds)
  }
  /** Waits until due work is claimed. */
  async function waitForDueWork(): Promise<void> {
    for (let ms = 0; ms < pollIntervalMs; ms += 100) {
      const next = await secondsToNextDueTime(purchases)
      if (next === null || next > 0) return
      await pause(100)
    }
  }

  return {
    app: purchases,
    async begin(boundary, setting) {
      crash = null
      pendingKill = undefined
      afterMs = (boundary * 37) % 400
      clockOffsetSeconds = clockOffsetBeforeMidnight()
      await setTestClockOffset(purchases.db, clockOffsetSeconds)
      await applySettings(purchases, setting)
      for (let index = 0; index < processCount; index++) await startIfStopped(index)
      await makeActive(active)
    },
    arm() {
      const activeProcess = appProcesses[active]
      pendingKill ??= pause(afterMs).then(() => activeProcess?.kill())
    },
    get crashedAt() {
      return crash
    },
    async retryUntilSuccess(request, isOver = async () => false) {
      for (let retries = 0; retries < maxRetries; retries++) {
        const response = await request().catch(() => undefined)
        if (response && (response.httpStatus < 300 || (await isOver()))) return response
        await restartIfCrashed()
        await clockAhead(20 * (1 + retries))
        await pause(200)
      }
      throw new Error('No request was answered')
    },
    async runUntil(isOver) {
      for (let polls = 0; polls < maxPolls; polls++) {
        await restartIfCrashed()
        if (await isOver().catch(() => false)) return
        await pause(150)
        const next = await secondsToNextDueTime(purchases)
        if (polls > 0) await clockAhead(Math.max(5, Math.ceil(next ?? 30)))
        await waitForDueWork()
      }
      if (!(await isOver())) throw new Error('The scenario did not end')
    },
    async runIdle() {
      await pendingKill
      await restartIfCrashed()
      await clockAhead(3_600)
      await waitForDueWork()
      await pause(300)
    },
    async close() {
      await pendingKill
      for (const appProcess of appProcesses) await appProcess.kill()
      await simulators.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
