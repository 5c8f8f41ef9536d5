import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database, migrate, seed, setClockAhead } from '../../server/database/index.ts'
import { signShell } from '../../server/http/index.ts'
import { trialBalance } from '../../server/ledger/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import type { MeterInfo } from '../../shared/power.ts'
import { freshDatabase, postgres } from '../support/database.ts'
import { prepaid } from '../support/meters.ts'
import { eventually } from '../support/shop.ts'

vi.setConfig({ testTimeout: 90_000 })

const root = resolve(import.meta.dirname, '../..')

interface Truth {
  captures: { amountKobo: number }[]
  refunds: { amountKobo: number }[]
  deliveries: { to: string }[]
}

/** The product as a process of its own, over real simulators, that can be killed with no warning. */
async function openHouse() {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-kill-'))
  const database = postgres ? await freshDatabase() : null
  const simulators = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    appUrl: 'http://127.0.0.1:9',
    speed: 10,
    duplicateWindowSeconds: 0,
  })
  const secret = randomBytes(32).toString('hex')
  const env = {
    PATH: process.env.PATH,
    ROLE: 'api',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    SIMULATORS_URL: simulators.url,
    SESSION_SECRET: secret,
    DATA_KEYS: randomBytes(32).toString('base64'),
    ...(database?.url ? { DATABASE_URL: database.url } : {}),
  }
  let child: ChildProcess | undefined
  let origin = ''
  const session = randomUUID()

  async function kill() {
    if (!child || child.exitCode !== null || child.signalCode) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  async function start() {
    const running = spawn(process.execPath, [join(root, 'server/main.ts')], { cwd: root, env })
    child = running
    let out = ''
    origin = await new Promise<string>((opened, failed) => {
      running.stdout.on('data', (chunk) => {
        out += chunk
        const address = /(http:\/\/(?:localhost|127\.0\.0\.1):\d+)/.exec(out)?.[1]
        if (address) opened(address.replace('localhost', '127.0.0.1'))
      })
      running.stderr.on('data', (chunk) => (out += chunk))
      running.once('exit', () => failed(new Error(`It ended: ${out}`)))
    })
  }
  /** Opens the books beside the process on PostgreSQL; on the embedded database only while nobody runs. */
  async function looking<T>(look: (db: Database) => Promise<T>): Promise<T> {
    if (database) return look(database.db)
    const db = await connect({ databaseUrl: null, dataDir: folder })
    try {
      await migrate(db)
      await seed(db)
      return await look(db)
    } finally {
      await db.close()
    }
  }
  async function send<T>(path: string, body?: unknown) {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        'x-sanwo-shell': signShell(secret, { ip: '102.89.1.1', session, at: Date.now() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await response.json()) as { data: T; message: string }
  }
  const control = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${simulators.url}/simulators${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return (await response.json()) as T
  }
  onTestFinished(async () => {
    await kill()
    await simulators.close()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    start,
    kill,
    looking,
    control,
    truth: () => control<Truth>('/truth.json'),
    async opensCheckout(meter: string) {
      const { data: info } = await send<MeterInfo>('/services/electricity/get-meter-info', {
        meter_number: meter,
        meter_type: 'prepaid',
        phone_number: '08031234567',
        amount: 2000,
        meter_disco: 'ikeja',
      })
      const { data } = await send<{ checkoutUrl: string }>('/payments/initiate', {
        order_reference: info.order_reference,
        amount: info.total_amount,
        payment_for: 'electricity',
        payment_method: 'CARD',
      })
      const pays = () => control('/pay', { access_code: new URL(data.checkoutUrl).pathname.split('/').pop() })
      return { info, pays }
    },
    state: async (info: MeterInfo) =>
      (await send<OrderStatus>(`/orders/${info.order_reference}/state?access_token=${info.access_token}`))
        .data.state,
  }
}

/** Killed at a moment, started again a minute later on the business clock: the order ends as it must, once. */
async function endsAs(state: string, meter: string, moment: (typeof kills)[number][0]) {
  const house = await openHouse()
  await house.start()
  const { info, pays } = await house.opensCheckout(meter)
  if (moment === 'before the webhook') await house.kill()
  else await house.control('/settings', { vendMs: moment === 'vending' ? 3_000 : 0 })
  await pays()
  if (moment === 'vending') await eventually(async () => (await house.truth()).deliveries.length > 0, 20_000)
  if (moment === 'refunding') await eventually(async () => (await house.truth()).refunds.length > 0, 20_000)
  await house.kill()
  await house.control('/settings', { vendMs: 0 })
  await house.looking((db) => setClockAhead(db, 90))
  await house.start()
  await eventually(async () => (await house.state(info)) === state, 30_000)
  await house.kill()

  const { captures, refunds, deliveries } = await house.truth()
  const paidBack = state === 'refunded'
  expect(captures).toHaveLength(1)
  expect(deliveries.map((it) => it.to)).toEqual(paidBack ? [] : [meter])
  expect(refunds.map((it) => it.amountKobo)).toEqual(paidBack ? [210_000] : [])
  const books = await house.looking((db) => trialBalance(db.q))
  expect([...books.values()].reduce((sum, kobo) => sum + kobo, 0n)).toBe(0n)
  expect([...books.keys()].filter((it) => /^order:|refund_payable|unapplied/.test(it))).toEqual([])
  expect(books.get('vendor_float:vtpass') ?? 0n).toBe(paidBack ? 0n : -197_000n)
}

const kills = [
  ['before the webhook', 'delivered', () => prepaid()],
  ['refunding', 'refunded', () => prepaid('failed')],
  ['vending', 'delivered', () => prepaid()],
] as const

// The embedded database takes long to start: one kill there, all of them on PostgreSQL.
test.each(postgres ? kills : kills.slice(-1))(
  'killed with -9 (%s), the process starts again and the order ends %s, once',
  (moment, state, meter) => endsAs(state, meter(), moment),
)
