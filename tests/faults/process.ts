import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { compileCache } from '../support/compile-cache.ts'

const root = resolve(import.meta.dirname, '../..')

/** The API as a separate process that can be killed. */
export interface AppProcess {
  readonly origin: string
  readonly isAlive: () => boolean
  /** SIGKILL, without shutdown. */
  kill(): Promise<void>
}

/** Environment shared by the processes of one installation. */
export const installation = (entry: {
  folder: string
  simulatorsUrl: string
  databaseUrl: string | null
}) => ({
  PATH: process.env.PATH,
  ROLE: 'api',
  LOG_LEVEL: 'silent',
  DATA_DIR: entry.folder,
  SIMULATORS_URL: entry.simulatorsUrl,
  SESSION_SECRET: randomBytes(32).toString('hex'),
  DATA_KEYS: randomBytes(32).toString('base64'),
  ...(entry.databaseUrl ? { DATABASE_URL: entry.databaseUrl, DATABASE_POOL: '5' } : {}),
})

export type Installation = ReturnType<typeof installation>

/** @param port 0 for any free port */
export async function startProcess(env: Installation, port = 0): Promise<AppProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...compileCache, ...env, PORT: String(port) },
  })
  const origin = await addressFromOutput(child)
  const isAlive = () => child.exitCode === null && child.signalCode === null
  return {
    origin,
    isAlive,
    async kill() {
      if (!isAlive()) return
      const closed = once(child, 'exit')
      child.kill('SIGKILL')
      await closed
    },
  }
}

function addressFromOutput(child: ChildProcess): Promise<string> {
  let out = ''
  return new Promise((opened, failed) => {
    child.stdout?.on('data', (chunk) => {
      out += chunk
      const port = /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(out)?.[1]
      if (port) opened(`http://127.0.0.1:${port}`)
    })
    child.stderr?.on('data', (chunk) => (out += chunk))
    child.once('exit', () => failed(new Error(`It ended: ${out}`)))
  })
}
