import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type Config, readConfig } from '../../server/config.ts'
import { connect, type Database, setClockAhead } from '../../server/database/index.ts'
import { type Assembled, assemble, type Counterparties } from '../../server/features.ts'
import { apiAlone, createApi, createLimits, createLog, signShell } from '../../server/http/index.ts'
import { trialBalance } from '../../server/ledger/index.ts'
import type { Parts } from '../../server/parts.ts'
import { openSettings } from '../../server/settings/index.ts'
import { type SimulatorsOptions, startSimulators } from '../../server/simulators/start.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import type { MeterInfo, PowerOrder } from '../../shared/power.ts'
import { freshDatabase } from './database.ts'

export interface Reply<T = Record<string, unknown>> {
  http: number
  status: string
  message: string
  data: T
  errors: Record<string, string[]> | undefined
}

interface Truth {
  captures: Fact[]
  refunds: Fact[]
  deliveries: Fact[]
}
interface Fact {
  party: string
  reference: string
  orderReference: string | null
  requestId?: string
  amountKobo: number
  currency: string
  to?: string
}

export interface ShopOptions {
  simulators?: Partial<SimulatorsOptions>
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
    ...readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', SIMULATORS_URL: simulators.url }),
    smtpUrl: simulators.smtpUrl,
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
    const settings = openSettings(seen)
    parts = { config, db: seen, log, settings, limits: createLimits({ db: seen, log }) }
    features = await assemble(parts, counterparties?.(config))
    const api = createApi({ config, db: seen, log, routes: features.routes, webhooks: features.webhooks })
    handler = apiAlone({ api, config, ready: async () => true })
    if (options.beating) await features.start()
  }
  await start()

  const shop = {
    config,
    simulators,
    origin,
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
        settings: openSettings(own),
        limits: createLimits({ db: own, log }),
      }
      return assemble(parts, options.counterparties?.(config))
    },
    guest: (session: string = randomUUID(), more: Record<string, string> = {}) =>
      guestOf(shop, session, more),
    fault: (party: string, behaviour: string, times = 1) =>
      post(`${simulators.url}/simulators/faults`, { party, behaviour, times }),
    truth: async () => (await (await fetch(`${simulators.url}/simulators/truth.json`)).json()) as Truth,
    mails: async () =>
      (await (await fetch(`${simulators.url}/simulators/mail.json`)).json()) as {
        to: string
        subject: string
        text: string
      }[],
    texts: async () =>
      (await (await fetch(`${simulators.url}/simulators/sms.json`)).json()) as { to: string; text: string }[],
    books: () => trialBalance(db.q),
    async ledgerSum() {
      const { rows } = await sql<{
        sum: string
      }>`select coalesce(sum(amount_kobo), 0)::text as sum from ledger_postings`.execute(db.q)
      return BigInt(rows[0]!.sum)
    },
    /** The business clock runs on by so much; it never goes back. */
    clockAhead(seconds: number) {
      ahead += seconds
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
    orderRow: (reference: string) =>
      db.q.selectFrom('orders').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow(),
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

/** Vendors take request ids of the day alone, so a story that begins in the afternoon is told as of the morning. */
function roomBeforeMidnight(): number {
  const hour = new Date().getUTCHours() + 1
  return hour >= 12 && hour < 24 ? -12 * 60 * 60 : 0
}

export type Shop = Awaited<ReturnType<typeof openShop>>

const goodMeter = '11000000099'

/** A browser that never signed in. */
function guestOf(
  shop: { config: Config; origin: string; simulators: { url: string } },
  session: string,
  bearer: Record<string, string>,
) {
  const headers = {
    ...bearer,
    'x-sanwo-shell': signShell(shop.config.sessionSecret, { ip: '102.89.1.1', session, at: Date.now() }),
  }
  const ask = <T>(path: string) => answer<T>(fetch(`${shop.origin}/api/v1${path}`, { headers }))
  const send = <T>(path: string, body: unknown, more: Record<string, string> = {}) =>
    answer<T>(
      fetch(`${shop.origin}/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers, ...more, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  return {
    session,
    headers,
    ask,
    send,
    looksUp: (wish: Record<string, unknown> = {}) =>
      send<MeterInfo>('/services/electricity/get-meter-info', {
        meter_number: goodMeter,
        meter_type: 'prepaid',
        phone_number: '08031234567',
        amount: 2000,
        meter_disco: 'ikeja',
        ...wish,
      }),
    initiates: (info: MeterInfo, wish: Record<string, unknown> = {}, more: Record<string, string> = {}) =>
      send<{ checkoutUrl: string }>(
        '/payments/initiate',
        {
          order_reference: info.order_reference,
          service_id: info.service_id,
          amount: info.total_amount,
          device_id: null,
          service_charge: info.service_charge,
          payment_for: 'electricity',
          description: 'Electricity',
          payment_method: 'CARD',
          save_card: false,
          ...wish,
        },
        more,
      ),
    /** Presses the button of the hosted checkout. */
    async paysAt(checkoutUrl: string, how: Record<string, unknown> = {}) {
      const access_code = new URL(checkoutUrl).pathname.split('/').pop()
      const { body } = await post(`${shop.simulators.url}/simulators/pay`, { access_code, ...how })
      return body as { status: string; callbackUrl: string }
    },
    processes: (info: MeterInfo) =>
      send<{ reference: string; access_token: string }>('/services/electricity/process-subscription', {
        serviceId: info.order_reference,
        accessToken: info.access_token,
      }),
    seesState: (info: Pick<MeterInfo, 'order_reference'>) =>
      ask<OrderStatus>(`/orders/${info.order_reference}/state`),
    seesOrder: (info: MeterInfo) =>
      ask<PowerOrder>(
        `/services/electricity/transaction/${info.access_token}/order/${info.order_reference}/details`,
      ),
    /** From the form to a paid checkout, whose browser never comes back. */
    async buys(wish: Record<string, unknown> = {}, how: Record<string, unknown> = {}) {
      const { data: info } = await this.looksUp(wish)
      const { data } = await this.initiates(info, wish.email ? { email: wish.email } : {})
      const paid = await this.paysAt(data.checkoutUrl, how)
      return { info, ...paid }
    },
  }
}

async function answer<T>(asked: Promise<Response>): Promise<Reply<T>> {
  const response = await asked
  const body = (await response.json()) as Omit<Reply<T>, 'http'>
  return { http: response.status, ...body }
}

async function post(url: string, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { http: response.status, body: (await response.json().catch(() => null)) as unknown }
}

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
