import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { ProviderOverrides } from '../../server/composition/dependencies.ts'
import { type Application, composeApp } from '../../server/composition-root.ts'
import { type Config, readConfig } from '../../server/config.ts'
import type { AppContext } from '../../server/context.ts'
import { connect, type Database, setTestClockOffset } from '../../server/database/index.ts'
import {
  answerUnreadableRequests,
  createApiHandler,
  createApiServer,
  createLog,
  createRateLimits,
} from '../../server/http/index.ts'
import { configuredProvidersOf } from '../../server/providers.ts'
import { createSettings, limitPointsFrom } from '../../server/settings/index.ts'
import { type SimulatorsOptions, startSimulators } from '../../server/simulators/start.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { post } from './guest.ts'
import { withOpenApiCheck } from './openapi-check.ts'
import { clockOffsetBeforeMidnight, createTestClient } from './test-client.ts'

export type { ApiResponse } from './guest.ts'
export type { TestClient } from './test-client.ts'

export interface TestAppOptions {
  simulators?: Partial<SimulatorsOptions>
  /** Overrides of the simulated-mode configuration. */
  config?: Partial<Config>
  /** Replaces or wraps the providers, given their configuration. */
  providerOverrides?: (config: Config) => ProviderOverrides
  /** Polls for due jobs. When false, the test calls `runDueJobs`. */
  polling?: boolean
  /** Shared by all tests of a file, which closes it; otherwise it closes after its test. */
  shared?: boolean
}

/** Work that has not ended delays the next poll by at most this many attempts. */
const maxAttemptsPerPoll = 12
const tryIntervalMs = 25

interface RunDueJobsOptions {
  stepSeconds?: number
  maxPolls?: number
  otherProcess?: Application
}

/** Replacements for the dependencies of the composition root. */
export interface ProcessOverrides {
  providerOverrides?: ((config: Config) => ProviderOverrides) | undefined
  wrap?: (db: Database) => Database
}

