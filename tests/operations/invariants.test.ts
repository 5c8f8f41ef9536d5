import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, post } from '../../server/ledger/index.ts'
import { findViolations, invariants } from '../../server/operations/index.ts'
import { isOrderFinal } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
})
afterAll(() => app.close())

async function createDeliveredOrder(): Promise<{ id: string; reference: string }> {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter() })
  await guest.processOrder(info)
  const order = await app.orderRow(info.order_reference)
  expect(order.state).toBe('delivered')
  return order
}

async function createRefundedOrder(): Promise<{ id: string; reference: string }> {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter('failed') })
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
  return app.orderRow(info.order_reference)
}

/** Bypasses the database guards, as a manual change in the database would. */
async function tamper(...statements: RawBuilder<unknown>[]): Promise<void> {
  for (const table of ['orders', 'ledger_entries', 'ledger_postings', 'attempts'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(app.db.q)
  for (const statement of statements) await statement.execute(app.db.q)
  for (const table of ['orders', 'ledger_entries', 'ledger_postings', 'attempts'])
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(app.db.q)
}
const broken = async (scope: 'all' | 'recent' = 'all') =>
  (
    await findViolations(
      app.db,
      invariants.map((rule) => ({ rule, scope })),
    )
  ).map((entry) => `${entry.rule} ${entry.subject}`)

test('after every outcome no invariant is violated, in the whole ledger or its recent part', async () => {
  await createDeliveredOrder()
  await createRefundedOrder()
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  for (const meter of [prepaidMeter(), prepaidMeter('failed')]) {
    const { data } = await ada.lookUpMeter({ meter_number: meter })
    await ada.payFromWallet(data)
    await app.runDueJobsUntil(isOrderFinal(app, data.order_reference))
  }
  const twice = app.createGuest()
  const { data: info } = await twice.lookUpMeter({ meter_number: prepaidMeter() })
  const [one, other] = [
    await twice.initiatePayment(info),
    await twice.initiatePayment(info, { payment_method: 'USSD' }),
  ]
  for (const entry of [one, other])
    if (entry.data?.checkoutUrl) await twice.payAtCheckout(entry.data.checkoutUrl)
  await app.runDueJobsUntil(isOrderFinal(app, info.order_reference))
  await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })
  const guest = app.createGuest()
  await guest.buyElectricity({ meter_number: prepaidMeter('noAnswer') })
  await app.runDueJobs()
  expect(await broken('all')).toEqual([])
  expect(await broken('recent')).toEqual([])
})

