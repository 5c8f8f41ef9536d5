import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from '../../server/http/index.ts'
import { createTestManager } from '../management/setup.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

interface ListPage<T> {
  list: T[]
  next: string | null
}

/** Reads all pages of a list; fails after more pages than it can have. */
async function readAllPages<T>(user: TestUser, path: string): Promise<T[]> {
  const all: T[] = []
  let next: string | null = ''
  for (let pageNumber = 0; next !== null; pageNumber++) {
    if (pageNumber === 10) throw new Error(`${path} does not end`)
    const query: string = next === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${next}`
    const { data }: { data: ListPage<T> } = await user.get<ListPage<T>>(`${path}${query}`)
    all.push(...data.list)
    next = data.next
  }
  return all
}

const createTickets = (app: TestApp, count: number, interval: string) =>
  sql`insert into tickets (number, message, created_at)
    select 'T-' || translate(lpad(n::text, 8, 'C'), '01', 'AB'), 'It did not come.', app_now() - n * ${interval}::interval
    from generate_series(1, ${count}) as n`.execute(app.db.q)

test.for([
  ['a microsecond apart', '1 microsecond'],
  ['at the same time', '0'],
  ['some minutes apart', '7 minutes'],
])('each of 120 tickets created %s is listed once', async ([, interval = '']) => {
  const app = await startTestApp()
  const musa = await createTestManager(app)
  await createTickets(app, 120, interval)
  const all = await readAllPages<{ number: string; created_at: string }>(musa, '/management/tickets/all')
  expect([all.length, new Set(all.map((item) => item.number)).size]).toEqual([120, 120])
  expect(all.map((item) => item.created_at)).toEqual(all.map((item) => item.created_at).sort())
})

test('a cursor contains a valid database timestamp, and any other value is rejected', () => {
  const id = randomUUID()
  for (const timestamp of [
    '2026-11-21 13:05:41.123456+00',
    '2024-02-29 00:00:00+01',
    '2026-01-01 23:59:59.1+05:30',
  ])
    expect(decodeCursor(encodeCursor({ at: timestamp, id }))).toEqual({ at: timestamp, id })
  for (const timestamp of [
    '0000-01-01 00:00:00+00',
    '2026-02-30 00:00:00+00',
    '2026-13-01 00:00:00+00',
    '2026-01-01 24:00:01+00',
    '2026-01-01 00:60:00+00',
    '2026-01-01 00:00:00+99',
    '2026-01-01 00:00:00',
    'infinity',
  ])
    expect(() => decodeCursor(encodeCursor({ at: timestamp, id })), timestamp).toThrow('Please start again.')
})

test('no list fails for an arbitrary cursor or day', async () => {
  const app = await startTestApp()
  const [ada, musa] = [await createUser(app), await createTestManager(app)]
  const invalidDay = encodeCursor({ at: '2026-02-30 00:00:00+00', id: randomUUID() })
  const yearZero = encodeCursor({ at: '0000-01-01 00:00:00+00', id: randomUUID() })
  const cursors = [
    invalidDay,
    yearZero,
    '9'.repeat(18),
    '9'.repeat(19),
    '0',
    '0000-01-01T00:00:00Z',
    '1-9',
    '1'.repeat(120),
  ]
  const days = ['from=0000-01-01', 'to=0000-12-31', 'from=0001-01-01&to=9999-12-31', 'to=2999-12-31']
  const userPaths = ['transactions/all', 'wallet/movements/all', 'activity-logs/all']
  const managerPaths = [
    'users/list',
    'orders/all',
    'tickets/all',
    'reviews/all',
    'reconciliation/all',
    'audit-logs/all',
    'configs/history',
  ]
  for (const [user, path] of [
    ...userPaths.map((item) => [ada, `/account/${item}`] as const),
    ...managerPaths.map((item) => [musa, `/management/${item}`] as const),
  ])
    for (const query of [...cursors.map((item) => `cursor=${encodeURIComponent(item)}`), ...days]) {
      const { httpStatus } = await user.get(`${path}?${query}`)
      expect([200, 422], `${path}?${query}`).toContain(httpStatus)
    }
})
