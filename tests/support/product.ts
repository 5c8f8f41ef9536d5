import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect } from '../../server/database/index.ts'
import { freshDatabase, postgres } from './database.ts'
import { type Till, tillOver } from './till.ts'

export interface Movement {
  party: string
  reference: string
  /** Null at a vendor, which knows a request id and a beneficiary. */
  orderReference: string | null
  to?: string
  amountKobo: number
}

interface Truth {
  captures: Movement[]
  refunds: Movement[]
  deliveries: Movement[]
}

/** An order as its counterparties know it. */
interface Bought {
  order: string
  /** Or the smartcard or phone that it is for. */
  meter: string
}

export interface Message {
  to: string
  subject?: string
  text: string
  attachments: { name: string; bytes: number }[]
}

/** The whole product, started as a user starts it, with simulators of its own. */
export interface Product {
  /** Origin of the pages; the checkout is on another site. */
  readonly url: string
  readonly simulatorsUrl: string
  /** What the counterparties saw of one order. */
  truthOf(bought: Bought): Promise<Truth>
  mailTo(address: string): Promise<Message[]>
  /** Messages to a Nigerian number, typed as at home: 0801… */
  smsTo(phone: string): Promise<Message[]>
  /** Changes a site setting from the command line. */
  set(name: string, value: string): Promise<void>
  /** Turns the simulators' own settings: vendMs, speed. */
  tune(settings: Record<string, number>): Promise<void>
  /** Makes a counterparty lie. */
  arm(party: string, behaviour: string, times?: number): Promise<void>
  /** Ends the app and opens its books, beside counterparties that still remember. The last act of a run. */
  audit(look: (till: Till) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')
/** A first start on a slow machine also builds the islands. */
const patienceMs = 120_000

export async function startProduct(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sanwo-product-'))
  const [port, simulatorsPort] = [await freePort(), await freePort(2)]
  const url = `http://localhost:${port}`
  const simulatorsUrl = `http://127.0.0.1:${simulatorsPort}`
  const database = postgres ? await freshDatabase() : null
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    MODE: 'simulated',
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDir,
    SIMULATORS_URL: simulatorsUrl,
    LOG_LEVEL: 'warn',
    ...(database?.url && {
      DATABASE_URL: database.url,
      SESSION_SECRET: 'a session secret for tests only, 40 chars',
      DATA_KEYS: Buffer.alloc(32, 7).toString('base64'),
    }),
  }
  const simulators = run('server/simulators/main.ts', env)
  await answers(simulators, `${simulatorsUrl}/simulators/health`)
  const app = run('server/start.ts', env)
  await answers(app, `${url}/readyz`)

  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${simulatorsUrl}/simulators/${path}`)
    return (await answer.json()) as T
  }
  const order = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${simulatorsUrl}/simulators/${path}`, init)
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  }
  return {
    url,
    simulatorsUrl,
    async truthOf({ order, meter }) {
      const { captures, refunds, deliveries } = await read<Truth>('truth.json')
      return {
        captures: captures.filter(({ orderReference }) => orderReference === order),
        refunds: refunds.filter(({ orderReference }) => orderReference === order),
        deliveries: deliveries.filter(({ to }) => to?.endsWith(meter.replace(/^0/, ''))),
      }
    },
    mailTo: async (address) => (await read<Message[]>('mail.json')).filter(({ to }) => to.includes(address)),
    smsTo: async (phone) =>
      (await read<Message[]>('sms.json')).filter(({ to }) => to.endsWith(phone.replace(/^0/, ''))),
    async set(name, value) {
      await promisify(execFile)(process.execPath, ['server/commands/setting.ts', name, value], {
        cwd: root,
        env,
      })
    },
    tune: (settings) => order('settings', settings),
    arm: (party, behaviour, times = 1) => order('faults', { party, behaviour, times }),
    async audit(look) {
      // The embedded database has one holder.
      await end(app)
      const db = database?.db ?? (await connect({ databaseUrl: null, dataDir }))
      await look(
        tillOver({ db: () => db, origin: () => url, simulators: { url: simulatorsUrl }, secret: '' }),
      )
      if (!database) await db.close()
    },
    async stop() {
      await Promise.all([end(app), end(simulators)])
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface Program {
  readonly child: ChildProcess
  /** All it printed. */
  said(): string
}

function run(file: string, env: NodeJS.ProcessEnv): Program {
  const child = spawn(process.execPath, [file], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      said += bytes.toString()
    })
  }
  return { child, said: () => said }
}

async function answers({ child, said }: Program, address: string): Promise<void> {
  const until = performance.now() + patienceMs
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    if (answer?.ok) return
    await pause(100)
  }
  child.kill('SIGKILL')
  throw new Error(`${address} did not answer. ${said()}`)
}

async function end({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await gone
  clearTimeout(tooLong)
}

/** A port that is free, and as many after it: the simulators' mail takes the next one. */
async function freePort(many = 1): Promise<number> {
  const first = await listenOnce(0)
  for (let next = 1; next < many; next += 1) {
    const isFree = await listenOnce(first + next).catch(() => null)
    if (isFree === null) return freePort(many)
  }
  return first
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}
