import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect, type Database, migrate, seed, setTestClockOffset } from '../../../server/database/index.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { freePort } from '../../support/free-port.ts'
import { root } from '../../support/project-copy.ts'
import { clockOffsetBeforeMidnight } from '../../support/test-client.ts'
import { type Daemon, type DaemonOptions, startDaemon, statusOf, waitUntil } from './daemon.ts'

const startMs = 120_000

/** The environment that the processes of one installation share. */
export const installationEnv = (options: {
  databaseUrl: string
  simulatorsUrl: string
  appUrl: string
  dataDir: string
}) => ({
  ...compileCache,
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  TRUST_PROXY: '1',
  DATABASE_URL: options.databaseUrl,
  SIMULATORS_URL: options.simulatorsUrl,
  APP_URL: options.appUrl,
  DATA_DIR: options.dataDir,
  SESSION_SECRET: randomBytes(32).toString('hex'),
  DATA_KEYS: randomBytes(32).toString('base64'),
})

/** The flags of `npm start`. */
export function startFlags(tree: string = root): string[] {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

export interface AppOptions extends DaemonOptions {
  readonly env: NodeJS.ProcessEnv
  readonly port: number
  /** The folder of the release to run. Default: this tree. */
  readonly tree?: string
  /** Default: the Node.js of this process. */
  readonly node?: string
}

/** Starts one process of the app, as in production. Resolves when it is ready. */
export async function startApp({
  env,
  port,
  tree = root,
  node = process.execPath,
  ...options
}: AppOptions): Promise<Daemon> {
  const daemon = startDaemon(node, [...startFlags(tree), 'server/main.ts'], {
    cwd: tree,
    ...options,
    env: { ...env, PORT: String(port) },
  })
  try {
    await waitUntil(
      `the process at port ${port} is ready`,
      async () => {
        if (!daemon.isRunning()) throw new Error('It ended')
        return (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200
      },
      startMs,
    )
  } catch (error) {
    await daemon.stop('SIGKILL')
    throw new Error(daemon.log(), { cause: error })
  }
  return daemon
}

/** Starts the simulated providers in a process of their own. @returns their origin */
export async function startSimulators(
  dataDir: string,
  appUrl: string,
  stack: AsyncDisposableStack,
  extraEnv: NodeJS.ProcessEnv = {},
): Promise<string> {
  const url = `http://127.0.0.1:${await freePort(2)}`
  const env = { ...compileCache, SIMULATORS_URL: url, DATA_DIR: dataDir, APP_URL: appUrl, ...extraEnv }
  stack.use(startDaemon(process.execPath, [join(root, 'server/simulators/main.ts')], { env, cwd: dataDir }))
  await waitUntil(
    'the simulators respond',
    async () => (await statusOf(`${url}/simulators/health`)) === 200,
    startMs,
  )
  return url
}

/** One test process represents many networks. */
const liftedLimits = [
  'limit_lookup_client',
  'limit_lookup_everybody',
  'limit_quote_client',
  'limit_checkout_client',
]
const manyPoints = 100_000_000

/** Sets what a drill needs in a migrated database, before the first process starts. */
export async function prepareSettings(db: Database): Promise<void> {
  await setTestClockOffset(db, clockOffsetBeforeMidnight())
  await db.q
    .insertInto('settings')
    .values(liftedLimits.map((key) => ({ key, value: JSON.stringify(manyPoints) })))
    .execute()
}

/** Migrates an empty database and prepares its settings. */
export async function prepareDatabase(databaseUrl: string): Promise<Database> {
  const db = await connect({ databaseUrl, dataDir: null, pool: 4 })
  const responds = () => sql`select 1`.execute(db.q).then(() => true)
  await waitUntil('the database responds', responds, startMs)
  await migrate(db)
  await seed(db)
  await prepareSettings(db)
  return db
}
