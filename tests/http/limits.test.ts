import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimits, type Limits, Refused } from '../../server/http/index.ts'
import { networkOf } from '../../server/http/limits.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { silent } from './house.ts'

let database: TestDatabase
let limits: Limits
beforeAll(async () => {
  database = await freshDatabase()
  limits = createLimits({ db: database.db, log: silent, pointsOf: async () => 5 })
})
afterAll(() => database.drop())

const tooMany = (work: Promise<unknown>) =>
  expect(work).rejects.toSatisfy(
    (error) => error instanceof Refused && error.code === 'TOO_MANY' && (error.retryAfterSeconds ?? 0) > 0,
  )

test('fifty at once spend no more than there is', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, () => limits.spend('lookup_number', '11000000001')),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('two processes count together', async () => {
  const other = createLimits({ db: database.db, log: silent, pointsOf: async () => 5 })
  for (let tries = 0; tries < 4; tries++) await limits.spend('lookup_client', '102.89.3.3')
  await other.spend('lookup_client', '102.89.3.3')
  await tooMany(other.spend('lookup_client', '102.89.3.3'))
  await tooMany(limits.spend('lookup_client', '102.89.3.3'))
})

test('wrong guesses close the door, right ones cost nothing', async () => {
  for (let tries = 0; tries < 20; tries++) await limits.check('history_number', '11000000002')
  for (let tries = 0; tries < 5; tries++) await limits.fail('history_number', '11000000002')
  await tooMany(limits.check('history_number', '11000000002'))
  await limits.check('history_number', '11000000003')
})

test('a limit that is changed holds at once', async () => {
  let points = 1
  const changed = createLimits({ db: database.db, log: silent, pointsOf: async () => points })
  await changed.spend('checkout_client', '102.89.4.4')
  await tooMany(changed.spend('checkout_client', '102.89.4.4'))
  points = 10
  await changed.spend('checkout_client', '102.89.4.4')
})

test('numbers and addresses that are counted are not kept', async () => {
  await limits.spend('lookup_number', '11999999999')
  await limits.spend('lookup_client', '102.89.5.5')
  const rows = await database.db.q.selectFrom('rate_limits').select('key').execute()
  expect(JSON.stringify(rows)).not.toMatch(/11999999999|102\.89\.5\.5/)
})

test('a limit is not counted inside a transaction', async () => {
  await expect(database.db.inTransaction(() => limits.spend('lookup_number', '1'))).rejects.toThrow(
    'inside a transaction',
  )
})

test('a household of IPv6 is one client', () => {
  expect(networkOf('2a00:1450:4009:0815::200e')).toBe('2a00:1450:4009:815')
  expect(networkOf('2a00:1450:4009:815:1:2:3:4')).toBe('2a00:1450:4009:815')
  expect(networkOf('::1')).toBe('0:0:0:0')
  expect(networkOf('::ffff:102.89.1.1')).toBe('102.89.1.1')
  expect(networkOf('102.89.1.1')).toBe('102.89.1.1')
})
