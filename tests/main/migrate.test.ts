import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '../../server/database/index.ts'
import { createTestConfig } from '../http/setup.ts'
import { prepareDataFolder } from '../support/embedded-database.ts'
import { startProgram } from './program.ts'

vi.setConfig({ testTimeout: 120_000 })

let testConfig: ReturnType<typeof createTestConfig>
beforeEach(() => {
  testConfig = createTestConfig()
})
afterEach(() => testConfig.remove())

function migrate(env: NodeJS.ProcessEnv = {}) {
  return startProgram(process.execPath, ['server/commands/migrate.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR: testConfig.config.dataDir, ...env },
  }).exit
}

const openDatabase = () => connect({ databaseUrl: null, dataDir: testConfig.config.dataDir })

test('the migration of an empty database reports how many migrations it applied; the next one applies none', async () => {
  const first = await migrate()
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toMatch(/^The database is up to date: \d+ migrations applied\.\n$/)
  expect(await migrate()).toEqual({
    code: 0,
    out: 'The database is up to date: nothing to migrate.\n',
    err: '',
  })
})

test('the migration of a newer database, or of one with an unknown migration, fails with one sentence', async () => {
  await prepareDataFolder(testConfig.config.dataDir)
  const db = await openDatabase()
  await sql`insert into schema_migrations (name, timestamp) values ('9999-later', '2100-01-01')`.execute(db.q)
  await db.close()
  const err = 'The database belongs to a newer release: run the migrations of that release.\n'
  expect(await migrate()).toEqual({ code: 1, out: '', err })

  const other = await openDatabase()
  await sql`delete from schema_migrations where name like '0027-%'`.execute(other.q)
  await other.close()
  const result = await migrate()
  expect(result).toMatchObject({ code: 1, out: '' })
  expect(result.err).toMatch(/^The database belongs to another release: [^\n]+ 9999-later [^\n]+\.\n$/)
})

test('a database that cannot be reached fails the migration with one sentence', async () => {
  const unreachable = { SESSION_SECRET: 's'.repeat(32), DATA_KEYS: 'k'.repeat(32) }
  const { code, out, err } = await migrate({ ...unreachable, DATABASE_URL: 'postgres://a@127.0.0.1:1/none' })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^The database at DATABASE_URL cannot be reached: [^\n]+\.\n$/)
})

test('a database that another process uses fails the migration with one sentence', async () => {
  await prepareDataFolder(testConfig.config.dataDir)
  const db = await openDatabase()
  const { code, err } = await migrate()
  await db.close()
  expect(code).toBe(1)
  expect(err).toMatch(/^The database in \S+ is in use by process \d+ since [^\n]+\n$/)
})
