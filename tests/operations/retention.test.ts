import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/database/index.ts'
import { forgetOld, retention } from '../../server/operations/index.ts'
import { prepaid } from '../support/meters.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true })
})
afterAll(() => shop.close())

const userId = async (db: Database): Promise<string> => {
  const name = randomUUID()
  const row = { uniqueid: name, name: 'Ada', email: `${name}@example.com` }
  return (await db.q.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const exists = async (db: Database, statement: RawBuilder<unknown>): Promise<boolean> =>
  (await statement.execute(db.q)).rows.length > 0

interface Story {
  /** Makes one row of that age, and says how it is looked for. */
  make(db: Database, ageSeconds: number): Promise<RawBuilder<unknown>>
}
const ago = (seconds: number) => sql<Date>`business_now() - make_interval(secs => ${seconds})`

async function handledWebhook(db: Database, age: number): Promise<string> {
  const event_key = randomUUID()
  const message = { party: 'paystack', event_key, raw: Buffer.from('{}') } as const
  await db.q
    .insertInto('webhook_inbox')
    .values({ ...message, handled_at: new Date(), received_at: ago(age) })
    .execute()
  return event_key
}

/** A file of one row. */
async function fileOf(db: Database, over: object): Promise<string> {
  const { id } = await db.q
    .insertInto('bulk_purchases')
    .values({ user_id: await userId(db), file_name: 'staff.csv', state: 'ready', ...over })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into bulk_rows (bulk_id, line, service, number, provider, type, plan, amount, phone, state)
    values (${id}::uuid, 2, 'airtime', '08010000099', 'mtn', '', '', '500', '', 'ready')`.execute(db.q)
  return id
}

const stories: Record<string, Story> = {
  'orders that nobody began to pay for': {
    async make(db, age) {
      const { data } = await shop.guest().looksUp({ meter_number: prepaid() })
      const reference = data.order_reference
      await db.q
        .updateTable('orders')
        .set({ created_at: ago(age) })
        .where('reference', '=', reference)
        .execute()
      return sql`select from orders where reference = ${reference}`
    },
  },
  'orders whose payment never came': {
    async make(db, age) {
      const guest = shop.guest()
      const { data } = await guest.looksUp({ meter_number: prepaid() })
      await guest.initiates(data)
      const reference = data.order_reference
      await sql`update payments set state = 'expired', due_at = null
        where order_id = (select id from orders where reference = ${reference})`.execute(db.q)
      await db.q
        .updateTable('orders')
        .set({ state: 'expired', due_at: null, created_at: ago(age) })
        .where('reference', '=', reference)
        .execute()
      return sql`select from orders where reference = ${reference}`
    },
  },
  'what vendors said of meters and smartcards': {
    async make(db, age) {
      const beneficiary = randomUUID()
      const found = JSON.stringify({ name: 'Ada' })
      await db.q
        .insertInto('verifications')
        .values({
          vendor: 'vtpass',
          service: 'power',
          code: 'ikeja',
          variation: 'prepaid',
          beneficiary,
          found,
          stale_at: ago(age),
        })
        .execute()
      return sql`select from verifications where beneficiary = ${beneficiary}`
    },
  },
  'idempotency keys and their answers': {
    async make(db, age) {
      const key = randomUUID()
      await db.q
        .insertInto('idempotency_keys')
        .values({ scope: 'test', key, request_hash: 'x', http: 200, answer: '{}', created_at: ago(age) })
        .execute()
      return sql`select from idempotency_keys where key = ${key}`
    },
  },
  'bodies of webhooks': {
    async make(db, age) {
      const event_key = await handledWebhook(db, age)
      return sql`select from webhook_inbox where event_key = ${event_key} and raw <> ''`
    },
  },
  'webhooks, by which a late repeat is known': {
    async make(db, age) {
      const event_key = await handledWebhook(db, age)
      return sql`select from webhook_inbox where event_key = ${event_key}`
    },
  },
  'texts of messages, which carry tokens': {
    async make(db, age) {
      const once_key = randomUUID()
      await db.q
        .insertInto('outbox')
        .values({
          once_key,
          channel: 'mail',
          recipient: 'ada@example.com',
          subject: 'Your token',
          body: '1234 5678',
          html: '<b>1234 5678</b>',
          order_id: null,
          state: 'sent',
          due_at: null,
          because: null,
          sent_at: null,
          useless_at: null,
          created_at: ago(age),
        })
        .execute()
      return sql`select from outbox where once_key = ${once_key} and (body <> '' or html is not null)`
    },
  },
  'codes and links that were mailed': {
    async make(db, age) {
      const user_id = await userId(db)
      await db.q
        .insertInto('email_codes')
        .values({
          user_id,
          purpose: 'verify',
          hash: Buffer.alloc(32),
          session_hash: null,
          expires_at: ago(age),
          used_at: null,
          created_at: ago(age),
        })
        .execute()
      return sql`select from email_codes where user_id = ${user_id}`
    },
  },
  'sessions that ended': {
    async make(db, age) {
      const user_id = await userId(db)
      const hash = Buffer.from(randomUUID())
      await db.q
        .insertInto('bearers')
        .values({ hash, user_id, ended_at: ago(age), device: null, last_seen_at: null })
        .execute()
      return sql`select from bearers where user_id = ${user_id}`
    },
  },
  'sessions that nobody used': {
    async make(db, age) {
      const user_id = await userId(db)
      const hash = Buffer.from(randomUUID())
      await db.q
        .insertInto('bearers')
        .values({ hash, user_id, ended_at: null, device: null, last_seen_at: ago(age), created_at: ago(age) })
        .execute()
      return sql`select from bearers where user_id = ${user_id}`
    },
  },
  'counts of limits': {
    async make(db, age) {
      const key = randomUUID()
      const { rows } = await sql<{ expire: bigint }>`
        select (extract(epoch from ${ago(age)}) * 1000)::bigint as expire`.execute(db.q)
      await db.q.insertInto('rate_limits').values({ key, points: 1, expire: rows[0]!.expire }).execute()
      return sql`select from rate_limits where key = ${key}`
    },
  },
  'who was told that a service is back': {
    async make(db, age) {
      const recipient = randomUUID()
      await db.q
        .insertInto('back_requests')
        .values({ service: 'power', channel: 'mail', recipient, told_at: ago(age), created_at: ago(age) })
        .execute()
      return sql`select from back_requests where recipient = ${recipient}`
    },
  },
  'who waits for a service in vain': {
    async make(db, age) {
      const recipient = randomUUID()
      await db.q
        .insertInto('back_requests')
        .values({ service: 'power', channel: 'mail', recipient, told_at: null, created_at: ago(age) })
        .execute()
      return sql`select from back_requests where recipient = ${recipient}`
    },
  },
  'what was compared with a counterparty': {
    async make(db, age) {
      const subject_id = randomUUID()
      await db.q
        .insertInto('compared')
        .values({ kind: 'payment', subject_id, agreed: true, at: ago(age) })
        .execute()
      return sql`select from compared where subject_id = ${subject_id}`
    },
  },
  'rows of files that were never bought': {
    async make(db, age) {
      const id = await fileOf(db, { created_at: ago(age) })
      return sql`select from bulk_rows where bulk_id = ${id}::uuid`
    },
  },
  'rows of files that were bought: their orders stay': {
    async make(db, age) {
      const id = await fileOf(db, { state: 'done', created_at: ago(age + 60), finished_at: ago(age) })
      return sql`select from bulk_rows where bulk_id = ${id}::uuid`
    },
  },
  'files without rows': {
    async make(db, age) {
      const id = await fileOf(db, { created_at: ago(age) })
      await db.q.deleteFrom('bulk_rows').where('bulk_id', '=', id).execute()
      return sql`select from bulk_purchases where id = ${id}::uuid`
    },
  },
  'reports that were answered or closed': {
    async make(db, age) {
      const number = randomUUID()
      const ticket = { number, user_id: null, order_id: null, email: null, message: 'It did not arrive.' }
      await db.q
        .insertInto('tickets')
        .values({ ...ticket, state: 'closed', created_at: ago(age) })
        .execute()
      return sql`select from tickets where number = ${number}`
    },
  },
  'who got a message that is sent: how many they were stays with it': {
    async make(db, age) {
      const sent_by = await userId(db)
      const recipient = randomUUID()
      await sql`
        with sent as (
          insert into campaigns (channel, service, body, sent_by, created_at, counts)
          values ('sms', 'power', 'We are back.', ${sent_by}::uuid, ${ago(age)}, '{"sent": 1}') returning id)
        insert into campaign_recipients (campaign_id, recipient, state, due_at)
        select id, ${recipient}, 'sent', null from sent`.execute(db.q)
      return sql`select from campaign_recipients where recipient = ${recipient}`
    },
  },
  'checks of a BVN that did not fit; the consent of one that did stays with it': {
    async make(db, age) {
      const user_id = await userId(db)
      const check = { user_id, gateway: 'monnify' as const, consent: 'I agree.', answered_at: null }
      await db.q
        .insertInto('bvn_checks')
        .values({ ...check, outcome: 'mismatch', consented_at: ago(age) })
        .execute()
      return sql`select from bvn_checks where user_id = ${user_id}`
    },
  },
}

test('every line of the retention table has its story here', () => {
  expect(retention.map((it) => it.what).sort()).toEqual(Object.keys(stories).sort())
})

const lines = retention.map((it) => [it.what, it.seconds] as const)

test.each(lines)(
  '%s are forgotten when their time is over, and not a minute before',
  async (what, seconds) => {
    const story = stories[what]!
    const young = await story.make(shop.db, seconds - 60)
    const old = await story.make(shop.db, seconds + 60)
    await forgetOld(shop.db)
    expect([await exists(shop.db, young), await exists(shop.db, old)]).toEqual([true, false])
  },
)

test('an order that nobody paid is forgotten although we wrote about it: what speaks of it stays', async () => {
  const { data } = await shop.guest().looksUp({ meter_number: prepaid() })
  const { id } = await shop.orderRow(data.order_reference)
  await sql`update orders set created_at = ${ago(3 * 86_400)} where id = ${id}::uuid`.execute(shop.db.q)
  const user_id = await userId(shop.db)
  await sql`insert into outbox (once_key, channel, recipient, subject, body, order_id, state)
    values (${id}, 'sms', '+2348031234567', '', 'We looked into it.', ${id}::uuid, 'sent')`.execute(shop.db.q)
  await sql`insert into notifications (user_id, service, subject, body, order_id)
    values (${user_id}::uuid, 'power', 'It was not bought', 'Please try again.', ${id}::uuid)`.execute(
    shop.db.q,
  )
  await forgetOld(shop.db)
  expect(await exists(shop.db, sql`select from orders where id = ${id}::uuid`)).toBe(false)
  expect(await exists(shop.db, sql`select from outbox where once_key = ${id} and order_id is null`)).toBe(
    true,
  )
  const note = sql`select from notifications where user_id = ${user_id}::uuid and order_id is null`
  expect(await exists(shop.db, note)).toBe(true)
})

test('what cannot be forgotten is told of, and keeps nothing else', async () => {
  const { data } = await shop.guest().looksUp({ meter_number: prepaid() })
  const { id } = await shop.orderRow(data.order_reference)
  await sql`update orders set created_at = ${ago(3 * 86_400)} where id = ${id}::uuid`.execute(shop.db.q)
  await sql`create table held_by (order_id uuid references orders)`.execute(shop.db.q)
  await sql`insert into held_by values (${id}::uuid)`.execute(shop.db.q)
  const others = await stories['idempotency keys and their answers']!.make(shop.db, 4 * 86_400)
  await expect(forgetOld(shop.db)).rejects.toThrow(
    'orders that nobody began to pay for could not be forgotten',
  )
  expect(await exists(shop.db, others)).toBe(false)
  await sql`drop table held_by`.execute(shop.db.q)
})

test('orders that were paid, their messages and webhooks still being worked on are kept', async () => {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid() })
  await guest.processes(info)
  await shop.db.q
    .insertInto('webhook_inbox')
    .values({
      party: 'paystack',
      event_key: 'open',
      raw: Buffer.from('{}'),
      handled_at: null,
      received_at: ago(8 * 86_400),
    })
    .execute()
  await shop.clockAhead(400 * 86_400)
  await forgetOld(shop.db)
  expect(await shop.orderRow(info.order_reference)).toMatchObject({ state: 'delivered' })
  const open = sql`select from webhook_inbox where event_key = 'open' and raw <> ''`
  expect(await exists(shop.db, open)).toBe(true)
  const news = sql`select from outbox join orders on orders.id = outbox.order_id where reference = ${info.order_reference}`
  expect(await exists(shop.db, news)).toBe(true)
})

test('reports that wait for an answer, files that are being bought and consents that led to a match are kept', async () => {
  const number = randomUUID()
  const user_id = await userId(shop.db)
  await shop.db.q
    .insertInto('tickets')
    .values({
      number,
      user_id,
      order_id: null,
      email: null,
      message: 'It did not arrive.',
      created_at: ago(800 * 86_400),
    })
    .execute()
  await shop.db.q
    .insertInto('bvn_checks')
    .values({
      user_id,
      gateway: 'monnify',
      consent: 'I agree.',
      outcome: 'match',
      answered_at: null,
      consented_at: ago(800 * 86_400),
    })
    .execute()
  const file = await fileOf(shop.db, { state: 'running', created_at: ago(800 * 86_400) })
  await forgetOld(shop.db)
  for (const kept of [
    sql`select from tickets where number = ${number}`,
    sql`select from bvn_checks where user_id = ${user_id}`,
    sql`select from bulk_rows where bulk_id = ${file}::uuid`,
  ])
    expect(await exists(shop.db, kept)).toBe(true)
})

test('many rows are forgotten a part at a time, all of them', async () => {
  await sql`insert into compared (kind, subject_id, agreed, at)
    select 'payment', gen_random_uuid(), true, business_now() - interval '31 days' from generate_series(1, 2500)`.execute(
    shop.db.q,
  )
  const gone = await forgetOld(shop.db)
  expect(gone.get('what was compared with a counterparty')).toBeGreaterThanOrEqual(2_500)
})

test('the audit log is kept: the database refuses to change or delete it', async () => {
  await sql`insert into audit_log (role, action) values ('system', 'test.deed')`.execute(shop.db.q)
  for (const statement of [sql`delete from audit_log`, sql`update audit_log set action = 'other.deed'`])
    await expect(statement.execute(shop.db.q)).rejects.toThrow('append-only')
})
