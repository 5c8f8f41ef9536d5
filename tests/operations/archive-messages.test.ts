import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { settingCommand } from '../../server/commands/settings-command.ts'
import { archiveMessages } from '../../server/operations/archive-messages.ts'
import { findViolations } from '../../server/operations/index.ts'
import type { exportAccountData } from '../../shared/account-data.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { getManagedOrder } from '../../shared/management/orders.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import { post } from '../support/guest.ts'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

const day = 24 * 60 * 60
const password = 'Correct-Horse-1'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
})
beforeEach(async () => {
  await app.context.settings.change('archive_messages_after_days', 400)
})
afterAll(() => app.close())

const archive = (batchSize?: number) => archiveMessages(app.context, batchSize)
const storedMessages = async (table: 'outbox' | 'message_archive', orderId: string): Promise<number> =>
  (await app.db.q.selectFrom(table).select('created_at').where('order_id', '=', orderId).execute()).length
const pageOf = async (reference: string) =>
  (await musa.get<DataOf<typeof getManagedOrder>>(`/management/orders/${reference}`)).data
const messagesOn = async (reference: string) =>
  (await pageOf(reference)).timeline.filter(({ kind }) => kind === 'message')
const violationsOf = async (reference: string) =>
  (await findViolations(app.db)).filter(({ subject }) => subject === reference)
const findOrders = async (term: string): Promise<string[]> => {
  const path = `/management/orders/all?search=${encodeURIComponent(term)}`
  const { data } = await musa.get<{ list: { reference: string }[] }>(path)
  return data.list.map(({ reference }) => reference)
}

/** A guest's delivered order, with its SMS and e-mail sent. */
async function createDeliveredOrder() {
  const guest = app.createGuest()
  const email = `${randomUUID()}@example.com`
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter(), email })
  const reference = info.order_reference
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  const order = await app.orderRow(reference)
  await app.runDueJobsUntil(async () => {
    const states = await app.db.q
      .selectFrom('outbox')
      .select('state')
      .where('order_id', '=', order.id)
      .execute()
    return states.length > 0 && states.every(({ state }) => state === 'sent')
  })
  return { guest, info, email, order, reference }
}

const timeOrderedId = sql`(lpad(to_hex(1500000000000 + number), 12, '0') || substr(md5(random()::text), 1, 20))::uuid`

/** Orders with one message each, delivered long before now. @returns their ids */
async function insertOldOrders(count: number, id = timeOrderedId): Promise<string[]> {
  const { order } = await createDeliveredOrder()
  const { rows } = await sql<{ id: string }>`
    with copies as (
      insert into orders (id, reference, access_token, view_token, service, code, variation, state, state_since,
        dedupe_hash, beneficiary, phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer_snapshot, created_at)
      select ${id},
        translate(upper(substr(md5(random()::text), 1, 12)), '01', 'GH'), access_token, view_token, service, code, variation, state,
        app_now() - interval '500 days', dedupe_hash, beneficiary, phone, amount_kobo, service_charge_kobo, total_kobo,
        vendor, customer_snapshot, app_now() - interval '500 days'
      from orders, generate_series(1, ${count}) as number where id = ${order.id}::uuid returning id
    ), messages as (
      insert into outbox (dedupe_key, channel, recipient, body, order_id, state, due_at, created_at, sent_at)
      select 'order:' || id || ':delivered:sms', 'sms', '+2348031234567', '', id, 'sent', null,
        app_now() - interval '500 days', app_now() - interval '500 days' from copies
    )
    select id from copies`.execute(app.db.q)
  return rows.map(({ id }) => id)
}
const deleteOrders = (ids: readonly string[]) =>
  app.db.q.deleteFrom('orders').where('id', 'in', ids).execute()
const countIn = async (table: 'outbox' | 'message_archive', ids: readonly string[]): Promise<number> =>
  (await app.db.q.selectFrom(table).select('order_id').where('order_id', 'in', ids).execute()).length

