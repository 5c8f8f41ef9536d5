import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startApp, startShell } from '../../server/app.ts'
import { CannotStart, plainSentence } from '../../server/cannot-start.ts'
import { askApp, CommandRefused, controlAddress } from '../../server/commands/control.ts'
import { Locked } from '../../server/database/index.ts'
import { route } from '../../server/http/index.ts'
import { holdMode } from '../../server/open-database.ts'
import type { Assemble } from '../../server/parts.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { getServiceStatuses } from '../../shared/actions.ts'
import { call } from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import { configOf, silent } from '../http/house.ts'
import { freshDatabase } from '../support/database.ts'

const wait = call({
  name: 'wait',
  method: 'GET',
  path: '/wait',
  audience: 'anyone',
  summary: 'Takes a while',
  data: z.unknown(),
  errors: [],
})

/** Features of nothing but one slow call; they write down when they start and stop. */
function slowFeatures() {
  const seen: string[] = []
  const assemble: Assemble = async ({ db }) => ({
    routes: [
      route(wait, async () => {
        seen.push('asked')
        await pause(400)
        await db.q.selectFrom('states').select('code').execute()
        seen.push('answered')
        return {}
      }),
    ],
    webhooks: [],
    start: async () => void seen.push('started'),
    stop: async () => void seen.push('stopped'),
  })
  return { assemble, seen }
}

let simulators: Awaited<ReturnType<typeof startSimulators>>
const simulatorsFolder = configOf()
beforeAll(async () => {
  simulators = await startSimulators({ port: 0, host: '127.0.0.1', dataDir: simulatorsFolder.config.dataDir })
})
afterAll(async () => {
  await simulators.close()
  simulatorsFolder.remove()
})

const sharedSecret = 's'.repeat(32)
const houseOf = (env: NodeJS.ProcessEnv = {}) =>
  configOf({ ROLE: 'api', SESSION_SECRET: sharedSecret, SIMULATORS_URL: simulators.url, ...env })

test('it serves when all of it can answer, and a stop lets a request in flight end', async () => {
  const { db, drop } = await freshDatabase()
  const { config, remove } = houseOf()
  const { assemble, seen } = slowFeatures()
  const app = await startApp(config, assemble, { db, log: silent })
  expect(app.simulators).toBe('found')
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)

  const inFlight = fetch(`${app.api}/wait`)
  while (!seen.includes('asked')) await pause(10)
  const closing = app.close()
  await pause(50)
  await expect(fetch(`${app.url}/healthz`)).rejects.toThrow()
  expect((await inFlight).status).toBe(200)
  await closing
  expect(seen).toEqual(['started', 'asked', 'answered', 'stopped'])
  await drop()
  remove()
})

test('a start tells the simulators that it found where webhooks go', async () => {
  const { db, drop } = await freshDatabase()
  const { config, remove } = houseOf()
  const app = await startApp(config, slowFeatures().assemble, { db, log: silent })
  const settings = (await (await fetch(`${simulators.url}/simulators/settings`)).json()) as { appUrl: string }
  expect(settings.appUrl).toBe(app.config.appUrl)
  expect(app.config.appUrl).toBe(`http://localhost:${app.config.port}`)
  await app.close()
  await drop()
  remove()
})

test('a port that is taken stops the start with a sentence, and the database is free again', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await pause(50)
  const { port } = other.address() as { port: number }
  const { config, remove } = houseOf({ PORT: String(port) })
  const start = startApp(config, slowFeatures().assemble, { log: silent })
  await expect(start).rejects.toThrow(`Port ${port} is in use by another program`)
  expect(existsSync(`${config.dataDir}/database.lock`)).toBe(false)
  other.close()
  remove()
})

test('a command talks to the app that holds the embedded database; a second app is refused', async () => {
  const { config, remove } = houseOf()
  const app = await startApp(config, slowFeatures().assemble, { log: silent })
  const changed = await askApp(config.dataDir, 'setting', ['power_status', 'off'])
  expect(changed?.result).toEqual(['power_status 0'])
  const body = (await (await fetch(`${app.api}${getServiceStatuses.path}`)).json()) as {
    data: { service: string; status: number }[]
  }
  expect(body.data.find(({ service }) => service === 'power')?.status).toBe(0)
  await expect(askApp(config.dataDir, 'setting', ['power_status', 'blue'])).rejects.toThrow(CommandRefused)
  await expect(askApp(config.dataDir, 'dance', [])).rejects.toThrow('does not know the command dance')
  await expect(startApp({ ...config, port: 0 }, slowFeatures().assemble, { log: silent })).rejects.toThrow(
    Locked,
  )
  await app.close()
  expect(existsSync(controlAddress(config.dataDir))).toBe(false)
  expect(await askApp(config.dataDir, 'setting', [])).toBeUndefined()
  remove()
})

test('a database of simulated money is never opened with real money, nor the other way', async () => {
  const { db, drop } = await freshDatabase()
  await holdMode(db, 'simulated')
  await holdMode(db, 'simulated')
  await expect(holdMode(db, 'live')).rejects.toThrow(CannotStart)
  await expect(holdMode(db, 'live')).rejects.toThrow(
    'This database belongs to MODE=simulated, and MODE is live',
  )
  await drop()
})

test('what stops a start is told as a sentence', async () => {
  const unreachable = configOf({
    ROLE: 'api',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    SESSION_SECRET: sharedSecret,
    DATA_KEYS: 'k'.repeat(32),
  })
  const start = startApp(unreachable.config, slowFeatures().assemble, { log: silent })
  const error: unknown = await start.catch((it: unknown) => it)
  expect(plainSentence(error)).toMatch(/^The database at DATABASE_URL cannot be reached: [^\n]+\.$/)
  unreachable.remove()
})

test('a shell before an API elsewhere opens no database and asks the other whether it is ready and knows it', async () => {
  const { db, drop } = await freshDatabase()
  const { config, remove } = houseOf()
  const api = await startApp(config, slowFeatures().assemble, { db, log: silent })
  const front = configOf({ API_UPSTREAM: api.url, SESSION_SECRET: config.sessionSecret })
  const assets = {
    css: async () => '',
    render: async () => '',
    entry: '/assets/main.js',
    before: null,
    preloads: () => [],
    folder: null,
  }
  const shell = await startShell(front.config, api.url, { log: silent, assets })
  expect((await fetch(`${shell.url}/readyz`)).status).toBe(200)
  expect(existsSync(`${front.config.dataDir}/database`)).toBe(false)
  const statuses = await fetch(`${shell.url}/api/v1${getServiceStatuses.path}`)
  expect(await statuses.json()).toMatchObject({ status: 'success' })
  const stranger = configOf({ API_UPSTREAM: api.url, SESSION_SECRET: 'another'.repeat(5) })
  const unknown = await startShell(stranger.config, api.url, { log: silent, assets })
  expect((await fetch(`${unknown.url}/readyz`)).status).toBe(503)
  await unknown.close()
  stranger.remove()
  await api.close()
  expect((await fetch(`${shell.url}/readyz`)).status).toBe(503)
  const gone = await fetch(`${shell.url}/api/v1${getServiceStatuses.path}`)
  expect(await gone.json()).toEqual({ status: 'error', message: errors.UNAVAILABLE.says })
  await shell.close()
  await drop()
  remove()
  front.remove()
})