test('a hold without a pending purchase is found, and a pending purchase with too small a hold', async () => {
  const ada = await createCustomer(app, { walletKobo: 500_000n })
  const aside = (kobo: bigint) =>
    app.db.inTransaction((tx) =>
      post(tx, {
        event: `test:${randomUUID()}`,
        orderId: null,
        postings: [
          [account.wallet(ada.id), kobo],
          [account.hold(ada.id), -kobo],
        ],
      }),
    )
  await aside(1_000n)
  expect(await broken()).toEqual([`wallet-balance-backed hold:${ada.id}`])
  expect(await broken('recent')).toEqual([`wallet-balance-backed hold:${ada.id}`])
  await aside(-1_000n)
  expect(await broken()).toEqual([])
  // A bulk purchase with a row that waits in the queue.
  const { id } = await app.db.q
    .insertInto('bulk_purchases')
    .values({ user_id: ada.id, file_name: 'staff.csv', state: 'running', total_kobo: 700n })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into bulk_rows (bulk_id, line, service, number, provider, type, plan, amount, phone, state, total_kobo)
    values (${id}, 1, 'airtime', '08010000000', 'mtn', '', '', '7', '', 'queued', 700)`.execute(app.db.q)
  expect(await broken()).toEqual([`wallet-balance-backed hold:${ada.id}`])
  await aside(700n)
  expect(await broken()).toEqual([])
  await sql`update bulk_rows set state = 'rejected' where bulk_id = ${id}`.execute(app.db.q)
  await aside(-700n)
})

test('an entry that does not balance is found', async () => {
  const order = await createDeliveredOrder()
  await tamper(sql`update ledger_postings set amount_kobo = amount_kobo + 1 where account = 'service_charge'
    and entry_id = (select id from ledger_entries where event = ${`order:${order.id}:delivered`})`)
  expect(await broken()).toContain(`entry-balanced order:${order.id}:delivered`)
})

test('an entry that lost its postings is found', async () => {
  const order = await createDeliveredOrder()
  await tamper(sql`delete from ledger_postings where entry_id =
    (select id from ledger_entries where event = ${`order:${order.id}:delivered`})`)
  expect(await broken()).toEqual(
    expect.arrayContaining([
      `entry-balanced order:${order.id}:delivered`,
      `suspense-settled ${order.reference}`,
    ]),
  )
})

test('a disabled database trigger is found', async () => {
  await sql`alter table ledger_postings disable trigger append_only`.execute(app.db.q)
  expect(await broken()).toContain('ledger-guarded ledger_postings.append_only')
  await sql`alter table ledger_postings enable trigger append_only`.execute(app.db.q)
  expect(await broken()).not.toContain('ledger-guarded ledger_postings.append_only')
})

test('a wallet balance above its postings is found', async () => {
  const ada = await createCustomer(app, { walletKobo: 500_000n })
  await sql`update balances set balance_kobo = 900000 where account = ${`wallet:${ada.id}`}`.execute(app.db.q)
  expect(await broken()).toContain(`wallet-balance-backed wallet:${ada.id}`)
  expect(await broken('recent')).toContain(`wallet-balance-backed wallet:${ada.id}`)
})

test('a delivery, a payment and a refund without ledger entries are found', async () => {
  const [one, two] = [await createDeliveredOrder(), await createRefundedOrder()]
  const payment = await app.db.q
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', one.id)
    .executeTakeFirstOrThrow()
  const refund = await app.db.q
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', two.id)
    .executeTakeFirstOrThrow()
  await tamper(
    sql`update ledger_entries set event = event || ':gone' where event in (
      ${`order:${one.id}:delivered`}, ${`payment:${payment.id}:captured`}, ${`refund:${refund.id}:processed`})`,
  )
  expect(await broken()).toEqual(
    expect.arrayContaining([
      `payments-posted ${one.reference}`,
      `payments-posted ${payment.reference}`,
      `payments-posted ${refund.id}`,
    ]),
  )
})

test('an order that keeps more than its total is found, unless it is in review', async () => {
  const order = await createDeliveredOrder()
  await app.db.q
    .updateTable('payments')
    .set({ paid_kobo: 9_900_000n })
    .where('order_id', '=', order.id)
    .execute()
  expect(await broken()).toContain(`order-funds-conserved ${order.reference}`)
  await sql`update orders set review_since = app_now(), review_reason = 'test' where id = ${order.id}`.execute(
    app.db.q,
  )
  expect(await broken()).not.toContain(`order-funds-conserved ${order.reference}`)
})

test('a payment that is refunded twice is found', async () => {
  const order = await createRefundedOrder()
  const [payment] = await app.db.q
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute()
  await sql`insert into refunds (order_id, payment_id, cause, state, amount_kobo)
    values (${order.id}, ${payment!.id}, 'overpaid', 'requested', 100)`.execute(app.db.q)
  expect(await broken()).toContain(`refund-not-above-payment ${payment!.reference}`)
})

test('goodwill above the amount paid is found, also in the recent part', async () => {
  const order = await createDeliveredOrder()
  const payment = await app.db.q
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const payGoodwill = (kobo: bigint) =>
    app.db.inTransaction((tx) =>
      post(tx, {
        event: `goodwill:${randomUUID()}:goodwill_paid`,
        orderId: order.id,
        postings: [
          ['adjustment', kobo],
          ['bank', -kobo],
        ],
      }),
    )
  await payGoodwill(payment.paid_kobo ?? 0n)
  expect(await broken()).not.toContain(`goodwill-not-above-payment ${order.reference}`)
  await payGoodwill(1n)
  for (const scope of ['all', 'recent'] as const)
    expect(await broken(scope)).toContain(`goodwill-not-above-payment ${order.reference}`)
})

test('cashback of a refunded order is found', async () => {
  const order = await createRefundedOrder()
  await sql`with entry as (insert into ledger_entries (event, order_id)
      values (${`order:${order.id}:cashback`}, ${order.id}) returning id)
    insert into ledger_postings select entry.id, line.account, line.kobo
    from entry, (values ('cashback', 100::bigint), ('bank', -100::bigint)) as line (account, kobo)`.execute(
    app.db.q,
  )
  expect(await broken()).toContain(`cashback-earned ${order.reference}`)
})

test('two attempts of one order that are not proven failed are found', async () => {
  const order = await createDeliveredOrder()
  await sql`drop index if exists attempts_order_id_vendor_key`.execute(app.db.q)
  await sql`drop index attempts_order_id_open_key`.execute(app.db.q)
  await sql`insert into attempts (order_id, vendor, request_id, beneficiary, state, amount_kobo)
    select order_id, vendor, request_id || 'x', beneficiary, 'delivered', amount_kobo from attempts where order_id = ${order.id}`.execute(
    app.db.q,
  )
  expect(await broken()).toContain(`single-vend-attempt ${order.reference}`)
})

test('an order that was sent to a vendor and never paid is found', async () => {
  const order = await createDeliveredOrder()
  await sql`update orders set paid_at = null where id = ${order.id}`.execute(app.db.q)
  expect(await broken()).toContain(`vend-only-when-paid ${order.reference}`)
})

test('a delivery without a stored token, to another meter or of another amount is found', async () => {
  const [one, two, three] = [
    await createDeliveredOrder(),
    await createDeliveredOrder(),
    await createDeliveredOrder(),
  ]
  await sql`update deliveries set tokens = '[]' where order_id = ${one.id}`.execute(app.db.q)
  await sql`update attempts set beneficiary = '11000000000' where order_id = ${two.id}`.execute(app.db.q)
  await sql`update attempts set amount_kobo = amount_kobo - 1 where order_id = ${three.id}`.execute(app.db.q)
  expect(await broken()).toEqual(
    expect.arrayContaining([
      `delivery-matches-order ${one.reference}`,
      `delivery-matches-order ${two.reference}`,
      `delivery-matches-order ${three.reference}`,
    ]),
  )
})

test('a paid order that is not in review after 45 minutes is found', async () => {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter('noAnswer') })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'vending')
  await sql`update orders set paid_at = app_now() - interval '46 minutes', review_since = null
    where reference = ${info.order_reference}`.execute(app.db.q)
  expect(await broken()).toContain(`order-completed-in-time ${info.order_reference}`)
})

test('an old order with a new posting is checked again', async () => {
  const order = await createDeliveredOrder()
  await sql`update orders set created_at = app_now() - interval '3 days' where id = ${order.id}`.execute(
    app.db.q,
  )
  await app.db.inTransaction((tx) =>
    post(tx, {
      event: `test:${randomUUID()}`,
      orderId: order.id,
      postings: [
        ['bank', 100n],
        [account.order(order.id), -100n],
      ],
    }),
  )
  expect(await broken('recent')).toContain(`suspense-settled ${order.reference}`)
})

test('rows that were written days ago are left to the full scan', async () => {
  const order = await createDeliveredOrder()
  await sql`update deliveries set tokens = '[]' where order_id = ${order.id}`.execute(app.db.q)
  await sql`update orders set created_at = app_now() - interval '3 days' where id = ${order.id}`.execute(
    app.db.q,
  )
  expect(await broken('recent')).not.toContain(`delivery-matches-order ${order.reference}`)
  expect(await broken('all')).toContain(`delivery-matches-order ${order.reference}`)
})