test('after its messages are archived, an order has the same pages and is found by every search', async () => {
  const { guest, info, email, order, reference } = await createDeliveredOrder()
  await app.advanceClock(401 * day)
  const read = async () => ({
    order: (await guest.getOrder(info)).data,
    status: (await guest.getOrderStatus(info)).data,
    page: await pageOf(reference),
    searches: await Promise.all(
      [reference, order.beneficiary, order.beneficiary.slice(-4), '08031234567', email].map(findOrders),
    ),
  })
  const before = await read()
  expect(before.page.timeline.filter(({ kind }) => kind === 'message')).toHaveLength(2)
  expect(before.searches.every((references) => references.includes(reference))).toBe(true)
  await archive()
  expect(await storedMessages('outbox', order.id)).toBe(0)
  expect(await storedMessages('message_archive', order.id)).toBe(2)
  expect(await read()).toEqual(before)
  expect(await violationsOf(reference)).toEqual([])
})

test("a user's downloaded data is the same after the messages of the orders are archived", async () => {
  const ada = await createUser(app, { walletKobo: 1_000_000n })
  const reference = await ada.buy('power')
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  await app.runDueJobs()
  await app.advanceClock(401 * day)
  const password_hash = await hashSecret(password)
  await app.db.q.updateTable('users').set({ password_hash }).where('id', '=', ada.id).execute()
  const read = async () => {
    const { data } = await ada.post<DataOf<typeof exportAccountData>>('/account/user/data/export', {
      password,
    })
    return data.sections.filter(({ name }) => name !== 'Account activity')
  }
  const before = await read()
  await archive()
  const { id } = await app.orderRow(reference)
  expect(await storedMessages('outbox', id)).toBe(0)
  expect(await read()).toEqual(before)
})

test('an order below the configured age is left alone, and with 0 days every order is', async () => {
  const { order } = await createDeliveredOrder()
  await app.advanceClock(399 * day)
  await archive()
  expect(await storedMessages('outbox', order.id)).toBe(2)
  await app.advanceClock(2 * day)
  await app.context.settings.change('archive_messages_after_days', 0)
  expect(await archive()).toBe(0)
  expect(await storedMessages('outbox', order.id)).toBe(2)
  await app.context.settings.change('archive_messages_after_days', 400)
  await archive()
  expect(await storedMessages('outbox', order.id)).toBe(0)
})

test('the age is 0, or 30 to 3650 days', async () => {
  const { settings } = app.context
  for (const days of ['-1', '29', '3651', 'null', '30.5'])
    await expect(settingCommand(settings, ['archive_messages_after_days', days])).rejects.toThrow(
      'archive_messages_after_days cannot be',
    )
  for (const days of ['0', '30', '3650'])
    await settingCommand(settings, ['archive_messages_after_days', days])
})

type Order = Awaited<ReturnType<typeof createDeliveredOrder>>['order']
const openWork: Record<string, (order: Order) => Promise<unknown>> = {
  'is not delivered or refunded': async ({ id }) =>
    sql`update orders set state = 'refunding' where id = ${id}::uuid`.execute(app.db.q),
  'is in review': ({ id }) =>
    app.db.q.updateTable('orders').set({ review_since: new Date() }).where('id', '=', id).execute(),
  'has a due time': ({ id }) =>
    app.db.q.updateTable('orders').set({ due_at: new Date() }).where('id', '=', id).execute(),
  'has a payment that is checked again': ({ id }) =>
    app.db.q.updateTable('payments').set({ due_at: new Date() }).where('order_id', '=', id).execute(),
  'has an attempt that is requeried': ({ id }) =>
    app.db.q.updateTable('attempts').set({ due_at: new Date() }).where('order_id', '=', id).execute(),
  'has a refund that needs attention': async ({ id }) =>
    sql`insert into refunds (order_id, payment_id, cause, state, amount_kobo)
      select order_id, id, 'goodwill', 'needs_attention', 100 from payments where order_id = ${id}::uuid`.execute(
      app.db.q,
    ),
  'has an open dispute': async ({ id }) =>
    sql`insert into disputes (gateway, gateway_dispute_id, payment_id, state)
      select 'paystack', ${randomUUID()}, id, 'open' from payments where order_id = ${id}::uuid`.execute(
      app.db.q,
    ),
  'has a pending approval': ({ id }) =>
    app.db.q
      .insertInto('approvals')
      .values({
        ...{
          kind: 'goodwill',
          state: 'pending',
          amount_kobo: 100n,
          subject: null,
          user_id: null,
          order_id: id,
        },
        ...{ reconciliation_break_id: null, bank_reference: null, requested_by: musa.id, decided_by: null },
        ...{ decided_at: null, rejection_reason: null, goodwill_route: 'wallet' },
      })
      .execute(),
  'has an open ticket': ({ id }) =>
    app.db.q
      .insertInto('tickets')
      .values({
        number: randomUUID(),
        user_id: null,
        order_id: id,
        email: null,
        message: 'Where is my token?',
      })
      .execute(),
  'has an unsent message': ({ id }) =>
    app.db.q
      .insertInto('outbox')
      .values({
        dedupe_key: randomUUID(),
        channel: 'sms',
        recipient: '+2348031234567',
        body: '',
        order_id: id,
      })
      .execute(),
}

