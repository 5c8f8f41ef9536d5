import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionRoutes } from '../../server/actions/index.ts'
import type { Config } from '../../server/config.ts'
import { connect, isDatabaseAway, migrate, seed } from '../../server/database/index.ts'
import { assemble } from '../../server/features.ts'
import { apiAlone, createApi, createLimits, issueBearer } from '../../server/http/index.ts'
import { keepSchedule } from '../../server/jobs/index.ts'
import { openSettings } from '../../server/settings/index.ts'
import { configOf, silent } from '../http/house.ts'
import { freshDatabase, postgres, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/shop.ts'

const root = resolve(import.meta.dirname, '../..')

describe('a later version’s database', () => {
  const later = globSync('server/database/migrations/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/000[1-4]-/.test(file))
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

  test.each(later)('%s adds columns that the version before it need not know', (file) => {
    const added = [...textOf(file).matchAll(/add column (?:if not exists )?(\w+) ([^,`]+)/g)]
    const unknown = added.filter(([, , rest = '']) => /not null/.test(rest) && !/default/.test(rest))
    expect(unknown.map(([, name]) => name)).toEqual([])
  })

  test.each(later)('%s takes nothing away that the version before it reads or writes', (file) => {
    expect(textOf(file)).not.toMatch(
      /drop column|drop table|rename (?:column|to)|alter column \w+ set not null/,
    )
  })
})

test('a process that is started beside a later version leaves its database as it is, and serves', async () => {
  const house = await freshDatabase()
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', now()::text)`.execute(
    house.db.q,
  )
  await migrate(house.db)
  await seed(house.db)
  expect((await house.db.q.selectFrom('products').select('code').execute()).length).toBeGreaterThan(0)
  // One that lacks something of ours was made by nobody whom we know.
  await sql`delete from kysely_migration where name = '0010-settings'`.execute(house.db.q)
  await expect(migrate(house.db)).rejects.toThrow(/corrupted migrations/)
  await house.drop()
})

test.each([
  [Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), true],
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
  [Object.assign(new Error('starting up'), { code: '57P03' }), true],
  [new Error('Connection terminated unexpectedly'), true],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
  [new Error('anything'), false],
  ['text', false],
])('a database that cannot be reached is told from one that refuses: %s', (error, away) => {
  expect(isDatabaseAway(error)).toBe(away)
})

/** A process of the API over one database, with connections of its own. */
async function processOn(url: string, config: Config) {
  const db = await connect({ databaseUrl: url, dataDir: null, pool: 4 })
  const settings = openSettings(db)
  const limits = createLimits({ db, log: silent })
  const features = await assemble({ config, db, log: silent, settings, limits })
  const api = createApi({ config, db, log: silent, routes: features.routes, webhooks: features.webhooks })
  const server = createServer(apiAlone({ api, config, ready: async () => true }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    db,
    settings,
    limits,
    features,
    ask: (path: string, init: RequestInit = {}) => fetch(`${origin}/api/v1${path}`, init),
    async close() {
      server.closeAllConnections()
      server.close()
      await features.stop()
      await db.close()
    },
  }
}

describe.runIf(postgres)('two processes on one PostgreSQL', () => {
  let database: TestDatabase
  let one: Awaited<ReturnType<typeof processOn>>
  let other: Awaited<ReturnType<typeof processOn>>
  const { config, remove } = configOf()
  beforeAll(async () => {
    database = await freshDatabase()
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
    const name = randomUUID()
    const row = { uniqueid: name, name: 'Ada', email: `${name}@example.com` }
    const { id } = await one.db.q.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
    return { authorization: `Bearer ${await issueBearer(one.db.q, id)}` }
  }

  test('share sessions: who signed in at one is signed in at the other, and is signed out of both', async () => {
    const headers = await signedIn()
    expect((await other.ask('/account/user/profile', { headers })).status).toBe(200)
    await one.ask('/auth/logout', { method: 'POST', headers })
    expect((await other.ask('/account/user/profile', { headers })).status).toBe(401)
  })

  test('share limits: what was spent at one is spent at the other', async () => {
    const key = randomUUID()
    for (let tries = 0; tries < 10; tries++) await one.limits.fail('sign_in_account', key)
    await expect(other.limits.check('sign_in_account', key)).rejects.toMatchObject({ code: 'TOO_MANY' })
  })

  test('share settings: a change is seen everywhere within a moment', async () => {
    expect(await other.settings.get('airtime_status')).toBe(1)
    await one.db.q
      .insertInto('settings')
      .values({ key: 'airtime_status', value: '0' })
      .onConflict((it) => it.column('key').doUpdateSet({ value: '0' }))
      .execute()
    await pause(300)
    expect(await other.settings.get('airtime_status')).toBe(0)
  })

  test('share the calendar: work that is due runs in one of them', async () => {
    let runs = 0
    const works = [{ name: 'count', cron: '0 0 1 1 *', run: async () => ++runs }]
    const [first, second] = [
      await keepSchedule(one.db, silent, works, { lookEverySeconds: 1 }),
      await keepSchedule(other.db, silent, works, { lookEverySeconds: 1 }),
    ]
    await first.now('count')
    await eventually(async () => runs > 0, 20_000)
    await pause(500)
    expect(runs).toBe(1)
    await Promise.all([first.stop(), second.stop()])
  }, 40_000)

  test('come back by themselves when PostgreSQL has ended all of their connections', async () => {
    const headers = await signedIn()
    const admin = new pg.Client({ connectionString: postgres! })
    await admin.connect()
    const name = new URL(database.url!).pathname.slice(1)
    const ends = () =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
      )
    for (let rounds = 0; rounds < 3; rounds++) {
      const asked = Array.from({ length: 20 }, () => one.ask('/account/user/profile', { headers }))
      await ends()
      const met = await Promise.all(asked)
      for (const reply of met) {
        // Whoever was being served is told to ask again; nobody is signed out by it.
        expect([200, 503]).toContain(reply.status)
        if (reply.status === 503) expect(reply.headers.get('retry-after')).toBe('5')
      }
    }
    await admin.end()
    await eventually(async () => (await one.ask('/account/user/profile', { headers })).status === 200)
    await eventually(async () => (await other.features.sweep()) >= 0)
  })
})

test('while PostgreSQL cannot be reached every call says when to ask again, in the envelope', async () => {
  const { config, remove } = configOf()
  const db = await connect({ databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing', dataDir: null })
  const routes = actionRoutes({ db, settings: openSettings(db) })
  const server = createServer(
    apiAlone({ api: createApi({ config, db, log: silent, routes }), config, ready: async () => false }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signedIn = { authorization: 'Bearer somebody' }
  for (const [path, headers] of [
    ['/api/v1/actions/get-all-states', {}],
    ['/api/v1/services/statuses/all', {}],
    ['/api/v1/actions/get-all-states', signedIn],
    ['/readyz', {}],
  ] as const) {
    const reply = await fetch(`${origin}${path}`, { headers })
    expect([reply.status, reply.headers.get('retry-after')], path).toEqual([503, '5'])
    const says = 'We cannot reach that service right now. Please try again shortly.'
    expect(await reply.json()).toEqual({ status: 'error', message: says })
  }
  server.closeAllConnections()
  server.close()
  await db.close()
  remove()
})
