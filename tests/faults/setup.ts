import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ProviderOverrides } from '../../server/composition/dependencies.ts'
import type { Config } from '../../server/config.ts'
import { expectInvariantsHold } from '../support/consistency.ts'
import { Crash, type CrashInjector, createCrashInjector } from '../support/crash-injection.ts'
import { createAllShortTimeoutProviders, createShortTimeoutProviders } from '../support/providers.ts'
import { type ApiResponse, startTestApp, type TestClient } from '../support/test-app.ts'
import type { CrashingEnvironment, ScenarioSettings } from './flow.ts'

/** Time without activity after which the process counts as idle. */
const quietMs = 12
const maxPolls = 250
/** Polls, while nothing is due, that advance the clock; later ones only wait for a slow machine. */
const maxIdlePolls = 40
/** Time in which nothing is due and the scenario does not end, after which it has failed. */
const maxIdleMs = 15_000
/** Maximum attempts of a request. */
const maxRetries = 12

/**
 * A test app in this process, abandoned at the n-th boundary (a commit or a provider call) without shutdown, and
 * recreated on the same database.
 */
export async function openEnvironment(): Promise<CrashingEnvironment> {
  const app = await startTestApp({ shared: true, simulators: { speed: 100 } })
  let crash: CrashInjector = createCrashInjector(Number.POSITIVE_INFINITY)
  let crashedAt: string | null = null
  let createProviders: (config: Config) => ProviderOverrides = createShortTimeoutProviders
  // The bouquets and plans of every vendor, for scenarios with several vendors.
  await app.features.catalogue.refresh()

  /** Starts a new process if the previous one has crashed. */
  async function restartIfCrashed(): Promise<void> {
    if (!crash.state.crashedAt) return
    crashedAt = crash.state.crashedAt
    await expectInvariantsHold(app, `after the crash at ${crashedAt}`)
    await start(Number.POSITIVE_INFINITY)
    await expireIdempotencyKeys(app)
  }

  async function start(boundary: number): Promise<void> {
    crash = createCrashInjector(boundary, createProviders)
    await app.restart(crash)
  }

  const runDueJobs = () =>
    app.runDueJobs().catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })

  /** Waits until the process is idle or has crashed. */
  async function waitUntilIdle(): Promise<void> {
    for (let attempt = 0; attempt < 400 && !crash.state.crashedAt && !crash.isQuiet(quietMs); attempt++)
      await pause(3)
  }

  return {
    app,
    async begin(boundary, setting) {
      crashedAt = null
      createProviders =
        setting.vendors === 'all' ? createAllShortTimeoutProviders : createShortTimeoutProviders
      await applySettings(app, setting)
      await clearUnpaidDueTimes(app)
      await app.resetClock()
      await start(boundary)
    },
    arm: () => crash.arm(),
    get crashedAt() {
      return crashedAt ?? crash.state.crashedAt
    },
    async retryUntilSuccess<T>(request: () => Promise<ApiResponse<T>>, isOver = async () => false) {
      let lastResponse: ApiResponse<T> | undefined
      for (let attemptCount = 0; attemptCount < maxRetries; attemptCount++) {
        lastResponse = await request()
        if (lastResponse.httpStatus < 300 || (await isOver())) return lastResponse
        await restartIfCrashed()
        await app.advanceClock(20 * (1 + attemptCount))
        await runDueJobs()
        await waitUntilIdle()
      }
      throw new Error(
        `The request did not succeed; last response: ${lastResponse?.httpStatus} ${lastResponse?.message}`,
      )
    },
    async runUntil(isOver) {
      let idlePolls = 0
      let idleSince = performance.now()
      for (let polls = 0; polls < maxPolls && performance.now() - idleSince < maxIdleMs; ) {
        await waitUntilIdle()
        await restartIfCrashed()
        if (await isOver()) return
        const next = await secondsToNextDueTime(app)
        if (next === null) idlePolls++
        else idleSince = performance.now()
        if (idlePolls <= maxIdlePolls) {
          polls++
          await app.advanceClock(Math.max(1, Math.ceil(next ?? 60)))
        }
        await runDueJobs()
        await pause(next === null ? 20 : 2)
      }
      if (!(await isOver())) throw new Error('The scenario did not end')
    },
    async runIdle() {
      for (const seconds of [60, 3_600]) {
        await app.advanceClock(seconds)
        await runDueJobs()
        await waitUntilIdle()
        await restartIfCrashed()
      }
    },
    close: () => app.close(),
  }
}

/** Circuit breakers are off, since a vendor with faults in every scenario would be paused; they have separate tests. */
const breakersOff = { vendor_pause_silent: 0, vendor_pause_bad_of_ten: 0 }

/** Replaces the settings of the previous scenario. */
export async function applySettings({ db }: TestClient, { settings = {} }: ScenarioSettings): Promise<void> {
  await db.q.deleteFrom('settings').execute()
  const values = Object.entries({ ...breakersOff, ...settings })
  await db.q
    .insertInto('settings')
    .values(values.map(([key, value]) => ({ key, value: JSON.stringify(value) })))
    .execute()
}

/** Payments of earlier scenarios become recent again when the clock is reset, and would be polled each minute. */
const clearUnpaidDueTimes = ({ db }: TestClient) =>
  db.q.updateTable('payments').set({ due_at: null }).where('state', 'in', ['failed', 'expired']).execute()

/** Idempotency keys are held by wall-clock time: lets the crashed process's keys expire. */
export const expireIdempotencyKeys = (app: TestClient) =>
  app.db.q
    .updateTable('idempotency_keys')
    .set({ created_at: sql<Date>`created_at - interval '2 minutes'` })
    .where('http_status', 'is', null)
    .execute()

/** Seconds to the next due time of any row; null when there is none within three days. */
export async function secondsToNextDueTime(app: TestClient): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from min(due_at) - app_now())::float8 as seconds from (
      select due_at from orders where due_at is not null
      union all select due_at from payments where due_at is not null
      union all select due_at from refunds where due_at is not null
      union all select due_at from attempts where due_at is not null and state in ('sending', 'unknown')
      union all select due_at from webhook_inbox where handled_at is null
      union all select due_at from deposits where due_at is not null
      union all select due_at from virtual_accounts where due_at is not null
      union all select due_at from bulk_rows where due_at is not null
      union all select due_at from bulk_purchases where due_at is not null
      union all select due_at from schedules where due_at is not null
      union all select due_at from schedule_runs where due_at is not null
    ) due where due_at < app_now() + interval '72 hours'`.execute(app.db.q)
  return rows[0]?.seconds ?? null
}