/** Starts the API in this process with a new database and simulators on free ports; without the web front end. */
export async function startTestApp(options: TestAppOptions = {}) {
  let database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-app-'))
  const simulators = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    appUrl: 'http://127.0.0.1:9',
    speed: 10,
    duplicateWindowSeconds: 0,
    ...options.simulators,
  })
  const config: Config = {
    ...readConfig({
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      SIMULATORS_URL: simulators.url,
    }),
    smtpUrl: simulators.smtpUrl,
    ...options.config,
  }
  let openRequests = 0
  const httpServer = createServer((req, res) => {
    openRequests++
    res.on('close', () => openRequests--)
    handler(req, res)
  })
  answerUnreadableRequests(httpServer, config)
  // As in `listener.ts`. With Node's default of 5 s, a long statement of the embedded database, which runs in this
  // process, would let the server close a connection that a client is about to use.
  httpServer.keepAliveTimeout = 65_000
  let handler: Parameters<typeof createServer>[1] & object = (_req, res) => res.writeHead(503).end()
  httpServer.listen(0, '127.0.0.1')
  await once(httpServer, 'listening')
  const origin = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`
  await post(`${simulators.url}/simulators/app-url`, { url: origin })

  let features: Application
  let deps: AppContext
  let db: Database = database.db
  const extraDatabases: Database[] = []
  const lostDatabases: TestDatabase[] = []
  let clockOffset = clockOffsetBeforeMidnight()
  await setTestClockOffset(db, clockOffset)
  /** Creates a new composition root on the same database, as after a crash; the old one is discarded. */
  async function start({
    providerOverrides = options.providerOverrides,
    wrap,
  }: ProcessOverrides = {}): Promise<void> {
    const log = createLog({ level: config.logLevel })
    const wrappedDb = wrap?.(db) ?? db
    const settings = createSettings(wrappedDb, configuredProvidersOf(config))
    const limits = createRateLimits({
      db: wrappedDb,
      log,
      pointsOf: (name) => limitPointsFrom(settings, name),
    })
    deps = { config, db: wrappedDb, log, settings, limits }
    features = await composeApp(deps, providerOverrides?.(config))
    const api = createApiHandler({ config, db: wrappedDb, log, ...features })
    handler = withOpenApiCheck(features.routes, createApiServer({ api, config, isReady: async () => true }))
    if (options.polling) await features.start()
  }
  await start()

  const client = createTestClient({
    db: () => db,
    origin: () => origin,
    simulators,
    secret: config.sessionSecret,
  })
  const app = {
    ...client,
    config,
    simulators,
    get db() {
      return db
    },
    get context() {
      return deps
    },
    get features() {
      return features
    },
    /** Simulates a crash and restart on the same database. */
    async restart(overrides: ProcessOverrides = {}) {
      if (database.url) {
        const old = db
        db = await connect({ databaseUrl: database.url, dataDir: null })
        void old.close().catch(() => undefined)
      }
      await start(overrides)
    },
    /** Copies the current database; nothing may be in progress. The app continues on the original. */
    async backUp(): Promise<TestDatabase> {
      if (!database.url) return database.copy()
      await db.close()
      const backup = await database.copy()
      db = await connect({ databaseUrl: database.url, dataDir: null })
      await start()
      return backup
    },
    /** Simulates the loss of the database: restarts on a backup. */
    async restore(backup: TestDatabase) {
      extraDatabases.push(db)
      lostDatabases.push(database)
      database = backup
      db = backup.db
      await start()
    },
    /** Creates a second process on the same database, for race tests; on PostgreSQL with its own connections. */
    async startSecondProcess(): Promise<Application> {
      const ownDatabase = database.url
        ? await connect({ databaseUrl: database.url, dataDir: null, pool: 4 })
        : db
      if (ownDatabase !== db) extraDatabases.push(ownDatabase)
      const log = createLog({ level: config.logLevel })
      const settings = createSettings(ownDatabase, configuredProvidersOf(config))
      const limits = createRateLimits({
        db: ownDatabase,
        log,
        pointsOf: (name) => limitPointsFrom(settings, name),
      })
      const deps = { config, db: ownDatabase, log, settings, limits }
      return composeApp(deps, options.providerOverrides?.(config))
    },
    /** Advances the application clock and keeps sessions active. The clock never moves backwards within a test. */
    async advanceClock(seconds: number) {
      clockOffset += seconds
      await setTestClockOffset(db, clockOffset)
      await sql`update session_tokens set last_seen_at = app_now() where revoked_at is null`.execute(db.q)
    },
    /** Resets the application clock to its start, for a test that is independent of earlier ones. */
    resetClock() {
      clockOffset = clockOffsetBeforeMidnight()
      return setTestClockOffset(db, clockOffset)
    },
    runDueJobs: () => features.runDueJobs(),
    /**
     * Runs due jobs and advances the clock until `done`, at most `maxPolls` times.
     * @param otherProcess also runs them
     */
    async runDueJobsUntil(
      done: () => Promise<boolean>,
      { stepSeconds = 30, maxPolls = 60, otherProcess }: RunDueJobsOptions = {},
    ) {
      const runJobs = () => Promise.all([features.runDueJobs(), otherProcess?.runDueJobs()])
      /** Nothing changes before the clock does. */
      const isIdle = () =>
        openRequests === 0 && simulators.isIdle() && features.isIdle() && otherProcess?.isIdle() !== false
      for (let poll = 0; poll < maxPolls; poll++) {
        await runJobs()
        for (let attempt = 0; attempt < maxAttemptsPerPoll; attempt++) {
          const wasIdle = isIdle()
          if (await done()) return
          if (wasIdle) break
          await pause(tryIntervalMs)
        }
        await app.advanceClock(stepSeconds)
      }
      // Cached values expire by the system clock, which may take longer than the polls of an idle app.
      await eventually(
        async () => {
          await runJobs()
          return done()
        },
        maxPolls * maxAttemptsPerPoll * tryIntervalMs,
      )
    },
    async close() {
      // A provider request of a stopping feature ends with the simulators, not at its time limit.
      await Promise.all([features.stop(), simulators.close()])
      httpServer.closeAllConnections()
      httpServer.close()
      for (const extra of extraDatabases) await extra.close().catch(() => undefined)
      await db.close().catch(() => undefined)
      for (const testDatabase of [database, ...lostDatabases])
        await testDatabase.drop().catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  if (!options.shared) onTestFinished(() => app.close())
  return app
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Polls until the condition returns a truthy value. */
export async function eventually<T>(
  condition: () => Promise<T | undefined | null | false>,
  timeoutMs = 20_000,
): Promise<T> {
  const timeoutAt = Date.now() + timeoutMs
  for (;;) {
    const result = await condition()
    if (result) return result
    if (Date.now() > timeoutAt) throw new Error('It did not happen in time')
    await pause(30)
  }
}