test.each(Object.entries(openWork))('the messages of an order that %s are not archived', async (_, open) => {
  const { order } = await createDeliveredOrder()
  await app.advanceClock(401 * day)
  const messages = await storedMessages('outbox', order.id)
  await sql`alter table orders disable trigger user`.execute(app.db.q)
  await open(order)
  await sql`alter table orders enable trigger user`.execute(app.db.q)
  await archive()
  expect(await storedMessages('outbox', order.id)).toBeGreaterThanOrEqual(messages)
  expect(await storedMessages('message_archive', order.id)).toBe(0)
})

test('a dispute and a message after archiving are handled as before, and a later run archives the new message', async () => {
  const { order, reference } = await createDeliveredOrder()
  await app.advanceClock(401 * day)
  await archive()
  const firstMessages = await messagesOn(reference)
  const payment = await app.db.q
    .selectFrom('payments')
    .select(['id', 'reference'])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await post(`${app.simulators.url}/simulators/dispute`, { reference: payment.reference, decides: 'payer' })
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).review_reason === 'payment_reversed')
  await app.db.q.updateTable('orders').set({ review_since: null }).where('id', '=', order.id).execute()
  await musa.post(
    `/management/orders/${reference}/resend`,
    { auth_pin: correctPin, channel: 'sms' },
    { 'idempotency-key': randomUUID() },
  )
  await app.runDueJobsUntil(async () => (await messagesOn(reference)).length === firstMessages.length + 1)
  expect((await messagesOn(reference)).slice(0, firstMessages.length)).toEqual(firstMessages)
  await app.runDueJobs()
  await archive()
  expect(await storedMessages('outbox', order.id)).toBe(1)
  await app.advanceClock(401 * day)
  const all = await messagesOn(reference)
  await archive()
  expect(await storedMessages('outbox', order.id)).toBe(0)
  expect(await messagesOn(reference)).toEqual(all)
  expect(await violationsOf(reference)).toEqual([])
})

test('a run that fails between batches loses no message, and the next run archives the rest', async () => {
  const ids = await insertOldOrders(5)
  await sql`create function reject_third() returns trigger language plpgsql as $$
    begin
      if (select count(*) from message_archive where order_id = any(${sql.lit(`{${ids.join()}}`)}::uuid[])) >= 2 then
        raise exception 'the disk is full';
      end if;
      return new;
    end $$`.execute(app.db.q)
  await sql`create trigger reject_third before insert on message_archive
    for each row execute function reject_third()`.execute(app.db.q)
  try {
    await expect(archive(2)).rejects.toThrow('the disk is full')
  } finally {
    await sql`drop function reject_third() cascade`.execute(app.db.q)
  }
  expect([await countIn('message_archive', ids), await countIn('outbox', ids)]).toEqual([2, 3])
  await archive(2)
  expect([await countIn('message_archive', ids), await countIn('outbox', ids)]).toEqual([5, 0])
  await deleteOrders(ids)
})

test('the messages of orders from before migration 0030, which have random ids, are archived', async () => {
  const ids = await insertOldOrders(20, sql`gen_random_uuid()`)
  await archive(6)
  expect([await countIn('message_archive', ids), await countIn('outbox', ids)]).toEqual([20, 0])
  await deleteOrders(ids)
})

test('concurrent runs archive each message exactly once', async () => {
  const ids = await insertOldOrders(40)
  await Promise.all([archive(3), archive(3), archive(3)])
  await archive()
  expect(await countIn('message_archive', ids)).toBe(40)
  expect(await countIn('outbox', ids)).toBe(0)
  await deleteOrders(ids)
})

test('the database rejects an update of an archived message', async () => {
  const ids = await insertOldOrders(1)
  await archive()
  await expect(sql`update message_archive set recipient = ''`.execute(app.db.q)).rejects.toThrow(
    'append-only',
  )
  await deleteOrders(ids)
})
