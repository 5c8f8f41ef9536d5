import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertPin, managerCommand } from '../../server/accounts/index.ts'
import { hashSecret } from '../../server/accounts/password.ts'
import { actionRoutes } from '../../server/actions/index.ts'
import { composeApp } from '../../server/composition-root.ts'
import type { Config } from '../../server/config.ts'
import { connect, isConnectionError, migrate, seed } from '../../server/database/index.ts'
import {
  type Actor,
  createApiHandler,
  createApiServer,
  createRateLimits,
  issueSessionToken,
  rateLimitRules,
} from '../../server/http/index.ts'
import { startSchedule } from '../../server/jobs/index.ts'
import { createSettings } from '../../server/settings/index.ts'
import { createTestConfig, silentLog } from '../http/setup.ts'
import { createTestDatabase, postgresUrl, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/test-app.ts'

const root = resolve(import.meta.dirname, '../..')

describe('the database of a later version', () => {
  const later = globSync('server/database/migrations/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/000[1-4]-|0026-/.test(file))
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

  test.each(later)('%s adds only columns that the previous version can omit', (file) => {
    const added = [...textOf(file).matchAll(/add column (?:if not exists )?(\w+) ([^,`]+)/g)]
    const unknown = added.filter(([, , rest = '']) => /not null/.test(rest) && !/default/.test(rest))
    expect(unknown.map(([, name]) => name)).toEqual([])
  })

  test.each(later)('%s removes nothing that the previous version reads or writes', (file) => {
    expect(textOf(file)).not.toMatch(
      /drop column|drop table|rename (?:column|to)|alter column \w+ set not null/,
    )
  })
})

test("a process that starts on a later version's database leaves it unchanged, and serves", async () => {
  const testDatabase = await createTestDatabase()
  await sql`insert into schema_migrations (name, timestamp) values ('9999-of-tomorrow', now()::text)`.execute(
    testDatabase.db.q,
  )
  await migrate(testDatabase.db)
  await seed(testDatabase.db)
  expect((await testDatabase.db.q.selectFrom('products').select('code').execute()).length).toBeGreaterThan(0)
  // A database that lacks one of this version's migrations has an unknown origin.
  await sql`delete from schema_migrations where name = '0010-settings'`.execute(testDatabase.db.q)
  await expect(migrate(testDatabase.db)).rejects.toThrow(/corrupted migrations/)
  await testDatabase.drop()
})

test.each([
  [Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), true],
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
  [Object.assign(new Error('starting up'), { code: '57P03' }), true],
  [new Error('Connection terminated unexpectedly'), true],
  [Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }), true],
  [Object.assign(new Error('could not write: Read-only file system'), { code: '42501' }), true],
  [Object.assign(new Error('in a read-only transaction'), { code: '25006' }), true],
  [Object.assign(new Error('server conn crashed?'), { code: '08P01', severity: 'FATAL' }), true],
  [Object.assign(new Error('bind message supplies 1 of 2'), { code: '08P01', severity: 'ERROR' }), false],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
  [new Error('anything'), false],
  ['text', false],
])('an unreachable database is distinguished from one that rejects: %s', (error, away) => {
  expect(isConnectionError(error)).toBe(away)
})

/** An API process on one database, with its own connections. */
async function processOn(url: string, config: Config) {
  const db = await connect({ databaseUrl: url, dataDir: null, pool: 4 })
  const settings = createSettings(db)
  const limits = createRateLimits({ db, log: silentLog })
  const features = await composeApp({ config, db, log: silentLog, settings, limits })
  const api = createApiHandler({ config, db, log: silentLog, ...features })
  const server = createServer(createApiServer({ api, config, isReady: async () => true }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    db,
    settings,
    limits,
    features,
    request: (path: string, init: RequestInit = {}) => fetch(`${origin}/api/v1${path}`, init),
    async close() {
      server.closeAllConnections()
      server.close()
      await features.stop()
      await db.close()
    },
  }
}

function userValues() {
  const uniqueid = randomUUID()
  return { uniqueid, name: 'Ada', email: `${uniqueid}@example.com` }
}

describe.runIf(postgresUrl)('two processes on one PostgreSQL (needs PostgreSQL)', () => {
  let database: TestDatabase
  let one: Awaited<ReturnType<typeof processOn>>
  let other: Awaited<ReturnType<typeof processOn>>
  const { config, remove } = createTestConfig()
  beforeAll(async () => {
    database = await createTestDatabase()
    one = await processOn(database.url!, config)
    other = await processOn(database.url!, config)
  })
  afterAll(async () => {
    await one.close()
    await other.close()
    await database.drop()
    remove()
  })

  async function signedIn() {
    const values = userValues()
    const { id } = await one.db.q.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
    return { authorization: `Bearer ${await issueSessionToken(one.db.q, id)}` }
  }

  test('share sessions: a sign-in at one is valid at the other, and a sign-out ends both', async () => {
    const headers = await signedIn()
    expect((await other.request('/account/user/profile', { headers })).status).toBe(200)
    await one.request('/auth/logout', { method: 'POST', headers })
    expect((await other.request('/account/user/profile', { headers })).status).toBe(401)
  })

  test('share limits: use at one counts at the other', async () => {
    const key = randomUUID()
    const { points } = rateLimitRules.sign_in_account
    for (let attempt = 0; attempt < points; attempt++) await one.limits.recordFailure('sign_in_account', key)
    await expect(other.limits.check('sign_in_account', key)).rejects.toMatchObject({ code: 'TOO_MANY' })
  })

  test('share PIN attempts: five concurrent wrong PINs at both lock the PIN at both', async () => {
    const { id } = await one.db.q
      .insertInto('users')
      .values({ ...userValues(), pin_hash: await hashSecret('274916') })
      .returning('id')
      .executeTakeFirstOrThrow()
    const actor: Actor = { userId: id, role: 'user', emailVerified: true }
    const enterPin = ({ db }: typeof one, pin: string) =>
      assertPin({ db }, actor, pin).then(
        () => 'accepted',
        (error: { code: string }) => error.code,
      )
    const codes = await Promise.all(
      [one, other, one, other, one, other, one, other].map((app) => enterPin(app, '000000')),
    )
    expect(codes.toSorted()).toEqual([...Array(3).fill('PIN_LOCKED'), ...Array(5).fill('PIN_WRONG')])
    expect([await enterPin(one, '274916'), await enterPin(other, '274916')]).toEqual([
      'PIN_LOCKED',
      'PIN_LOCKED',
    ])
  })

  test('share codes: concurrent sign-ins at both with one code of the app, or one recovery code, open one session', async () => {
    const password = 'Correct-Horse-7'
    const { id, email } = await one.db.q
      .insertInto('users')
      .values({ ...userValues(), email_verified_at: new Date(), password_hash: await hashSecret(password) })
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    await managerCommand(one.db, [email])
    const post = async <T>({ request }: typeof one, path: string, body: object, token?: string) => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      }
      const response = await request(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return { httpStatus: response.status, data: ((await response.json()) as { data: T }).data }
    }
    const path = '/management/user/second-factor'
    const sessionToken = await issueSessionToken(one.db.q, id)
    const { key } = (await post<{ key: string }>(one, `${path}/start`, { password }, sessionToken)).data
    const codeOf = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp })
    const now = Date.now()
    const confirmed = await post<{ recovery_codes: string[] }>(
      other,
      `${path}/confirm`,
      { code: codeOf(now) },
      sessionToken,
    )
    for (const code of [codeOf(now + 30_000), confirmed.data.recovery_codes[0]]) {
      const signIn = (app: typeof one) =>
        post(app, '/auth/login', { email, password, second_factor_code: code })
      const responses = await Promise.all([one, other, one, other].map(signIn))
      expect(responses.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 422, 422, 422])
    }
  })

  test('share settings: a change takes effect everywhere within a moment', async () => {
    expect(await other.settings.get('airtime_status')).toBe(1)
    await one.db.q
      .insertInto('settings')
      .values({ key: 'airtime_status', value: '0' })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '0' }))
      .execute()
    await pause(300)
    expect(await other.settings.get('airtime_status')).toBe(0)
  })

  test('share the schedule: a due job runs in one of them', async () => {
    let runs = 0
    const works = [{ name: 'count', cron: '0 0 1 1 *', run: async () => ++runs }]
    const [first, second] = [
      await startSchedule(one.db, silentLog, works, { pollingSeconds: 1 }),
      await startSchedule(other.db, silentLog, works, { pollingSeconds: 1 }),
    ]
    await first.queueRun('count')
    await eventually(async () => runs > 0, 20_000)
    await pause(500)
    expect(runs).toBe(1)
    await Promise.all([first.stop(), second.stop()])
  }, 40_000)

  test('recover automatically when PostgreSQL has closed all of their connections', async () => {
    const headers = await signedIn()
    const admin = new pg.Client({ connectionString: postgresUrl! })
    await admin.connect()
    const name = new URL(database.url!).pathname.slice(1)
    const hasEnded = () =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
      )
    for (let rounds = 0; rounds < 3; rounds++) {
      const requests = Array.from({ length: 20 }, () => one.request('/account/user/profile', { headers }))
      await hasEnded()
      const met = await Promise.all(requests)
      for (const response of met) {
        // A caller in progress gets a retry response; no user is signed out by it.
        expect([200, 503]).toContain(response.status)
        if (response.status === 503) expect(response.headers.get('retry-after')).toBe('5')
      }
    }
    await admin.end()
    await eventually(async () => (await one.request('/account/user/profile', { headers })).status === 200)
    await eventually(async () => (await other.features.runDueJobs()) >= 0)
  })
})

test('while PostgreSQL is unreachable every request gets a retry time, in the envelope', async () => {
  const { config, remove } = createTestConfig()
  const db = await connect({ databaseUrl: 'postgres://unknown@127.0.0.1:1/nothing', dataDir: null })
  const routes = actionRoutes({ db, settings: createSettings(db) })
  const server = createServer(
    createApiServer({
      api: createApiHandler({ config, db, log: silentLog, routes, assertPin: async () => {} }),
      config,
      isReady: async () => false,
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signedIn = { authorization: 'Bearer unknown' }
  for (const [path, headers] of [
    ['/api/v1/actions/get-all-states', {}],
    ['/api/v1/services/statuses/all', {}],
    ['/api/v1/actions/get-all-states', signedIn],
    ['/readyz', {}],
  ] as const) {
    const response = await fetch(`${origin}${path}`, { headers })
    expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '5'])
    const message = 'We cannot reach that service right now. Please try again shortly.'
    expect(await response.json()).toEqual({ status: 'error', code: 'UNAVAILABLE', message })
  }
  server.closeAllConnections()
  server.close()
  await db.close()
  remove()
})
