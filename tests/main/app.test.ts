import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startApp, startWebServer } from '../../server/app.ts'
import { CommandError, commandSocketPath, sendCommand } from '../../server/commands/control.ts'
import type { ComposeApp } from '../../server/context.ts'
import { DatabaseLockedError } from '../../server/database/index.ts'
import { route } from '../../server/http/index.ts'
import { assertMode } from '../../server/open-database.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { errorSentence, StartupError } from '../../server/startup-error.ts'
import { getServiceStatuses } from '../../shared/actions.ts'
import { defineEndpoint } from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import { createTestConfig, silentLog } from '../http/setup.ts'
import { createTestDatabase } from '../support/database.ts'
import { prepareDataFolder } from '../support/embedded-database.ts'
import { freePort } from '../support/free-port.ts'

const slowCall = defineEndpoint({
  name: 'wait',
  method: 'GET',
  path: '/wait',
  audience: 'anyone',
  summary: 'Takes a while',
  data: z.unknown(),
  errors: [],
})

/** Features with one slow call; they record when they start and stop. */
function slowFeatures() {
  const events: string[] = []
  const assemble: ComposeApp = async ({ db }) => ({
    routes: [
      route(slowCall, async () => {
        events.push('requested')
        await pause(400)
        await db.q.selectFrom('states').select('code').execute()
        events.push('responded')
        return {}
      }),
    ],
    webhooks: [],
    assertPin: async () => {},
    start: async () => void events.push('started'),
    stop: async () => void events.push('stopped'),
  })
  return { assemble, events }
}

let simulators: Awaited<ReturnType<typeof startSimulators>>
const simulatorsFolder = createTestConfig()
beforeAll(async () => {
  simulators = await startSimulators({ port: 0, host: '127.0.0.1', dataDir: simulatorsFolder.config.dataDir })
})
afterAll(async () => {
  await simulators.close()
  simulatorsFolder.remove()
})

const sharedSecret = 's'.repeat(32)
const appConfigOf = (env: NodeJS.ProcessEnv = {}) =>
  createTestConfig({ ROLE: 'api', SESSION_SECRET: sharedSecret, SIMULATORS_URL: simulators.url, ...env })

test('the app serves once it is ready, and shutdown waits for in-flight requests', async () => {
  const { db, drop } = await createTestDatabase()
  const { config, remove } = appConfigOf()
  const { assemble, events } = slowFeatures()
  const app = await startApp(config, assemble, { db, log: silentLog })
  expect(app.simulators).toBe('found')
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)

  const inFlight = fetch(`${app.apiUrl}/wait`)
  while (!events.includes('requested')) await pause(10)
  const closing = app.close()
  const connect = () => fetch(`${app.url}/healthz`).then(String, () => 'refused')
  await expect.poll(connect).toBe('refused')
  expect((await inFlight).status).toBe(200)
  await closing
  expect(events).toEqual(['started', 'requested', 'responded', 'stopped'])
  await drop()
  remove()
})

test('a process that is starting refuses connections, so that a load balancer uses another process', async () => {
  const { db, drop } = await createTestDatabase()
  const port = await freePort()
  const { config, remove } = appConfigOf({ PORT: String(port) })
  const { assemble } = slowFeatures()
  let resultDuringStart = 'not requested'
  const app = await startApp(
    config,
    async (context) => ({
      ...(await assemble(context)),
      start: async () => {
        resultDuringStart = await fetch(`http://127.0.0.1:${port}/healthz`).then(String, () => 'refused')
      },
    }),
    { db, log: silentLog },
  )
  expect(resultDuringStart).toBe('refused')
  expect(app.url).toBe(`http://127.0.0.1:${port}`)
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  await app.close()
  await drop()
  remove()
})

test('a start registers its webhook URL with running simulators', async () => {
  const { db, drop } = await createTestDatabase()
  const { config, remove } = appConfigOf()
  const app = await startApp(config, slowFeatures().assemble, { db, log: silentLog })
  const settings = (await (await fetch(`${simulators.url}/simulators/settings`)).json()) as { appUrl: string }
  expect(settings.appUrl).toBe(app.config.appUrl)
  expect(app.config.appUrl).toBe(`http://localhost:${app.config.port}`)
  await app.close()
  await drop()
  remove()
})

test('a port in use fails the start with a message and releases the database', async () => {
  const otherServer = createServer().listen(0, '127.0.0.1')
  await once(otherServer, 'listening')
  const { port } = otherServer.address() as { port: number }
  const { config, remove } = appConfigOf({ PORT: String(port) })
  await prepareDataFolder(config.dataDir)
  const start = startApp(config, slowFeatures().assemble, { log: silentLog })
  await expect(start).rejects.toThrow(`Port ${port} is in use by another program`)
  expect(existsSync(`${config.dataDir}/database.lock`)).toBe(false)
  otherServer.close()
  remove()
})

