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
import { applySettings, expireIdempotencyKeys, secondsToNext } from './setup.ts'

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
export async function startKillableProcesses(processes: 1 | 2): Promise<CrashingEnvironment> {
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
  const all: AppProcess[] = []
  let active = 0
  let afterMs = 0
  let ahead = 0
  let killing: Promise<void> | undefined
  let died: string | null = null

  const purchases = createTestClient({
    db: () => database.db,
    origin: () => all[active]?.origin ?? '',
    simulators,
    secret: env.SESSION_SECRET,
  })

  async function sweep(boundary: number): Promise<void> {
    if (!all[boundary]?.isAlive())
      all[boundary] = await startProcess(env, Number(new URL(all[boundary]?.origin ?? 'http://x:0').port))
  }
  async function makeActive(boundary: number): Promise<void> {
    active = boundary
    await sweep(boundary)
    await post(`${simulators.url}/simulators/app-url`, { url: purchases.origin })
  }
  /** Activates the next process after the kill: the other one, or the same one restarted. */
  async function reviveIfDead(): Promise<void> {
    if (!killing || died) return
    await killing
    if (all[active]?.isAlive()) return
    died = `killed ${afterMs} ms after it was armed`
    await expectInvariantsHold(purchases, died)
    await expireIdempotencyKeys(purchases)
    await makeActive((active + 1) % processes)
  }
  const clockAhead = (seconds: number) => {
    ahead += seconds
    return setTestClockOffset(purchases.db, ahead)
  }
  /** Waits until due work is claimed. */
  async function waitForDueWork(): Promise<void> {
    for (let ms = 0; ms < pollIntervalMs; ms += 100) {
      const next = await secondsToNext(purchases)
      if (next === null || next > 0) return
      await pause(100)
    }
  }

  return {
    app: purchases,
    async begin(boundary, setting) {
      died = null
      killing = undefined
      afterMs = (boundary * 37) % 400
      ahead = clockOffsetBeforeMidnight()
      await setTestClockOffset(purchases.db, ahead)
      await applySettings(purchases, setting)
      for (let one = 0; one < processes; one++) await sweep(one)
      await makeActive(active)
    },
    arm() {
      const victim = all[active]
      killing ??= pause(afterMs).then(() => victim?.kill())
    },
    get crashedAt() {
      return died
    },
    async retryUntilAnswered(request, isOver = async () => false) {
      for (let presses = 0; presses < maxRetries; presses++) {
        const reply = await request().catch(() => undefined)
        if (reply && (reply.http < 300 || (await isOver()))) return reply
        await reviveIfDead()
        await clockAhead(20 * (1 + presses))
        await pause(200)
      }
      throw new Error('It was never answered')
    },
    async runUntil(over) {
      for (let polls = 0; polls < maxPolls; polls++) {
        await reviveIfDead()
        if (await over().catch(() => false)) return
        await pause(150)
        const next = await secondsToNext(purchases)
        if (polls > 0) await clockAhead(Math.max(5, Math.ceil(next ?? 30)))
        await waitForDueWork()
      }
      if (!(await over())) throw new Error('It came to no end')
    },
    async runIdle() {
      await killing
      await reviveIfDead()
      await clockAhead(3_600)
      await waitForDueWork()
      await pause(300)
    },
    async close() {
      await killing
      for (const one of all) await one.kill()
      await simulators.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
