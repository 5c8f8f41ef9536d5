import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sendCommand } from '../../server/commands/control.ts'
import { connect } from '../../server/database/index.ts'
import { compileCache } from './compile-cache.ts'
import { createTestDatabase, postgresUrl } from './database.ts'
import { prepareDataFolder } from './embedded-database.ts'
import { freePort } from './free-port.ts'
import { createSimulatorsClient, type SimulatorsClient } from './simulators-client.ts'
import { createTestClient, type TestClient } from './test-client.ts'

/** The complete application with its own simulators. */
export interface LaunchedApp extends SimulatorsClient {
  /** Origin of the pages; the checkout is on another origin. */
  readonly url: string
  /** Changes a site setting as `npm run setting` does. */
  set(name: string, value: string): Promise<void>
  /** Stops the application and opens its database while the simulators still run. Last step of a run. */
  inspectDatabase(inspect: (client: TestClient) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')
/** A first start on a slow machine also builds the islands. */
const startTimeoutMs = 120_000

/** Starts the application in child processes, as in production. */
export async function launchApp(): Promise<LaunchedApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sanwo-product-'))
  const [port, simulatorsPort] = [await freePort(), await freePort(2)]
  const url = `http://localhost:${port}`
  const simulatorsUrl = `http://127.0.0.1:${simulatorsPort}`
  const database = postgresUrl ? await createTestDatabase() : null
  if (!database) await prepareDataFolder(dataDir)
  const env = {
    ...compileCache,
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
      VAPID_PRIVATE_KEY: newVapidKey(),
    }),
  }
  const simulators = run('server/simulators/main.ts', env)
  await waitUntilHealthy(simulators, `${simulatorsUrl}/simulators/health`)
  const app = run('server/start.ts', env)
  await waitUntilHealthy(app, `${url}/readyz`)

  return {
    ...createSimulatorsClient(simulatorsUrl),
    url,
    async set(name, value) {
      // The command itself sends this to the running application, but takes a process to start.
      if (!database) return void (await sendCommand(dataDir, 'setting', [name, value]))
      await promisify(execFile)(process.execPath, ['server/commands/setting.ts', name, value], {
        cwd: root,
        env,
      })
    },
    async inspectDatabase(inspect) {
      // The embedded database allows only one process.
      await stopProgram(app)
      const db = database?.db ?? (await connect({ databaseUrl: null, dataDir }))
      await inspect(
        createTestClient({ db: () => db, origin: () => url, simulators: { url: simulatorsUrl }, secret: '' }),
      )
      if (!database) await db.close()
    },
    async stop() {
      await Promise.all([stopProgram(app), stopProgram(simulators)])
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A P-256 private key, base64url. The application makes one for the embedded database only. */
function newVapidKey(): string {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return Buffer.from(keys.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
}

interface ChildProgram {
  readonly child: ChildProcess
  /** Collected output. */
  output(): string
}

function run(file: string, env: NodeJS.ProcessEnv): ChildProgram {
  const child = spawn(process.execPath, [file], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
  }
  return { child, output: () => output }
}

async function waitUntilHealthy({ child, output }: ChildProgram, address: string): Promise<void> {
  const until = performance.now() + startTimeoutMs
  while (performance.now() < until && child.exitCode === null) {
    const response = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    if (response?.ok) return
    await pause(100)
  }
  child.kill('SIGKILL')
  throw new Error(`${address} did not answer. ${output()}`)
}

async function stopProgram({ child }: ChildProgram): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await exited
  clearTimeout(tooLong)
}