test('a command is sent to the app that holds the embedded database; a second app cannot start', async () => {
  const { config, remove } = appConfigOf()
  await prepareDataFolder(config.dataDir)
  const app = await startApp(config, slowFeatures().assemble, { log: silentLog })
  const changed = await sendCommand(config.dataDir, 'setting', ['power_status', 'off'])
  expect(changed?.result).toEqual(['power_status 0'])
  const body = (await (await fetch(`${app.apiUrl}${getServiceStatuses.path}`)).json()) as {
    data: { service: string; status: number }[]
  }
  expect(body.data.find(({ service }) => service === 'power')?.status).toBe(0)
  await expect(sendCommand(config.dataDir, 'setting', ['power_status', 'blue'])).rejects.toThrow(CommandError)
  await expect(sendCommand(config.dataDir, 'dance', [])).rejects.toThrow('does not know the command dance')
  await expect(startApp({ ...config, port: 0 }, slowFeatures().assemble, { log: silentLog })).rejects.toThrow(
    DatabaseLockedError,
  )
  await app.close()
  expect(existsSync(commandSocketPath(config.dataDir))).toBe(false)
  expect(await sendCommand(config.dataDir, 'setting', [])).toBeUndefined()
  remove()
})

test('a database of one mode cannot be opened in the other mode', async () => {
  const { db, drop } = await createTestDatabase()
  await assertMode(db, 'simulated')
  await assertMode(db, 'simulated')
  await expect(assertMode(db, 'live')).rejects.toThrow(StartupError)
  await expect(assertMode(db, 'live')).rejects.toThrow(
    'This database belongs to MODE=simulated, and MODE is live',
  )
  await drop()
})

test('a failed start prints one sentence', async () => {
  const withUnreachableDatabase = createTestConfig({
    ROLE: 'api',
    DATABASE_URL: 'postgres://unknown@127.0.0.1:1/nothing',
    SESSION_SECRET: sharedSecret,
    DATA_KEYS: 'k'.repeat(32),
  })
  const start = startApp(withUnreachableDatabase.config, slowFeatures().assemble, { log: silentLog })
  const error: unknown = await start.catch((reason: unknown) => reason)
  expect(errorSentence(error)).toMatch(/^The database at DATABASE_URL cannot be reached: [^\n]+\.$/)
  withUnreachableDatabase.remove()
})

test.each([
  ['could not extend file "base/5/1249": No space left on device', { code: '53100' }],
  [
    'server login has been failing, try again later (server_login_retry)',
    { code: '08P01', severity: 'FATAL' },
  ],
])('an unusable database at startup prints one sentence: %s', (message, properties) => {
  const error = Object.assign(new Error(message), properties)
  expect(errorSentence(error)).toBe(`The database cannot be used now: ${message}.`)
})

test('a web server in front of a remote API opens no database and checks that the API is ready and accepts its signature', async () => {
  const { db, drop } = await createTestDatabase()
  const { config, remove } = appConfigOf()
  const api = await startApp(config, slowFeatures().assemble, { db, log: silentLog })
  const webConfig = createTestConfig({ API_UPSTREAM: api.url, SESSION_SECRET: config.sessionSecret })
  const assets = {
    css: async () => '',
    render: async () => '',
    entry: '/assets/main.js',
    before: null,
    preloads: () => [],
    serviceWorker: null,
    folder: null,
  }
  const web = await startWebServer(webConfig.config, api.url, { log: silentLog, assets })
  expect((await fetch(`${web.url}/readyz`)).status).toBe(200)
  expect(existsSync(`${webConfig.config.dataDir}/database`)).toBe(false)
  const statuses = await fetch(`${web.url}/api/v1${getServiceStatuses.path}`)
  expect(await statuses.json()).toMatchObject({ status: 'success' })
  const otherSecret = createTestConfig({ API_UPSTREAM: api.url, SESSION_SECRET: 'another'.repeat(5) })
  const rejected = await startWebServer(otherSecret.config, api.url, { log: silentLog, assets })
  expect((await fetch(`${rejected.url}/readyz`)).status).toBe(503)
  await rejected.close()
  otherSecret.remove()
  await api.close()
  expect((await fetch(`${web.url}/readyz`)).status).toBe(503)
  const unavailable = await fetch(`${web.url}/api/v1${getServiceStatuses.path}`)
  expect(await unavailable.json()).toEqual({
    status: 'error',
    code: 'UNAVAILABLE',
    message: errors.UNAVAILABLE.message,
  })
  await web.close()
  await drop()
  remove()
  webConfig.remove()
})
