import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError, createRateLimits, type Limits } from '../../server/http/index.ts'
import { ipNetworkOf } from '../../server/http/ip-network.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { silentLog } from './setup.ts'

let database: TestDatabase
let limits: Limits
beforeAll(async () => {
  database = await createTestDatabase()
  limits = createRateLimits({ db: database.db, log: silentLog, pointsOf: async () => 5 })
})
afterAll(() => database.drop())

const expectTooMany = (work: Promise<unknown>) =>
  expect(work).rejects.toSatisfy(
    (error) => error instanceof ApiError && error.code === 'TOO_MANY' && (error.retryAfterSeconds ?? 0) > 0,
  )

test('fifty concurrent requests cannot spend more than the limit', async () => {
  const attempts = await Promise.allSettled(
    Array.from({ length: 50 }, () => limits.consume('lookup_number', '11000000001')),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('two processes share one limit', async () => {
  const other = createRateLimits({ db: database.db, log: silentLog, pointsOf: async () => 5 })
  for (let attempts = 0; attempts < 4; attempts++) await limits.consume('lookup_client', '102.89.3.3')
  await other.consume('lookup_client', '102.89.3.3')
  await expectTooMany(other.consume('lookup_client', '102.89.3.3'))
  await expectTooMany(limits.consume('lookup_client', '102.89.3.3'))
})

test('failed attempts exhaust the limit, successful ones cost nothing', async () => {
  for (let attempts = 0; attempts < 20; attempts++) await limits.check('history_number', '11000000002')
  for (let attempts = 0; attempts < 5; attempts++) await limits.recordFailure('history_number', '11000000002')
  await expectTooMany(limits.check('history_number', '11000000002'))
  await limits.check('history_number', '11000000003')
})

test('an exhausted limit restores its points one by one', async () => {
  const key = '102.89.6.6'
  for (let times = 0; times < 5; times++) await limits.consume('lookup_client', key)
  await expectTooMany(limits.consume('lookup_client', key))
  // A fifth of the ten minutes passes.
  await sql`update rate_limits set expire = expire - 120 * 1000`.execute(database.db.q)
  await limits.consume('lookup_client', key)
  await expectTooMany(limits.consume('lookup_client', key))
})

test('a rejected caller gets the time until the next point is restored', async () => {
  const key = '102.89.7.7'
  for (let times = 0; times < 5; times++) await limits.consume('lookup_client', key)
  const error = await limits.consume('lookup_client', key).catch((error: unknown) => error)
  const seconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
  expect(seconds).toBeGreaterThan(100)
  expect(seconds).toBeLessThanOrEqual(120)
})

test('a successful attempt restores its point, and clearing resets the limit', async () => {
  for (let times = 0; times < 8; times++) {
    await limits.consume('sign_in_account', 'ada@example.com')
    await limits.restore('sign_in_account', 'ada@example.com')
  }
  for (let times = 0; times < 5; times++) await limits.consume('sign_in_account', 'ada@example.com')
  await expectTooMany(limits.consume('sign_in_account', 'ada@example.com'))
  await limits.clear('sign_in_account', 'ada@example.com')
  await limits.consume('sign_in_account', 'ada@example.com')
})

test('a changed limit applies immediately', async () => {
  let points = 1
  const adjustable = createRateLimits({ db: database.db, log: silentLog, pointsOf: async () => points })
  await adjustable.consume('checkout_client', '102.89.4.4')
  await expectTooMany(adjustable.consume('checkout_client', '102.89.4.4'))
  points = 10
  await adjustable.consume('checkout_client', '102.89.4.4')
})

test('numbers and addresses are not stored by the limiter', async () => {
  await limits.consume('lookup_number', '11999999999')
  await limits.consume('lookup_client', '102.89.5.5')
  const rows = await database.db.q.selectFrom('rate_limits').select('key').execute()
  expect(JSON.stringify(rows)).not.toMatch(/11999999999|102\.89\.5\.5/)
})

test('a limit is not counted inside a transaction', async () => {
  await expect(database.db.inTransaction(() => limits.consume('lookup_number', '1'))).rejects.toThrow(
    'inside a transaction',
  )
})

test('an IPv6 household counts as one client', () => {
  expect(ipNetworkOf('2a00:1450:4009:0815::200e')).toBe('2a00:1450:4009:815')
  expect(ipNetworkOf('2a00:1450:4009:815:1:2:3:4')).toBe('2a00:1450:4009:815')
  expect(ipNetworkOf('::1')).toBe('0:0:0:0')
  expect(ipNetworkOf('::ffff:102.89.1.1')).toBe('102.89.1.1')
  expect(ipNetworkOf('102.89.1.1')).toBe('102.89.1.1')
})
