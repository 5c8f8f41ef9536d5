import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  activitiesOf,
  findAuditEvents,
  recordAccountEvent,
  recordActivity,
  recordAuditEvent,
} from '../../server/audit/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function createUser(save_activity_logs = true) {
  const name = randomUUID()
  const { id } = await database.db.q
    .insertInto('users')
    .values({ uniqueid: name, name: 'Ada', email: `${name}@example.com`, save_activity_logs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId: id, role: 'user' as const }
}
test('an audit event stores the actor, the subject, the reason and the request', async () => {
  const actor = { ...(await createUser()), role: 'manager' as const }
  const owner = await createUser()
  await recordAuditEvent(database.db.q, {
    actor,
    action: 'order.refund',
    subject: 'REF',
    dataSubject: owner.userId,
    detail: { reason: 'asked for' },
    requestId: 'req-1',
  })
  const [row] = await findAuditEvents(database.db, { subject: 'REF', limit: 5 })
  expect(row).toMatchObject({
    role: 'manager',
    actor_id: actor.userId,
    actor_name: 'Ada',
    data_subject_id: owner.userId,
    detail: { reason: 'asked for' },
    request_id: 'req-1',
    visible_to_owner: false,
  })
})

test('an audit event of a rolled-back transaction is not stored', async () => {
  const failing = database.db.inTransaction(async (tx) => {
    await recordAuditEvent(tx, { actor: 'system', action: 'test.gone', subject: 'gone' })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await findAuditEvents(database.db, { subject: 'gone', limit: 5 })).toEqual([])
})

test.each(['pin', 'auth_pin', 'password', 'token', 'bvn', 'bearer', 'card_number'])(
  'the audit log rejects a detail with the name %s',
  async (name) => {
    const event = recordAuditEvent(database.db.q, {
      actor: 'system',
      action: 'test.secret',
      detail: { [name]: '1234' },
    })
    await expect(event).rejects.toThrow('must not contain')
  },
)

test('account events are always stored, and shown to users who keep an activity log', async () => {
  const [keeps, does] = [await createUser(), await createUser(false)]
  for (const actor of [keeps, does])
    await recordAccountEvent(database.db.q, { actor, action: 'account.sign_in' })
  expect(await activitiesOf(database.db, keeps.userId, { limit: 5 })).toHaveLength(1)
  expect(await activitiesOf(database.db, does.userId, { limit: 5 })).toEqual([])
  expect(await findAuditEvents(database.db, { actor: does.userId, limit: 5 })).toHaveLength(1)
})

test('no activity is stored for users who disabled the activity log', async () => {
  const [keeps, does] = [await createUser(), await createUser(false)]
  for (const actor of [keeps, does]) await recordActivity(database.db.q, { actor, action: 'beneficiary.add' })
  expect(await findAuditEvents(database.db, { actor: keeps.userId, limit: 5 })).toHaveLength(1)
  expect(await findAuditEvents(database.db, { actor: does.userId, limit: 5 })).toEqual([])
})

test('the log is filtered by user, action or its first word, subject and day, newest first and paginated', async () => {
  const actor = await createUser()
  for (const action of ['vendor.pause', 'vendor.resume', 'vendors.other'])
    await recordAuditEvent(database.db.q, { actor, action, subject: 'vtpass.power' })
  const actions = async (filter: Partial<Parameters<typeof findAuditEvents>[1]>) =>
    (await findAuditEvents(database.db, { actor: actor.userId, limit: 10, ...filter })).map(
      (event) => event.action,
    )
  expect(await actions({})).toEqual(['vendors.other', 'vendor.resume', 'vendor.pause'])
  expect(await actions({ action: 'vendor' })).toEqual(['vendor.resume', 'vendor.pause'])
  expect(await actions({ action: 'vendor.pause' })).toEqual(['vendor.pause'])
  expect(await actions({ action: 'vendor%' })).toEqual([])
  const [first] = await findAuditEvents(database.db, { actor: actor.userId, limit: 1 })
  expect(await actions({ before: first!.id })).toEqual(['vendor.resume', 'vendor.pause'])
  expect(await actions({ to: new Date(Date.now() - 60_000) })).toEqual([])
  expect(await actions({ from: new Date(Date.now() - 60_000) })).toHaveLength(3)
})

test('an action is found by its whole name or its first word, without matching similar names', async () => {
  const { db } = database
  const actor = { ...(await createUser()), role: 'manager' as const }
  for (const action of [
    'book',
    'book.read',
    'boo.kx',
    'book_keep.read',
    'booking.add',
    'book.a%b',
    'Book.read',
  ])
    await recordAuditEvent(db.q, { actor, action, subject: 'words', requestId: 'req' })
  const actions = async (action: string) =>
    (await findAuditEvents(db, { action, actor: actor.userId, limit: 20 })).map((event) => event.action)
  expect(await actions('book')).toEqual(['book.a%b', 'book.read', 'book'])
  expect(await actions('book.read')).toEqual(['book.read'])
  expect(await actions('book_keep')).toEqual(['book_keep.read'])
  expect(await actions('boo')).toEqual(['boo.kx'])
  for (const none of ['book.', 'b%', '_ook', 'nothing', '']) expect(await actions(none), none).toEqual([])
})

test('the log of a date range has all of its events, though a few ids are out of order', async () => {
  const { db } = database
  const actor = { ...(await createUser()), role: 'manager' as const }
  await sql`insert into audit_log (occurred_at, role, actor_id, action, detail)
    select timestamptz '2026-03-01' + make_interval(hours => n, mins => case when n % 7 = 0 then -90 else 0 end),
      'manager', ${actor.userId}::uuid, case when n % 50 = 0 then 'rare.action' else 'usual.action' end, '{}'
    from generate_series(0, 2400) n`.execute(db.q)
  const all = await findAuditEvents(db, { actor: actor.userId, limit: 5_000 })
  for (const action of [undefined, 'rare', 'usual.action'])
    for (const [from, to] of [
      ['2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'],
      ['2026-05-01T00:00:00Z', undefined],
      [undefined, '2026-03-04T00:00:00Z'],
      ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
      ['2027-01-01T00:00:00Z', undefined],
    ] as const) {
      const bounds = { from: from && new Date(from), to: to && new Date(to) }
      const fitting = all.filter(
        (event) =>
          (!bounds.from || event.occurred_at >= bounds.from) &&
          (!bounds.to || event.occurred_at < bounds.to) &&
          (!action || event.action.startsWith(action)),
      )
      const query = { ...bounds, action, actor: actor.userId }
      const error = `${action} ${from} ${to}`
      expect(
        (await findAuditEvents(db, { ...query, limit: 5_000 })).map((event) => event.id),
        error,
      ).toEqual(fitting.map((event) => event.id))
      const before = fitting[3]?.id
      if (before)
        expect(
          (await findAuditEvents(db, { ...query, before, limit: 2 })).map((event) => event.id),
          error,
        ).toEqual(fitting.slice(4, 6).map((event) => event.id))
    }
})
