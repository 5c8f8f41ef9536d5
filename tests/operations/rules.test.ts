import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, post } from '../../server/ledger/index.ts'
import { brokenRules, rules } from '../../server/operations/index.ts'
import { isOver } from '../support/audit.ts'
import { impatient } from '../support/counterparties.ts'
import { customerOf } from '../support/customer.ts'
import { prepaid } from '../support/meters.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: impatient })
})
afterAll(() => shop.close())

async function delivered(): Promise<{ id: string; reference: string }> {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid() })
  await guest.processes(info)
  const order = await shop.orderRow(info.order_reference)
  expect(order.state).toBe('delivered')
  return order
}

async function refunded(): Promise<{ id: string; reference: string }> {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid('failed') })
  await shop.sweepUntil(isOver(shop, info.order_reference))
  return shop.orderRow(info.order_reference)
}

/** Changes what nobody may change, as a hand in the database would. */
async function tamper(...statements: RawBuilder<unknown>[]): Promise<void> {
  for (const table of ['orders', 'ledger_entries', 'ledger_postings', 'attempts'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(shop.db.q)
  for (const statement of statements) await statement.execute(shop.db.q)
  for (const table of ['orders', 'ledger_entries', 'ledger_postings', 'attempts'])
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(shop.db.q)
}
const broken = async (scope: 'all' | 'recent' = 'all') =>
  (
    await brokenRules(
      shop.db,
      rules.map((rule) => ({ rule, scope })),
    )
  ).map((it) => `${it.rule} ${it.subject}`)

test('after every kind of ending no rule is broken, in the whole of the books or the young part', async () => {
  await delivered()
  await refunded()
  const ada = await customerOf(shop, { walletKobo: 1_000_000n })
  for (const meter of [prepaid(), prepaid('failed')]) {
    const { data } = await ada.looksUp({ meter_number: meter })
    await ada.paysFromWallet(data)
    await shop.sweepUntil(isOver(shop, data.order_reference))
  }
  const twice = shop.guest()
  const { data: info } = await twice.looksUp({ meter_number: prepaid() })
  const [one, other] = [await twice.initiates(info), await twice.initiates(info, { payment_method: 'USSD' })]
  for (const it of [one, other]) if (it.data?.checkoutUrl) await twice.paysAt(it.data.checkoutUrl)
  await shop.sweepUntil(isOver(shop, info.order_reference))
  await shop.guest().looksUp({ meter_number: prepaid() })
  const waits = shop.guest()
  await waits.buys({ meter_number: prepaid('noAnswer') })
  await shop.sweep()
  expect(await broken('all')).toEqual([])
  expect(await broken('recent')).toEqual([])
})

test('money that is set aside and waits for nothing is found, and what waits with too little set aside', async () => {
  const ada = await customerOf(shop, { walletKobo: 500_000n })
  const aside = (kobo: bigint) =>
    shop.db.inTransaction((tx) =>
      post(tx, {
        event: `test:${randomUUID()}`,
        orderId: null,
        lines: [
          [account.wallet(ada.id), kobo],
          [account.hold(ada.id), -kobo],
        ],
      }),
    )
  await aside(1_000n)
  expect(await broken()).toEqual([`M3 hold:${ada.id}`])
  expect(await broken('recent')).toEqual([`M3 hold:${ada.id}`])
  await aside(-1_000n)
  expect(await broken()).toEqual([])
  // A file whose row waits for its turn.
  const { id } = await shop.db.q
    .insertInto('bulk_purchases')
    .values({ user_id: ada.id, file_name: 'staff.csv', state: 'running', total_kobo: 700n })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into bulk_rows (bulk_id, line, service, number, provider, type, plan, amount, phone, state, total_kobo)
    values (${id}, 1, 'airtime', '08010000000', 'mtn', '', '', '7', '', 'waiting', 700)`.execute(shop.db.q)
  expect(await broken()).toEqual([`M3 hold:${ada.id}`])
  await aside(700n)
  expect(await broken()).toEqual([])
  await sql`update bulk_rows set state = 'refused' where bulk_id = ${id}`.execute(shop.db.q)
  await aside(-700n)
})

test('an entry that does not balance is found', async () => {
  const order = await delivered()
  await tamper(sql`update ledger_postings set amount_kobo = amount_kobo + 1 where account = 'service_charge'
    and entry_id = (select id from ledger_entries where event = ${`order:${order.id}:delivered`})`)
  expect(await broken()).toContain(`M1 order:${order.id}:delivered`)
})

test('an entry that lost its postings is found', async () => {
  const order = await delivered()
  await tamper(sql`delete from ledger_postings where entry_id =
    (select id from ledger_entries where event = ${`order:${order.id}:delivered`})`)
  expect(await broken()).toEqual(
    expect.arrayContaining([`M1 order:${order.id}:delivered`, `M7 ${order.reference}`]),
  )
})

test('a guard of the database that is switched off is found', async () => {
  await sql`alter table ledger_postings disable trigger append_only`.execute(shop.db.q)
  expect(await broken()).toContain('M2 ledger_postings.append_only')
  await sql`alter table ledger_postings enable trigger append_only`.execute(shop.db.q)
  expect(await broken()).not.toContain('M2 ledger_postings.append_only')
})

test('a wallet that says more than its postings is found', async () => {
  const ada = await customerOf(shop, { walletKobo: 500_000n })
  await sql`update balances set balance_kobo = 900000 where account = ${`wallet:${ada.id}`}`.execute(
    shop.db.q,
  )
  expect(await broken()).toContain(`M3 wallet:${ada.id}`)
  expect(await broken('recent')).toContain(`M3 wallet:${ada.id}`)
})

test('a delivery, a payment and a refund that are not in the books are found', async () => {
  const [one, two] = [await delivered(), await refunded()]
  const payment = await shop.db.q
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', one.id)
    .executeTakeFirstOrThrow()
  const refund = await shop.db.q
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', two.id)
    .executeTakeFirstOrThrow()
  await tamper(
    sql`update ledger_entries set event = event || ':gone' where event in (
      ${`order:${one.id}:delivered`}, ${`payment:${payment.id}:captured`}, ${`refund:${refund.id}:processed`})`,
  )
  expect(await broken()).toEqual(
    expect.arrayContaining([`M4 ${one.reference}`, `M4 ${payment.reference}`, `M4 ${refund.id}`]),
  )
})

test('an order that keeps more than its total is found, unless a person looks at it', async () => {
  const order = await delivered()
  await shop.db.q
    .updateTable('payments')
    .set({ paid_kobo: 9_900_000n })
    .where('order_id', '=', order.id)
    .execute()
  expect(await broken()).toContain(`M5 ${order.reference}`)
  await sql`update orders set review_since = business_now(), review_reason = 'test' where id = ${order.id}`.execute(
    shop.db.q,
  )
  expect(await broken()).not.toContain(`M5 ${order.reference}`)
})

test('a payment that is given back twice is found', async () => {
  const order = await refunded()
  const [payment] = await shop.db.q
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute()
  await sql`insert into refunds (order_id, payment_id, cause, state, amount_kobo)
    values (${order.id}, ${payment!.id}, 'overpaid', 'requested', 100)`.execute(shop.db.q)
  expect(await broken()).toContain(`M6 ${payment!.reference}`)
})

test('cashback of an order that was paid back is found', async () => {
  const order = await refunded()
  await sql`with entry as (insert into ledger_entries (event, order_id)
      values (${`order:${order.id}:cashback`}, ${order.id}) returning id)
    insert into ledger_postings select entry.id, line.account, line.kobo
    from entry, (values ('cashback', 100::bigint), ('bank', -100::bigint)) as line (account, kobo)`.execute(
    shop.db.q,
  )
  expect(await broken()).toContain(`M9 ${order.reference}`)
})

test('two tries of one order that are not proven failed are found', async () => {
  const order = await delivered()
  await sql`drop index if exists one_try_each`.execute(shop.db.q)
  await sql`drop index one_open_attempt`.execute(shop.db.q)
  await sql`insert into attempts (order_id, vendor, request_id, beneficiary, state, amount_kobo)
    select order_id, vendor, request_id || 'x', beneficiary, 'delivered', amount_kobo from attempts where order_id = ${order.id}`.execute(
    shop.db.q,
  )
  expect(await broken()).toContain(`V1 ${order.reference}`)
})

test('an order that was sent and never paid is found', async () => {
  const order = await delivered()
  await sql`update orders set paid_at = null where id = ${order.id}`.execute(shop.db.q)
  expect(await broken()).toContain(`V2 ${order.reference}`)
})

test('a delivery without a token, to another meter, or that was not kept is found', async () => {
  const [one, two] = [await delivered(), await delivered()]
  await sql`update deliveries set tokens = '[]' where order_id = ${one.id}`.execute(shop.db.q)
  await sql`update attempts set beneficiary = '11000000000' where order_id = ${two.id}`.execute(shop.db.q)
  expect(await broken()).toEqual(expect.arrayContaining([`V4 ${one.reference}`, `V4 ${two.reference}`]))
})

test('a paid order that nobody sees for three quarters of an hour is found', async () => {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid('noAnswer') })
  await shop.sweepUntil(async () => (await shop.orderRow(info.order_reference)).state === 'vending')
  await sql`update orders set paid_at = business_now() - interval '46 minutes', review_since = null
    where reference = ${info.order_reference}`.execute(shop.db.q)
  expect(await broken()).toContain(`V5 ${info.order_reference}`)
})

test('an old order whose money moves now is looked at again', async () => {
  const order = await delivered()
  await sql`update orders set created_at = business_now() - interval '3 days' where id = ${order.id}`.execute(
    shop.db.q,
  )
  await shop.db.inTransaction((tx) =>
    post(tx, {
      event: `test:${randomUUID()}`,
      orderId: order.id,
      lines: [
        ['bank', 100n],
        [account.order(order.id), -100n],
      ],
    }),
  )
  expect(await broken('recent')).toContain(`M7 ${order.reference}`)
})

test('what was written days ago is left to the look at everything', async () => {
  const order = await delivered()
  await sql`update deliveries set tokens = '[]' where order_id = ${order.id}`.execute(shop.db.q)
  await sql`update orders set created_at = business_now() - interval '3 days' where id = ${order.id}`.execute(
    shop.db.q,
  )
  expect(await broken('recent')).not.toContain(`V4 ${order.reference}`)
  expect(await broken('all')).toContain(`V4 ${order.reference}`)
})
