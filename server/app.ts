import { setTimeout as pause } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { actionRoutes } from './actions/index.ts'
import { type CommandServer, listenForCommands } from './commands/control.ts'
import { settingCommand } from './commands/settings-command.ts'
import { ensureSimulators } from './commands/simulators.ts'
import type { Config } from './config.ts'
import type { AppContext, ComposeApp, Features } from './context.ts'
import type { Database } from './database/index.ts'
import { apiServer, createApi, createLimits, createLog, type LimitName } from './http/index.ts'
import { type Listener, listen } from './listener.ts'
import { openDatabase } from './open-database.ts'
import { configuredIn } from './providers.ts'
import { type Readiness, watchReadiness } from './readiness.ts'
import { createSettings, isSetting, type Settings } from './settings/index.ts'
import { type Assets, createWebApp } from './web/index.ts'

/** In-flight requests and jobs have this long to finish at shutdown. */
const drainMs = 20_000

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
  /** Stops accepting requests, waits up to 20 s for in-flight requests and jobs, then closes its resources. */
  close(): Promise<void>
}

export interface App extends RunningServer, AppContext {
  /** URL of the API. */
  readonly apiUrl: string
  /** Whether the simulators were already running or were started; null in live mode. */
  readonly simulators: 'found' | 'started' | null
}

/**
 * Starts the application: database, simulators, features, API and, unless ROLE=api, the web pages. Responds with
 * 503 until startup is complete.
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
    const db = overrides.db ?? (await openDatabase(initialConfig))
    if (!overrides.db) resources.db = db
    const listener = await listen(initialConfig)
    resources.listener = listener
    const { config, url } = listener
    const simulators = config.mode === 'simulated' ? await ensureSimulators(config) : null

    const settings = createSettings(db, configuredIn(config))
    const limits = createLimits({ db, log, pointsOf: (name) => limitPointsFrom(settings, name) })
    const deps: AppContext = { config, db, log, settings, limits }
    const features = await assemble(deps)
    resources.features = features
    const routes = [...actionRoutes({ ...deps, outages: features.outages }), ...features.routes]
    const readiness = watchReadiness(db, log)
    resources.readiness = readiness
    const { isReady, takesWrites } = readiness
    const api = createApi({ config, db, log, ...features, routes, takesWrites })
    const { assets, devServer } = overrides
    const handler =
      config.role === 'api'
        ? apiServer({ api, config, ready: isReady })
        : await createWebApp({ config, apiOrigin: url, api, ready: isReady, log, assets, devServer })

    if (db.engine === 'embedded') {
      const setting = (args: readonly string[]) => settingCommand(settings, args)
      resources.control = await listenForCommands(
        config.dataDir,
        { setting, ...features.commandHandlers },
        log,
      )
    }
    await features.start()
    listener.serve(handler)
    return { ...deps, url, apiUrl: `${url}/api/v1`, simulators, close }
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
  const listener = await listen(initialConfig)
  const { config, url } = listener
  const { assets, devServer } = overrides
  listener.serve(await createWebApp({ config, apiOrigin: upstream, log, assets, devServer }))
  return { config, url, close: () => listener.close(drainMs) }
}

interface OpenResources {
  db?: Database
  listener?: Listener
  features?: Features
  control?: CommandServer
  readiness?: Readiness
}

/** Shutdown order: commands, event streams, requests, jobs, database. */
async function closeAll({ db, listener, features, control, readiness }: OpenResources): Promise<void> {
  const deadline = performance.now() + drainMs
  await control?.close()
  await features?.closeStreams?.()
  await listener?.close(drainMs)
  const remainingMs = Math.max(1_000, deadline - performance.now())
  try {
    const stopped = Promise.all([features?.stop(), readiness?.stop()])
    await Promise.race([stopped, pause(remainingMs, undefined, { ref: false })])
  } finally {
    await db?.close()
  }
}

async function limitPointsFrom(settings: Settings, name: LimitName): Promise<number | undefined> {
  const setting = `limit_${name}`
  if (!isSetting(setting)) return undefined
  const points = await settings.get(setting)
  return typeof points === 'number' ? points : undefined
}
