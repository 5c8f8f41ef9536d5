import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setClockAhead } from '../../server/database/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { expectLawful } from '../support/audit.ts'
import { freshDatabase } from '../support/database.ts'
import { post } from '../support/guest.ts'
import { roomBeforeMidnight, tillOver } from '../support/till.ts'
import type { DyingHouse } from './flow.ts'
import { abandonKeys, secondsToNext, settle } from './house.ts'
import { type AppProcess, installation, startProcess } from './process.ts'

/** A process looks for due work every two seconds. */
const lookMs = 2_600
const mostLooks = 60
const mostPresses = 12
/** The vendor takes so long, that a kill may meet a vend. */
const vendMs = 150

/**
 * A shop of real processes on one PostgreSQL, the first of which dies by kill -9 some milliseconds after
 * `arm`. Alone it is started again; of two, the other one goes on by itself.
 */
export async function openKilledHouse(processes: 1 | 2): Promise<DyingHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-killed-'))
  const database = await freshDatabase()
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
  let front = 0
  let afterMs = 0
  let ahead = 0
  let killing: Promise<void> | undefined
  let died: string | null = null

  const till = tillOver({
    db: () => database.db,
    origin: () => all[front]?.origin ?? '',
    simulators,
    secret: env.SESSION_SECRET,
  })

  async function wake(at: number): Promise<void> {
    if (!all[at]?.isAlive())
      all[at] = await startProcess(env, Number(new URL(all[at]?.origin ?? 'http://x:0').port))
  }
  async function inFront(at: number): Promise<void> {
    front = at
    await wake(at)
    await post(`${simulators.url}/simulators/app-url`, { url: till.origin })
  }
  /** The next process answers once the first is dead: another, or the same started again. */
  async function reviveIfDead(): Promise<void> {
    if (!killing || died) return
    await killing
    if (all[front]?.isAlive()) return
    died = `killed ${afterMs} ms after it was armed`
    await expectLawful(till, died)
    await abandonKeys(till)
    await inFront((front + 1) % processes)
  }
  const clockAhead = (seconds: number) => {
    ahead += seconds
    return setClockAhead(till.db, ahead)
  }
  /** Waits until what is due was taken up. */
  async function looked(): Promise<void> {
    for (let ms = 0; ms < lookMs; ms += 100) {
      const next = await secondsToNext(till)
      if (next === null || next > 0) return
      await pause(100)
    }
  }

  return {
    shop: till,
    async begin(at, setting) {
      died = null
      killing = undefined
      afterMs = (at * 37) % 400
      ahead = roomBeforeMidnight()
      await setClockAhead(till.db, ahead)
      await settle(till, setting)
      for (let one = 0; one < processes; one++) await wake(one)
      await inFront(front)
    },
    arm() {
      const victim = all[front]
      killing ??= pause(afterMs).then(() => victim?.kill())
    },
    get diedAt() {
      return died
    },
    async press(ask, isOver = async () => false) {
      for (let presses = 0; presses < mostPresses; presses++) {
        const reply = await ask().catch(() => undefined)
        if (reply && (reply.http < 300 || (await isOver()))) return reply
        await reviveIfDead()
        await clockAhead(20 * (1 + presses))
        await pause(200)
      }
      throw new Error('It was never answered')
    },
    async followTo(over) {
      for (let looks = 0; looks < mostLooks; looks++) {
        await reviveIfDead()
        if (await over().catch(() => false)) return
        await pause(150)
        const next = await secondsToNext(till)
        if (looks > 0) await clockAhead(Math.max(5, Math.ceil(next ?? 30)))
        await looked()
      }
      if (!(await over())) throw new Error('It came to no end')
    },
    async afterwards() {
      await killing
      await reviveIfDead()
      await clockAhead(3_600)
      await looked()
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
