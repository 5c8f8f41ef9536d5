import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Config, readConfig } from '../../server/config.ts'
import {
  apiAlone,
  createApi,
  createLog,
  type Route,
  signShell,
  type Webhook,
} from '../../server/http/index.ts'
import { freshDatabase } from '../support/database.ts'

/** A configuration whose folder is its own. */
export function configOf(env: NodeJS.ProcessEnv = {}): { config: Config; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-'))
  const config = readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', ...env })
  return { config, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface Reply {
  http: number
  headers: Headers
  /** The envelope. */
  body: Record<string, unknown>
  text: string
}

export interface House extends Awaited<ReturnType<typeof freshDatabase>> {
  origin: string
  config: Config
  /** Every line that was logged. */
  logged: string[]
  ask(path: string, init?: RequestInit): Promise<Reply>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>
  /** The header by which the shell names a browser. */
  browser(session: string, ip?: string): Record<string, string>
  close(): Promise<void>
}

/** The API alone on a free port, over a real database, with these routes. */
export async function apiHouse(
  make: (db: House['db']) => { routes: Route[]; webhooks?: Webhook[] },
): Promise<House> {
  const database = await freshDatabase()
  const { config, remove } = configOf()
  const logged: string[] = []
  const log = createLog({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const api = createApi({ config, db: database.db, log, ...make(database.db) })
  const server = createServer(apiAlone({ api, config, ready: async () => true }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const ask = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const answer = await fetch(`${origin}/api/v1${path}`, init)
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return {
      http: answer.status,
      headers: answer.headers,
      text,
      body: isJson && text ? JSON.parse(text) : {},
    }
  }
  return {
    ...database,
    origin,
    config,
    logged,
    ask,
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    browser: (session, ip = '102.89.1.1') => ({
      'x-sanwo-shell': signShell(config.sessionSecret, { ip, session, at: Date.now() }),
    }),
    async close() {
      server.closeAllConnections()
      server.close()
      await database.drop()
      remove()
    },
  }
}

export const silent = pino({ level: 'silent' })
