import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cursorAt, placeOf } from '../../server/http/index.ts'
import { managerOf } from '../management/house.ts'
import { type Person, personOf } from '../support/account.ts'
import { openShop, type Shop } from '../support/shop.ts'

interface Part<T> {
  list: T[]
  next: string | null
}

/** All of a list, part by part; more parts than it can have are one too many. */
async function whole<T>(reader: Person, path: string): Promise<T[]> {
  const all: T[] = []
  let next: string | null = ''
  for (let part = 0; next !== null; part++) {
    if (part === 10) throw new Error(`${path} does not end`)
    const query: string = next === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${next}`
    const { data }: { data: Part<T> } = await reader.get<Part<T>>(`${path}${query}`)
    all.push(...data.list)
    next = data.next
  }
  return all
}

const manyReports = (shop: Shop, count: number, apart: string) =>
  sql`insert into tickets (number, message, created_at)
    select 'T-' || translate(lpad(n::text, 8, 'C'), '01', 'AB'), 'It did not come.', business_now() - n * ${apart}::interval
    from generate_series(1, ${count}) as n`.execute(shop.db.q)

test.for([
  ['a microsecond apart', '1 microsecond'],
  ['of one moment', '0'],
  ['some minutes apart', '7 minutes'],
])('each of 120 reports %s is listed once', async ([, apart = '']) => {
  const shop = await openShop()
  const musa = await managerOf(shop)
  await manyReports(shop, 120, apart)
  const all = await whole<{ number: string; created_at: string }>(musa, '/management/tickets/all')
  expect([all.length, new Set(all.map((it) => it.number)).size]).toEqual([120, 120])
  expect(all.map((it) => it.created_at)).toEqual(all.map((it) => it.created_at).sort())
})

test('a cursor is a moment that the database knows, and anything else is refused', () => {
  const id = randomUUID()
  for (const at of ['2026-11-21 13:05:41.123456+00', '2024-02-29 00:00:00+01', '2026-01-01 23:59:59.1+05:30'])
    expect(placeOf(cursorAt({ at, id }))).toEqual({ at, id })
  for (const at of [
    '0000-01-01 00:00:00+00',
    '2026-02-30 00:00:00+00',
    '2026-13-01 00:00:00+00',
    '2026-01-01 24:00:01+00',
    '2026-01-01 00:60:00+00',
    '2026-01-01 00:00:00+99',
    '2026-01-01 00:00:00',
    'infinity',
  ])
    expect(() => placeOf(cursorAt({ at, id })), at).toThrow('Please begin again from the first page.')
})

test('no list fails for a cursor or a day that was typed', async () => {
  const shop = await openShop()
  const [ada, musa] = [await personOf(shop), await managerOf(shop)]
  const made = cursorAt({ at: '2026-02-30 00:00:00+00', id: randomUUID() })
  const old = cursorAt({ at: '0000-01-01 00:00:00+00', id: randomUUID() })
  const cursors = [
    made,
    old,
    '9'.repeat(18),
    '9'.repeat(19),
    '0',
    '0000-01-01T00:00:00Z',
    '1-9',
    '1'.repeat(120),
  ]
  const days = ['from=0000-01-01', 'to=0000-12-31', 'from=0001-01-01&to=9999-12-31', 'to=2999-12-31']
  const own = ['transactions/all', 'wallet/movements/all', 'activity-logs/all']
  const managed = [
    'users/list',
    'orders/all',
    'tickets/all',
    'reviews/all',
    'reconciliation/all',
    'audit-logs/all',
    'configs/history',
  ]
  for (const [reader, path] of [
    ...own.map((it) => [ada, `/account/${it}`] as const),
    ...managed.map((it) => [musa, `/management/${it}`] as const),
  ])
    for (const query of [...cursors.map((it) => `cursor=${encodeURIComponent(it)}`), ...days]) {
      const { http } = await reader.get(`${path}?${query}`)
      expect([200, 422], `${path}?${query}`).toContain(http)
    }
})
