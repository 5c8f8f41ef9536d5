import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** True when PgBouncer is installed. */
export const hasPgBouncer: boolean = spawnSync('pgbouncer', ['--version']).status === 0

/** A PgBouncer process in transaction mode for a PostgreSQL server, with every database by its name. */
export interface PgBouncer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * @param poolSize server connections for each database
 * @param idleSeconds idle time after which a connection is closed
 */
export async function startPgBouncer(
  server: string,
  { poolSize = 8, idleSeconds = 5 } = {},
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(server)
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-pgbouncer-'))
  const port = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  const target = [
    `host=${hostname}`,
    `port=${serverPort || 5432}`,
    `user=${decodeURIComponent(username)}`,
    ...(password ? [`password=${decodeURIComponent(password)}`] : []),
  ]
  const lines = [
    '[databases]',
    `* = ${target.join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 1000',
    // Test databases are short-lived; their idle connections must not exhaust the server.
    `server_idle_timeout = ${idleSeconds}`,
    'server_login_retry = 1',
    // Consecutive statements rarely share a connection: session-dependent code fails.
    'server_round_robin = 1',
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  chmodSync(folder, 0o755)
  // PgBouncer refuses to run as root.
  const user = userInfo().uid === 0 ? ['-u', 'postgres'] : []
  const child = spawn('pgbouncer', ['-q', ...user, config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk) => (log = (log + chunk).slice(-10_000)))
  const url = Object.assign(new URL(`postgres://postgres@127.0.0.1:${port}`), { pathname }).href
  await waitUntilReady(child, url, () => log)
  return {
    url,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        // Immediate stop: SIGINT would wait for its clients.
        child.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (child.exitCode !== null || attempt >= 50)
        throw new Error(`PgBouncer did not start: ${log()}`, { cause: error })
      await pause(100)
    }
  }
}
