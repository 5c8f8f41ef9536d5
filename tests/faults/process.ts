import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The API as a process of its own, that can be killed with no warning. */
export interface AppProcess {
  readonly origin: string
  readonly isAlive: () => boolean
  /** SIGKILL: nothing of it ends tidily. */
  kill(): Promise<void>
}

/** What two processes of one installation have in common. */
export const installation = (it: { folder: string; simulatorsUrl: string; databaseUrl: string | null }) => ({
  PATH: process.env.PATH,
  ROLE: 'api',
  LOG_LEVEL: 'silent',
  DATA_DIR: it.folder,
  SIMULATORS_URL: it.simulatorsUrl,
  SESSION_SECRET: randomBytes(32).toString('hex'),
  DATA_KEYS: randomBytes(32).toString('base64'),
  ...(it.databaseUrl ? { DATABASE_URL: it.databaseUrl, DATABASE_POOL: '5' } : {}),
})

export type Installation = ReturnType<typeof installation>

/** @param port 0 for any that is free */
export async function startProcess(env: Installation, port = 0): Promise<AppProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...env, PORT: String(port) },
  })
  const origin = await saidAddress(child)
  const isAlive = () => child.exitCode === null && child.signalCode === null
  return {
    origin,
    isAlive,
    async kill() {
      if (!isAlive()) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

function saidAddress(child: ChildProcess): Promise<string> {
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
