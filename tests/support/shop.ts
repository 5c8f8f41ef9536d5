import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type Config, readConfig } from '../../server/config.ts'
import { connect, type Database, setClockAhead } from '../../server/database/index.ts'
import { type Assembled, assemble, type Counterparties } from '../../server/features.ts'
import { apiAlone, createApi, createLimits, createLog } from '../../server/http/index.ts'
import type { Parts } from '../../server/parts.ts'
import { configuredIn } from '../../server/providers.ts'
import { openSettings } from '../../server/settings/index.ts'
import { type SimulatorsOptions, startSimulators } from '../../server/simulators/start.ts'
import { freshDatabase } from './database.ts'
import { post } from './guest.ts'
import { roomBeforeMidnight, tillOver } from './till.ts'

export type { Reply } from './guest.ts'
export type { Till } from './till.ts'

export interface ShopOptions {
  simulators?: Partial<SimulatorsOptions>
  /** Over the configuration of simulated money. */
  config?: Partial<Config>
  /** Replaces or wraps counterparties, given the real ones' configuration. */
  counterparties?: (config: Config) => Counterparties
  /** Looks for due work by itself. Off, a test calls `sweep`. */
  beating?: boolean
  /** One for all tests of a file, which closes it; otherwise it closes with its test. */
  shared?: boolean
}

/** What a composition root is made of instead of the real things. */
export interface Spoilt {
  counterparties?: ((config: Config) => Counterparties) | undefined
  wrap?: (db: Database) => Database
}

/** The API in this process over a fresh database and simulators on free ports: everything but the pages. */
export async function openShop(options: ShopOptions = {}) {
  const database = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-shop-'))
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
  const door = createServer((req, res) => handler(req, res))
  let handler: Parameters<typeof createServer>[1] & object = (_req, res) => res.writeHead(503).end()
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const origin = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  await post(`${simulators.url}/simulators/app-url`, { url: origin })

  let features: Assembled
  let parts: Parts
  let db: Database = database.db
  const others: Database[] = []
  let ahead = roomBeforeMidnight()
  await setClockAhead(db, ahead)
  /** A composition root on the same database, as after a crash: the old one is thrown away. */
  async function start({ counterparties = options.counterparties, wrap }: Spoilt = {}): Promise<void> {
    const log = createLog({ level: config.logLevel })
    const seen = wrap?.(db) ?? db
    const settings = openSettings(seen, configuredIn(config))
    parts = { config, db: seen, log, settings, limits: createLimits({ db: seen, log }) }
    features = await assemble(parts, counterparties?.(config))
    const api = createApi({ config, db: seen, log, routes: features.routes, webhooks: features.webhooks })
    handler = apiAlone({ api, config, ready: async () => true })
    if (options.beating) await features.start()
  }
  await start()

  const till = tillOver({ db: () => db, origin: () => origin, simulators, secret: config.sessionSecret })
  const shop = {
    ...till,
    config,
    simulators,
    get db() {
      return db
    },
    get parts() {
      return parts
    },
    get features() {
      return features
    },
    /** Throws the process away, as far as a process can do that to itself, and starts another on its database. */
    async restart(spoilt: Spoilt = {}) {
      if (database.url) {
        const old = db
        db = await connect({ databaseUrl: database.url, dataDir: null })
        void old.close().catch(() => undefined)
      }
      await start(spoilt)
    },
    /** A second process's worth of features over the same database, for races; on PostgreSQL with connections of its own. */
    async another(): Promise<Assembled> {
      const own = database.url ? await connect({ databaseUrl: database.url, dataDir: null, pool: 4 }) : db
      if (own !== db) others.push(own)
      const log = createLog({ level: config.logLevel })
      const parts = {
        config,
        db: own,
        log,
        settings: openSettings(own, configuredIn(config)),
        limits: createLimits({ db: own, log }),
      }
      return assemble(parts, options.counterparties?.(config))
    },
    /** The business clock runs on by so much; within a story it never goes back. */
    clockAhead(seconds: number) {
      ahead += seconds
      return setClockAhead(db, ahead)
    },
    /** Back to the hour at which the shop opened: for a story that has nothing to do with those before. */
    clockToStart() {
      ahead = roomBeforeMidnight()
      return setClockAhead(db, ahead)
    },
    sweep: () => features.sweep(),
    /** Looks for due work, on a clock that runs on, until `done` or for `most` looks. */
    async sweepUntil(done: () => Promise<boolean>, { stepSeconds = 30, most = 60 } = {}) {
      for (let looks = 0; looks < most; looks++) {
        await features.sweep()
        for (let tries = 0; tries < 12; tries++) {
          if (await done()) return
          await pause(25)
        }
        await shop.clockAhead(stepSeconds)
      }
      if (!(await done())) throw new Error('It did not come to an end')
    },
    async close() {
      await features.stop()
      door.closeAllConnections()
      door.close()
      await simulators.close()
      for (const other of others) await other.close().catch(() => undefined)
      await db.close().catch(() => undefined)
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  if (!options.shared) onTestFinished(() => shop.close())
  return shop
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** Waits for something that another process does in its own time. */
export async function eventually<T>(
  look: () => Promise<T | undefined | null | false>,
  withinMs = 8_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (Date.now() > deadline) throw new Error('It did not happen in time')
    await pause(30)
  }
}
