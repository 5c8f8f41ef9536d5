import { setTimeout as pause } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { actionRoutes } from './actions/index.ts'
import { type Control, listenForCommands } from './commands/control.ts'
import { settingCommand } from './commands/settings-command.ts'
import { ensureSimulators } from './commands/simulators.ts'
import type { Config } from './config.ts'
import type { Database } from './database/index.ts'
import { apiAlone, createApi, createLimits, createLog, type LimitName } from './http/index.ts'
import { type Listener, listen } from './listener.ts'
import { openDatabase } from './open-database.ts'
import type { Assemble, Features, Parts } from './parts.ts'
import { configuredIn } from './providers.ts'
import { isSetting, openSettings, type Settings } from './settings/index.ts'
import { type Assets, webShell } from './web/index.ts'

/** Requests and work in flight together get this long at a stop. */
const drainMs = 20_000

export interface Overrides {
  /** A database already open and migrated; it is then the giver's to close. */
  readonly db?: Database
  readonly log?: Logger
  /** The built islands; read from dist unless given. */
  readonly assets?: Assets
  /** The development server. */
  readonly reload?: RequestHandler
}

export interface Running {
  readonly config: Config
  /** Where this machine reaches it. */
  readonly url: string
  /** Stops taking requests, lets requests and work in flight end (20 s at most), closes what it opened. */
  close(): Promise<void>
}

export interface App extends Running, Parts {
  /** Address of the API. */
  readonly api: string
  /** Whether this start found the simulators running; null when there are none (live). */
  readonly simulators: 'found' | 'started' | null
}

/**
 * Joins the house: database, simulators, features, API and, unless ROLE=api, the shell. It answers 503
 * until all of it can answer.
 * @throws CannotStart, Locked: their messages are for people
 */
export async function startApp(given: Config, assemble: Assemble, overrides: Overrides = {}): Promise<App> {
  const log = overrides.log ?? createLog({ level: given.logLevel })
  const open: Open = {}
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= closeAll(open)
    return closing
  }
  try {
    const db = overrides.db ?? (await openDatabase(given))
    if (!overrides.db) open.db = db
    const listener = await listen(given)
    open.listener = listener
    const { config, url } = listener
    const simulators = config.mode === 'simulated' ? await ensureSimulators(config) : null

    const settings = openSettings(db, configuredIn(config))
    const limits = createLimits({ db, log, pointsOf: (name) => pointsFrom(settings, name) })
    const parts: Parts = { config, db, log, settings, limits }
    const features = await assemble(parts)
    open.features = features
    const routes = [...actionRoutes({ ...parts, stopped: features.stopped }), ...features.routes]
    const api = createApi({ config, db, log, routes, webhooks: features.webhooks })
    const ready = () => canAnswer(db)
    const { assets, reload } = overrides
    const handler =
      config.role === 'api'
        ? apiAlone({ api, config, ready })
        : await webShell({ config, apiOrigin: url, api, ready, log, assets, reload })

    if (db.engine === 'embedded') {
      const setting = (args: readonly string[]) => settingCommand(settings, args)
      open.control = await listenForCommands(config.dataDir, { setting, ...features.commands }, log)
    }
    await features.start()
    listener.serve(handler)
    return { ...parts, url, api: `${url}/api/v1`, simulators, close }
  } catch (error) {
    await close().catch((after: unknown) => log.error({ err: after }, 'the failed start left something open'))
    throw error
  }
}

/** The shell alone, before an API elsewhere (API_UPSTREAM): no database, no jobs. */
export async function startShell(
  given: Config,
  upstream: string,
  overrides: Overrides = {},
): Promise<Running> {
  const log = overrides.log ?? createLog({ level: given.logLevel })
  const listener = await listen(given)
  const { config, url } = listener
  const { assets, reload } = overrides
  listener.serve(await webShell({ config, apiOrigin: upstream, log, assets, reload }))
  return { config, url, close: () => listener.close(drainMs) }
}

interface Open {
  db?: Database
  listener?: Listener
  features?: Features
  control?: Control
}

/** Outside in: nobody new comes, who is here is served, the work ends, and last the database. */
async function closeAll({ db, listener, features, control }: Open): Promise<void> {
  const until = performance.now() + drainMs
  await control?.close()
  await features?.hush?.()
  await listener?.close(drainMs)
  const left = Math.max(1_000, until - performance.now())
  try {
    await Promise.race([features?.stop(), pause(left, undefined, { ref: false })])
  } finally {
    await db?.close()
  }
}

async function pointsFrom(settings: Settings, name: LimitName): Promise<number | undefined> {
  const setting = `limit_${name}`
  if (!isSetting(setting)) return undefined
  const points = await settings.get(setting)
  return typeof points === 'number' ? points : undefined
}

async function canAnswer(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db.q)
    return true
  } catch {
    return false
  }
}
