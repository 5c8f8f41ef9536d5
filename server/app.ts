import { setTimeout as pause } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { actionRoutes } from './actions/index.ts'
import { type CommandServer, listenForCommands } from './commands/control.ts'
import { settingCommand } from './commands/settings-command.ts'
import { ensureSimulators, type Simulators } from './commands/simulators.ts'
import type { Config } from './config.ts'
import type { AppContext, ComposeApp, Features } from './context.ts'
import type { Database } from './database/index.ts'
import {
  createApiHandler,
  createApiServer,
  createLog,
  createRateLimits,
  warnOfUntrustedProxy,
} from './http/index.ts'
import { logLanguageDefects } from './languages/index.ts'
import { type Listener, listen } from './listener.ts'
import { type Observability, startObservability } from './observability.ts'
import { openDatabase } from './open-database.ts'
import { configuredProvidersOf } from './providers.ts'
import { type Readiness, watchReadiness } from './readiness.ts'
import { createSettings, limitPointsFrom } from './settings/index.ts'
import { watchTranslations } from './translations/index.ts'
import { type Assets, createWebApp, upstreamTranslations } from './web/index.ts'

/** SHUTDOWN_DELAY, in-flight requests and jobs have this long at shutdown; its last part is for jobs alone. */
const drainMs = 20_000
const jobsDrainMs = 5_000

export interface Overrides {
  /** An open, migrated database. The caller closes it. */
  readonly db?: Database
  readonly log?: Logger
  /** The built islands. Default: read from dist. */
  readonly assets?: Assets
  /** Vite development server middleware. */
  readonly devServer?: RequestHandler
}

export interface RunningServer {
  readonly config: Config
  /** Loopback URL of the server. */
  readonly url: string
  /**
   * Turns readiness off, stops accepting requests, waits up to 20 s for in-flight requests and jobs, then closes its
   * resources and ends the simulators that it started.
   */
  close(): Promise<void>
}

export interface App extends RunningServer, AppContext {
  /** URL of the API. */
  readonly apiUrl: string
  /** Whether the simulators were already running or were started; null in live mode. */
  readonly simulators: Simulators['state'] | null
  /** Fills an empty database of simulated mode with demo orders, in the background, unless DEMO_DATA is off. */
  loadDemoData(): void
}

/**
 * Starts the application: database, simulators, features, API and, unless ROLE=api, the web pages. It accepts requests
 * when startup is complete.
 * @throws StartupError, DatabaseLockedError: their messages are shown to the operator
 */
export async function startApp(
  initialConfig: Config,
  assemble: ComposeApp,
  overrides: Overrides = {},
): Promise<App> {
  const log = overrides.log ?? createLog({ level: initialConfig.logLevel })
  const resources: OpenResources = {}
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= closeAll(resources)
    return closing
  }
  try {
    const observability = await startObservability(initialConfig, log)
    resources.observability = observability
    const db = overrides.db ?? (await openDatabase(initialConfig))
    if (!overrides.db) resources.db = db
    const listener = await listen(initialConfig)
    resources.listener = listener
    const { config, url } = listener
    const simulators = config.mode === 'simulated' ? await ensureSimulators(config) : null
    if (simulators) resources.simulators = simulators

    logLanguageDefects(log)
    const settings = createSettings(db, configuredProvidersOf(config))
    const limits = createRateLimits({ db, log, pointsOf: (name) => limitPointsFrom(settings, name) })
    const { metrics } = observability
    const deps: AppContext = { config, db, log, settings, limits, ...(metrics && { metrics }) }
    const features = await assemble(deps)
    resources.features = features
    const routes = [...actionRoutes({ ...deps, outages: features.outages }), ...features.routes]
    const readiness = watchReadiness(db, log)
    resources.readiness = readiness
    const { isReady, isWritable } = readiness
    const api = createApiHandler({ config, db, log, ...features, routes, isWritable })
    const { assets, devServer } = overrides
    const handler =
      config.role === 'api'
        ? createApiServer({ api, config, isReady })
        : await createWebApp({ config, apiOrigin: url, api, isReady, log, assets, devServer })

    if (db.engine === 'embedded') {
      const setting = (args: readonly string[]) => settingCommand(settings, args)
      resources.control = await listenForCommands(
        config.dataDir,
        { setting, ...features.commandHandlers },
        log,
      )
    }
    await features.start()
    await listener.serve(observability.observe(warnOfUntrustedProxy(config, log, handler)))
    return {
      ...deps,
      url,
      apiUrl: `${url}/api/v1`,
      simulators: simulators?.state ?? null,
      close,
      loadDemoData: () => features.loadDemoData?.(),
    }
  } catch (error) {
    await close().catch((closeError: unknown) =>
      log.error({ err: closeError }, 'the failed start left something open'),
    )
    throw error
  }
}

/** Starts the web server only, in front of a remote API (API_UPSTREAM): no database, no jobs. */
export async function startWebServer(
  initialConfig: Config,
  upstream: string,
  overrides: Overrides = {},
): Promise<RunningServer> {
  const log = overrides.log ?? createLog({ level: initialConfig.logLevel })
  const observability = await startObservability(initialConfig, log)
  const listener = await listen(initialConfig)
  const { config, url } = listener
  const { assets, devServer } = overrides
  logLanguageDefects(log)
  const translations = watchTranslations(upstreamTranslations(upstream), log)
  await translations.start()
  const handler = await createWebApp({ config, apiOrigin: upstream, log, assets, devServer })
  await listener.serve(observability.observe(warnOfUntrustedProxy(config, log, handler)))
  const close = async () => {
    await closeListener(listener)
    await translations.stop()
    await observability.close()
  }
  return { config, url, close }
}

interface OpenResources {
  observability?: Observability
  db?: Database
  listener?: Listener
  features?: Features
  control?: CommandServer
  readiness?: Readiness
  simulators?: Simulators
}

/**
 * Shutdown order: readiness, commands, event streams, requests, jobs, then database and simulators. Work that takes
 * longer stays recorded in the database; another process, or the next start, continues it.
 */
async function closeAll(resources: OpenResources): Promise<void> {
  const { db, listener, features, control, readiness, simulators, observability } = resources
  const timeoutAt = performance.now() + drainMs
  const remainingMs = (reservedMs = 0) => Math.max(1_000, timeoutAt - reservedMs - performance.now())
  try {
    await listener?.drain()
    await control?.close()
    await features?.closeStreams?.()
    await listener?.close(remainingMs(jobsDrainMs))
    const stopping = Promise.all([features?.stop(), readiness?.stop()])
    await Promise.race([stopping, pause(remainingMs(), undefined, { ref: false })])
  } finally {
    await Promise.all([db?.close(), simulators?.stop(), observability?.close()])
  }
}

async function closeListener(listener: Listener): Promise<void> {
  await listener.drain()
  await listener.close(drainMs - jobsDrainMs)
}
