import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEvent, activitiesOf, activity, audit, deeds } from '../../server/audit/index.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

async function person(save_activity_logs = true) {
  const name = randomUUID()
  const { id } = await database.db.q
    .insertInto('users')
    .values({ uniqueid: name, name: 'Ada', email: `${name}@example.com`, save_activity_logs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId: id, role: 'user' as const }
}
test('a deed is kept with who did it, to what, why, and by which request', async () => {
  const by = { ...(await person()), role: 'manager' as const }
  const owner = await person()
  await audit(database.db.q, {
    by,
    action: 'order.refund',
    subject: 'REF',
    owner: owner.userId,
    detail: { reason: 'asked for' },
    request: 'req-1',
  })
  const [row] = await deeds(database.db, { subject: 'REF', limit: 5 })
  expect(row).toMatchObject({
    role: 'manager',
    actor_id: by.userId,
    actor_name: 'Ada',
    owner_id: owner.userId,
    detail: { reason: 'asked for' },
    request: 'req-1',
    shown: false,
  })
})

test('a deed whose transaction is given up never happened', async () => {
  const failing = database.db.inTransaction(async (tx) => {
    await audit(tx, { by: 'system', action: 'test.gone', subject: 'gone' })
    throw new Error('given up')
  })
  await expect(failing).rejects.toThrow('given up')
  expect(await deeds(database.db, { subject: 'gone', limit: 5 })).toEqual([])
})

test.each(['pin', 'auth_pin', 'password', 'token', 'bvn', 'bearer', 'card_number'])(
  'the log refuses to keep a detail that is called %s',
  async (name) => {
    const deed = audit(database.db.q, { by: 'system', action: 'test.secret', detail: { [name]: '1234' } })
    await expect(deed).rejects.toThrow('keeps no')
  },
)

test('what happens to an account is always kept, and shown to those who keep their activities', async () => {
  const [keeps, does] = [await person(), await person(false)]
  for (const by of [keeps, does]) await accountEvent(database.db.q, { by, action: 'account.sign_in' })
  expect(await activitiesOf(database.db, keeps.userId, { limit: 5 })).toHaveLength(1)
  expect(await activitiesOf(database.db, does.userId, { limit: 5 })).toEqual([])
  expect(await deeds(database.db, { actor: does.userId, limit: 5 })).toHaveLength(1)
})

test('nothing is kept of what people do who do not want it', async () => {
  const [keeps, does] = [await person(), await person(false)]
  for (const by of [keeps, does]) await activity(database.db.q, { by, action: 'beneficiary.add' })
  expect(await deeds(database.db, { actor: keeps.userId, limit: 5 })).toHaveLength(1)
  expect(await deeds(database.db, { actor: does.userId, limit: 5 })).toEqual([])
})

test('the log is asked by person, action or its first word, thing and day, newest first and in parts', async () => {
  const by = await person()
  for (const action of ['vendor.pause', 'vendor.resume', 'vendors.other'])
    await audit(database.db.q, { by, action, subject: 'vtpass.power' })
  const actions = async (filter: Partial<Parameters<typeof deeds>[1]>) =>
    (await deeds(database.db, { actor: by.userId, limit: 10, ...filter })).map((it) => it.action)
  expect(await actions({})).toEqual(['vendors.other', 'vendor.resume', 'vendor.pause'])
  expect(await actions({ action: 'vendor' })).toEqual(['vendor.resume', 'vendor.pause'])
  expect(await actions({ action: 'vendor.pause' })).toEqual(['vendor.pause'])
  expect(await actions({ action: 'vendor%' })).toEqual([])
  const [first] = await deeds(database.db, { actor: by.userId, limit: 1 })
  expect(await actions({ before: first!.id })).toEqual(['vendor.resume', 'vendor.pause'])
  expect(await actions({ to: new Date(Date.now() - 60_000) })).toEqual([])
  expect(await actions({ from: new Date(Date.now() - 60_000) })).toHaveLength(3)
})

test('an action is asked by its whole name or its first word, whatever is written beside it', async () => {
  const { db } = database
  const by = { ...(await person()), role: 'manager' as const }
  for (const action of [
    'book',
    'book.read',
    'boo.kx',
    'book_keep.read',
    'booking.add',
    'book.a%b',
    'Book.read',
  ])
    await audit(db.q, { by, action, subject: 'words', request: 'req' })
  const actions = async (action: string) =>
    (await deeds(db, { action, actor: by.userId, limit: 20 })).map((it) => it.action)
  expect(await actions('book')).toEqual(['book.a%b', 'book.read', 'book'])
  expect(await actions('book.read')).toEqual(['book.read'])
  expect(await actions('book_keep')).toEqual(['book_keep.read'])
  expect(await actions('boo')).toEqual(['boo.kx'])
  for (const none of ['book.', 'b%', '_ook', 'nothing', '']) expect(await actions(none), none).toEqual([])
})

test('the log of some days has the deeds of these days, though a few were numbered out of turn', async () => {
  const { db } = database
  const by = { ...(await person()), role: 'manager' as const }
  await sql`insert into audit_log (at, role, actor_id, action, detail)
    select timestamptz '2026-03-01' + make_interval(hours => n, mins => case when n % 7 = 0 then -90 else 0 end),
      'manager', ${by.userId}::uuid, case when n % 50 = 0 then 'rare.deed' else 'usual.deed' end, '{}'
    from generate_series(0, 2400) n`.execute(db.q)
  const all = await deeds(db, { actor: by.userId, limit: 5_000 })
  for (const action of [undefined, 'rare', 'usual.deed'])
    for (const [from, to] of [
      ['2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'],
      ['2026-05-01T00:00:00Z', undefined],
      [undefined, '2026-03-04T00:00:00Z'],
      ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
      ['2027-01-01T00:00:00Z', undefined],
    ] as const) {
      const bounds = { from: from && new Date(from), to: to && new Date(to) }
      const fitting = all.filter(
        (it) =>
          (!bounds.from || it.at >= bounds.from) &&
          (!bounds.to || it.at < bounds.to) &&
          (!action || it.action.startsWith(action)),
      )
      const wish = { ...bounds, action, actor: by.userId }
      const said = `${action} ${from} ${to}`
      expect(
        (await deeds(db, { ...wish, limit: 5_000 })).map((it) => it.id),
        said,
      ).toEqual(fitting.map((it) => it.id))
      const before = fitting[3]?.id
      if (before)
        expect(
          (await deeds(db, { ...wish, before, limit: 2 })).map((it) => it.id),
          said,
        ).toEqual(fitting.slice(4, 6).map((it) => it.id))
    }
})
