import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Config, readConfig } from '../../server/config.ts'
import {
  type AssertPin,
  createApiHandler,
  createApiServer,
  createLog,
  type Route,
  signInternalHeader,
  type Webhook,
} from '../../server/http/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { withOpenApiCheck } from '../support/openapi-check.ts'

/** A configuration with its own data folder. */
export function createTestConfig(env: NodeJS.ProcessEnv = {}): { config: Config; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-'))
  const config = readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', ...env })
  return { config, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface TestResponse {
  httpStatus: number
  headers: Headers
  /** The envelope. */
  body: Record<string, unknown>
  text: string
}

export interface TestApi extends Awaited<ReturnType<typeof createTestDatabase>> {
  origin: string
  config: Config
  /** All log lines. */
  logLines: string[]
  request(path: string, init?: RequestInit): Promise<TestResponse>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse>
  /** The internal header with which the web server identifies a browser. */
  browserHeaders(session: string, ip?: string, device?: string): Record<string, string>
  close(): Promise<void>
}

/** Starts the API without pages on a free port, with a real database and these routes. */
export async function startTestApi(
  make: (db: TestApi['db']) => {
    routes: Route[]
    webhooks?: Webhook[]
    assertPin?: AssertPin
    /** True for product routes, whose responses are validated against the OpenAPI document. */
    validatesOpenApi?: boolean
  },
  { mode = 'simulated' }: { mode?: Config['mode'] } = {},
): Promise<TestApi> {
  const database = await createTestDatabase()
  const { config: simulated, remove } = createTestConfig()
  const config = { ...simulated, mode }
  const logLines: string[] = []
  const log = createLog({ level: 'info' }, { write: (line: string) => void logLines.push(line) })
  const setup = make(database.db)
  const api = createApiHandler({ config, db: database.db, log, assertPin: async () => {}, ...setup })
  const apiApp = createApiServer({ api, config, isReady: async () => true })
  const server = createServer(setup.validatesOpenApi ? withOpenApiCheck(setup.routes, apiApp) : apiApp)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const request = async (path: string, init: RequestInit = {}): Promise<TestResponse> => {
    const response = await fetch(`${origin}/api/v1${path}`, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      httpStatus: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : {},
    }
  }
  return {
    ...database,
    origin,
    config,
    logLines,
    request,
    post: (path, body, headers = {}) =>
      request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    browserHeaders: (session, ip = '102.89.1.1', device = '') => ({
      'x-sanwo-shell': signInternalHeader(config.sessionSecret, { ip, session, device, at: Date.now() }),
    }),
    async close() {
      server.closeAllConnections()
      server.close()
      await database.drop()
      remove()
    },
  }
}

export const silentLog = pino({ level: 'silent' })
