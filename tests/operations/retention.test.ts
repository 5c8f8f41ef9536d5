import { randomUUID } from 'node:crypto'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Tables } from '../../server/database/index.ts'
import { purgeExpired, retentionPolicies } from '../../server/operations/index.ts'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const userId = async (db: Database): Promise<string> => {
  const name = randomUUID()
  const row = { uniqueid: name, name: 'Ada', email: `${name}@example.com` }
  return (await db.q.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const exists = async (db: Database, statement: RawBuilder<unknown>): Promise<boolean> =>
  (await statement.execute(db.q)).rows.length > 0

interface RetentionCase {
  /** Creates one row of that age. @returns the query that finds it */
  make(db: Database, ageSeconds: number): Promise<RawBuilder<unknown>>
}
const ago = (seconds: number) => sql<Date>`app_now() - make_interval(secs => ${seconds})`

async function handledWebhook(db: Database, age: number): Promise<string> {
  const event_key = randomUUID()
  const message = { provider: 'paystack', event_key, raw: Buffer.from('{}') } as const
  await db.q
    .insertInto('webhook_inbox')
    .values({ ...message, handled_at: new Date(), received_at: ago(age) })
    .execute()
  return event_key
}

/** A failed payment with its own order. */
async function paymentOfOrder(
  db: Database,
  overrides: object,
): Promise<{ id: string; order_id: string | null }> {
  const guest = app.createGuest()
  const { data } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  await guest.initiatePayment(data)
  const { id } = await app.orderRow(data.order_reference)
  await sql`update payments set state = 'failed' where order_id = ${id}`.execute(db.q)
  return db.q
    .updateTable('payments')
    .set({ due_at: null, ...overrides })
    .where('order_id', '=', id)
    .returning(['id', 'order_id'])
    .executeTakeFirstOrThrow()
}

async function refundOfOrder(db: Database, overrides: object): Promise<{ id: string }> {
  const payment = await paymentOfOrder(db, {})
  return db.q
    .insertInto('refunds')
    .values({
      order_id: payment.order_id,
      payment_id: payment.id,
      cause: 'mismatch',
      state: 'failed',
      amount_kobo: 100n,
      gateway_refund_id: null,
      failure_reason: null,
      due_at: null,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Inserts a bulk purchase with one row. @returns its id */
async function insertBulkPurchase(db: Database, overrides: object): Promise<string> {
  const { id } = await db.q
    .insertInto('bulk_purchases')
    .values({ user_id: await userId(db), file_name: 'staff.csv', state: 'ready', ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into bulk_rows (bulk_id, line, service, number, provider, type, plan, amount, phone, state)
    values (${id}::uuid, 2, 'airtime', '08010000099', 'mtn', '', '', '500', '', 'ready')`.execute(db.q)
  return id
}

type PushSubscription = Insertable<Tables['push_subscriptions']>
/** Inserts a push subscription. @returns the query that finds it */
async function insertSubscription(
  db: Database,
  owner: Pick<PushSubscription, 'user_id' | 'session_id' | 'session_hash'> & {
    created_at?: RawBuilder<Date>
  },
): Promise<RawBuilder<unknown>> {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`
  const { id } = await db.q
    .insertInto('push_subscriptions')
    .values({ endpoint, endpoint_hash: Buffer.from(endpoint), p256dh: 'key', auth: 'secret', ...owner })
    .returning('id')
    .executeTakeFirstOrThrow()
  return sql`select from push_subscriptions where id = ${id}::uuid`
}

const retentionCases: Record<string, RetentionCase> = {
  'quoted orders without a payment': {
    async make(db, age) {
      const { data } = await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })
      const reference = data.order_reference
      await db.q
        .updateTable('orders')
        .set({ created_at: ago(age) })
        .where('reference', '=', reference)
        .execute()
      return sql`select from orders where reference = ${reference}`
    },
  },
  'expired orders that were never paid': {
    async make(db, age) {
      const guest = app.createGuest()
      const { data } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
      await guest.initiatePayment(data)
      const reference = data.order_reference
      await sql`update payments set state = 'expired', due_at = null
        where order_id = (select id from orders where reference = ${reference})`.execute(db.q)
      await sql`update orders set state = 'expired', due_at = null, created_at = ${ago(age)}
        where reference = ${reference}`.execute(db.q)
      return sql`select from orders where reference = ${reference}`
    },
  },
  'customer lookups of meters and smartcards': {
    async make(db, age) {
      const beneficiary = randomUUID()
      const result = JSON.stringify({ name: 'Ada' })
      await db.q
        .insertInto('customer_lookups')
        .values({
          vendor: 'vtpass',
          service: 'power',
          code: 'ikeja',
          variation: 'prepaid',
          beneficiary,
          result,
          expires_at: ago(age),
        })
        .execute()
      return sql`select from customer_lookups where beneficiary = ${beneficiary}`
    },
  },
  'idempotency keys and their stored responses': {
    async make(db, age) {
      const key = randomUUID()
      await db.q
        .insertInto('idempotency_keys')
        .values({
          scope: 'test',
          key,
          request_hash: 'x',
          http_status: 200,
          response: '{}',
          created_at: ago(age),
        })
        .execute()
      return sql`select from idempotency_keys where key = ${key}`
    },
  },
  'webhook bodies': {
    async make(db, age) {
      const event_key = await handledWebhook(db, age)
      return sql`select from webhook_inbox where event_key = ${event_key} and raw <> ''`
    },
  },
  'webhooks, kept to detect late duplicates': {
    async make(db, age) {
      const event_key = await handledWebhook(db, age)
      return sql`select from webhook_inbox where event_key = ${event_key}`
    },
  },
  'message texts, which contain tokens': {
    async make(db, age) {
      const dedupeKey = randomUUID()
      await db.q
        .insertInto('outbox')
        .values({
          dedupe_key: dedupeKey,
          channel: 'mail',
          recipient: 'ada@example.com',
          subject: 'Your token',
          body: '1234 5678',
          html: '<b>1234 5678</b>',
          order_id: null,
          state: 'sent',
          due_at: null,
          failure_reason: null,
          sent_at: null,
          expires_at: null,
          created_at: ago(age),
        })
        .execute()
      return sql`select from outbox where dedupe_key = ${dedupeKey} and (body <> '' or html is not null)`
    },
  },
  'e-mailed codes and links': {
    async make(db, age) {
      const user_id = await userId(db)
      await db.q
        .insertInto('email_codes')
        .values({
          user_id,
          purpose: 'verify',
          code_hash: Buffer.alloc(32),
          session_hash: null,
          expires_at: ago(age),
          used_at: null,
          created_at: ago(age),
        })
        .execute()
      return sql`select from email_codes where user_id = ${user_id}`
    },
  },
  'codes that verify a payer': {
    async make(db, age) {
      const refund_id = (await refundOfOrder(db, {})).id
      await db.q
        .insertInto('refund_account_codes')
        .values({
          refund_id,
          code_hash: Buffer.from('digest'),
          session_hash: Buffer.from('browser'),
          expires_at: ago(age),
          verified_at: null,
          created_at: ago(age),
        })
        .execute()
      return sql`select from refund_account_codes where refund_id = ${refund_id}::uuid`
    },
  },
  'payer names, compared with refund accounts': {
    async make(db, age) {
      const { id } = await paymentOfOrder(db, { payer_name: 'ADA OKAFOR', created_at: ago(age) })
      return sql`select from payments where id = ${id}::uuid and payer_name is not null`
    },
  },
  'card hashes of payments, compared for referrals; those of closed accounts and cards in plain text within an hour':
    {
      async make(db, age) {
        const { id } = await paymentOfOrder(db, { card_signature: 'h'.repeat(43), created_at: ago(age) })
        return sql`select from payments where id = ${id}::uuid and card_signature is not null`
      },
    },
  'account names of completed or failed refunds': {
    async make(db, age) {
      const values = {
        state: 'processed',
        payout_account_name: 'ADA OKAFOR',
        payout_account_set_at: ago(age),
      } as const
      const { id } = await refundOfOrder(db, values)
      return sql`select from refunds where id = ${id}::uuid and payout_account_name is not null`
    },
  },
  'card attempts, used to count declines': {
    async make(db, age) {
      const { id } = await paymentOfOrder(db, {})
      await db.q
        .updateTable('card_attempts')
        .set({ created_at: ago(age) })
        .where('payment_id', '=', id)
        .execute()
      return sql`select from card_attempts where payment_id = ${id}::uuid`
    },
  },
  'revoked sessions': {
    async make(db, age) {
      const user_id = await userId(db)
      const hash = Buffer.from(randomUUID())
      await db.q
        .insertInto('session_tokens')
        .values({ token_hash: hash, user_id, revoked_at: ago(age), device: null, last_seen_at: null })
        .execute()
      return sql`select from session_tokens where user_id = ${user_id}`
    },
  },
  'unused sessions': {
    async make(db, age) {
      const user_id = await userId(db)
      const hash = Buffer.from(randomUUID())
      await db.q
        .insertInto('session_tokens')
        .values({
          token_hash: hash,
          user_id,
          revoked_at: null,
          device: null,
          last_seen_at: ago(age),
          created_at: ago(age),
        })
        .execute()
      return sql`select from session_tokens where user_id = ${user_id}`
    },
  },
  'push subscriptions of revoked sessions': {
    async make(db, age) {
      const user_id = await userId(db)
      const { id: session_id } = await db.q
        .insertInto('session_tokens')
        .values({
          token_hash: Buffer.from(randomUUID()),
          user_id,
          revoked_at: ago(age),
          device: null,
          last_seen_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return insertSubscription(db, { user_id, session_id, session_hash: null })
    },
  },
  'push subscriptions of guests': {
    make: (db, age) =>
      insertSubscription(db, {
        user_id: null,
        session_id: null,
        session_hash: Buffer.from(randomUUID()),
        created_at: ago(age),
      }),
  },
  'unused devices': {
    async make(db, age) {
      const user_id = await userId(db)
      await db.q
        .insertInto('known_devices')
        .values({ user_id, device_hash: Buffer.from(randomUUID()), last_used_at: ago(age) })
        .execute()
      return sql`select from known_devices where user_id = ${user_id}`
    },
  },
  'rate-limit counters': {
    async make(db, age) {
      const key = randomUUID()
      const { rows } = await sql<{ expire: bigint }>`
        select (extract(epoch from ${ago(age)}) * 1000)::bigint as expire`.execute(db.q)
      await db.q.insertInto('rate_limits').values({ key, points: 1, expire: rows[0]!.expire }).execute()
      return sql`select from rate_limits where key = ${key}`
    },
  },
  'service alerts that were sent': {
    async make(db, age) {
      const recipient = randomUUID()
      await db.q
        .insertInto('service_alert_subscriptions')
        .values({ service: 'power', channel: 'mail', recipient, notified_at: ago(age), created_at: ago(age) })
        .execute()
      return sql`select from service_alert_subscriptions where recipient = ${recipient}`
    },
  },
  'service alerts that were never sent': {
    async make(db, age) {
      const recipient = randomUUID()
      await db.q
        .insertInto('service_alert_subscriptions')
        .values({ service: 'power', channel: 'mail', recipient, notified_at: null, created_at: ago(age) })
        .execute()
      return sql`select from service_alert_subscriptions where recipient = ${recipient}`
    },
  },
  'USSD sessions': {
    async make(db, age) {
      const session_id = randomUUID()
      await db.q
        .insertInto('ussd_sessions')
        .values({
          session_id,
          phone: '+2348031234567',
          screen: JSON.stringify({ name: 'resume' }),
          saved_screen: null,
          notice: null,
          input_length: 0,
          input_hash: Buffer.alloc(32),
          claimed_until: null,
          updated_at: ago(age),
        })
        .execute()
      return sql`select from ussd_sessions where session_id = ${session_id}`
    },
  },
  'incoming SMS, kept to detect late duplicates': {
    async make(db, age) {
      const message_id = randomUUID()
      await db.q
        .insertInto('incoming_sms')
        .values({ message_id, phone: '+2348031234567', command: 'help', received_at: ago(age) })
        .execute()
      return sql`select from incoming_sms where message_id = ${message_id}`
    },
  },
  'reconciled items': {
    async make(db, age) {
      const subject_id = randomUUID()
      await db.q
        .insertInto('reconciled_items')
        .values({ kind: 'payment', subject_id, matched: true, reconciled_at: ago(age) })
        .execute()
      return sql`select from reconciled_items where subject_id = ${subject_id}`
    },
  },
  'rows of bulk purchases that were never started': {
    async make(db, age) {
      const id = await insertBulkPurchase(db, { created_at: ago(age) })
      return sql`select from bulk_rows where bulk_id = ${id}::uuid`
    },
  },
  'rows of finished bulk purchases, whose orders are kept': {
    async make(db, age) {
      const id = await insertBulkPurchase(db, {
        state: 'done',
        created_at: ago(age + 60),
        finished_at: ago(age),
      })
      return sql`select from bulk_rows where bulk_id = ${id}::uuid`
    },
  },
  'bulk purchases without rows': {
    async make(db, age) {
      const id = await insertBulkPurchase(db, { created_at: ago(age) })
      await db.q.deleteFrom('bulk_rows').where('bulk_id', '=', id).execute()
      return sql`select from bulk_purchases where id = ${id}::uuid`
    },
  },
  'answered or closed tickets': {
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
  'recipients of sent campaigns, whose counts are kept': {
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
  'BVN checks without a match; the consent of a match is kept': {
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

test('every retention policy has a test case', () => {
  expect(retentionPolicies.map((policy) => policy.name).sort()).toEqual(Object.keys(retentionCases).sort())
})

test('cards in plain text are deleted at the next run, hashes are kept', async () => {
  const plain = await paymentOfOrder(app.db, { card_signature: '408408-4081-12/30' })
  const hashed = await paymentOfOrder(app.db, { card_signature: 'h'.repeat(43) })
  await purgeExpired(app.db)
  const { rows } = await sql<{ id: string }>`
    select id from payments where card_signature is not null and id in (${plain.id}, ${hashed.id})`.execute(
    app.db.q,
  )
  expect(rows.map(({ id }) => id)).toEqual([hashed.id])
})

const lines = retentionPolicies.map((policy) => [policy.name, policy.seconds] as const)

test.each(lines)(
  'rows are purged when their retention time is over, and not a minute before: %s',
  async (name, seconds) => {
    const retentionCase = retentionCases[name]!
    const young = await retentionCase.make(app.db, seconds - 60)
    const old = await retentionCase.make(app.db, seconds + 60)
    await purgeExpired(app.db)
    expect([await exists(app.db, young), await exists(app.db, old)]).toEqual([true, false])
  },
)

test('an unpaid order is purged although messages refer to it, and the messages stay', async () => {
  const { data } = await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })
  const { id } = await app.orderRow(data.order_reference)
  await sql`update orders set created_at = ${ago(3 * 86_400)} where id = ${id}::uuid`.execute(app.db.q)
  const user_id = await userId(app.db)
  await sql`insert into outbox (dedupe_key, channel, recipient, subject, body, order_id, state)
    values (${id}, 'sms', '+2348031234567', '', 'We looked into it.', ${id}::uuid, 'sent')`.execute(app.db.q)
  await sql`insert into notifications (user_id, service, subject, body, order_id)
    values (${user_id}::uuid, 'power', 'It was not bought', 'Please try again.', ${id}::uuid)`.execute(
    app.db.q,
  )
  await purgeExpired(app.db)
  expect(await exists(app.db, sql`select from orders where id = ${id}::uuid`)).toBe(false)
  expect(await exists(app.db, sql`select from outbox where dedupe_key = ${id} and order_id is null`)).toBe(
    true,
  )
  const note = sql`select from notifications where user_id = ${user_id}::uuid and order_id is null`
  expect(await exists(app.db, note)).toBe(true)
})

test('a row that cannot be purged raises an alert, and blocks no other row', async () => {
  const { data } = await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })
  const { id } = await app.orderRow(data.order_reference)
  await sql`update orders set created_at = ${ago(3 * 86_400)} where id = ${id}::uuid`.execute(app.db.q)
  await sql`create table held_by (order_id uuid references orders)`.execute(app.db.q)
  await sql`insert into held_by values (${id}::uuid)`.execute(app.db.q)
  const others = await retentionCases['idempotency keys and their stored responses']!.make(app.db, 4 * 86_400)
  await expect(purgeExpired(app.db)).rejects.toThrow('quoted orders without a payment could not be purged')
  expect(await exists(app.db, others)).toBe(false)
  await sql`drop table held_by`.execute(app.db.q)
})

test('paid orders, and messages and webhooks in progress, are kept', async () => {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter() })
  await guest.processOrder(info)
  await app.db.q
    .insertInto('webhook_inbox')
    .values({
      provider: 'paystack',
      event_key: 'open',
      raw: Buffer.from('{}'),
      handled_at: null,
      received_at: ago(8 * 86_400),
    })
    .execute()
  await app.advanceClock(400 * 86_400)
  await purgeExpired(app.db)
  expect(await app.orderRow(info.order_reference)).toMatchObject({ state: 'delivered' })
  const open = sql`select from webhook_inbox where event_key = 'open' and raw <> ''`
  expect(await exists(app.db, open)).toBe(true)
  const messages = sql`select from outbox join orders on orders.id = outbox.order_id where reference = ${info.order_reference}`
  expect(await exists(app.db, messages)).toBe(true)
})

test('tickets that await a reply, files in progress and consents that led to a match are kept', async () => {
  const number = randomUUID()
  const user_id = await userId(app.db)
  await app.db.q
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
  await app.db.q
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
  const file = await insertBulkPurchase(app.db, { state: 'running', created_at: ago(800 * 86_400) })
  await purgeExpired(app.db)
  for (const table of [
    sql`select from tickets where number = ${number}`,
    sql`select from bvn_checks where user_id = ${user_id}`,
    sql`select from bulk_rows where bulk_id = ${file}::uuid`,
  ])
    expect(await exists(app.db, table)).toBe(true)
})

test('many rows are purged in batches, all of them', async () => {
  await sql`insert into reconciled_items (kind, subject_id, matched, reconciled_at)
    select 'payment', gen_random_uuid(), true, app_now() - interval '31 days' from generate_series(1, 2500)`.execute(
    app.db.q,
  )
  const deletedCounts = await purgeExpired(app.db)
  expect(deletedCounts.get('reconciled items')).toBeGreaterThanOrEqual(2_500)
})

test('the audit log is kept: the database rejects updates and deletes', async () => {
  await sql`insert into audit_log (role, action) values ('system', 'test.action')`.execute(app.db.q)
  for (const statement of [sql`delete from audit_log`, sql`update audit_log set action = 'other.action'`])
    await expect(statement.execute(app.db.q)).rejects.toThrow('append-only')
})
