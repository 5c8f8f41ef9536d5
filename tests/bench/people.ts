import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../server/database/index.ts'
import { issueBearer } from '../../server/http/authenticate.ts'
import { account, post } from '../../server/ledger/index.ts'

/** Between two orders of a long history: a hundred thousand fill a year. */
export const minutesApart = 5

async function person(db: Database, more: object = {}): Promise<string> {
  const name = randomBytes(6).toString('hex')
  const { id } = await db.q
    .insertInto('users')
    .values({
      uniqueid: name,
      name: 'Ada Obi',
      email: `${name}@sanwo.example`,
      email_verified_at: new Date(),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const apart = `${minutesApart} minutes`

/**
 * Somebody who has bought so often from a wallet, which began with one top-up. Every third was refunded: a page of
 * those is full for few orders too.
 */
export async function personWith(db: Database, orders: number): Promise<string> {
  const id = await person(db)
  await sql`
    with bought as (
      insert into orders (reference, access_token, view_token, service, code, variation, state, user_id, fingerprint,
        beneficiary, phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer, created_at, delivered_at)
      select translate(upper(substr(md5(${id} || at::text), 1, 12)), '01', 'XY'), md5(${id} || 'a' || at::text),
        md5(${id} || 'v' || at::text), (array['power', 'airtime', 'data', 'cabletv'])[1 + at % 4], 'mtn', '',
        case when at % 3 = 0 then 'refunded' else 'delivered' end, ${id}::uuid, at::text,
        '1100' || lpad(at::text, 7, '0'), '+234803' || lpad(at::text, 7, '0'), 200000, 10000, 210000,
        'vtpass', '{"name": "Ada Obi"}', now() - at * ${apart}::interval, now() - at * ${apart}::interval
      from generate_series(1, ${orders}::int) as at
      returning id, created_at)
    insert into payments (order_id, user_id, reference, gateway, method, state, amount_kobo, paid_kobo, email, nonce_hash,
      expires_at, created_at)
    select id, ${id}::uuid, 'SW-' || id, 'wallet', 'WALLET', 'succeeded', 210000, 210000, 'ada@sanwo.example',
      sha256(id::text::bytea), created_at, created_at from bought`.execute(db.q)
  await sql`
    with moved as (
      insert into ledger_entries (event, order_id, posted_at)
      select event, order_id, posted_at from (
        select 'manager:' || ${id} || ':topped_up' as event, null::uuid as order_id, now() - interval '2 years' as posted_at
        union all select 'payment:' || id || ':held', id, created_at from orders where user_id = ${id}::uuid
        union all select 'refund:' || id || ':processed', id, created_at from orders
          where user_id = ${id}::uuid and state = 'refunded') as events
      order by posted_at
      returning id, event)
    insert into ledger_postings (entry_id, account, amount_kobo)
    select id, of_account, lines.kobo from moved
      cross join lateral (select case when event like 'payment:%' then 210000 else -210000 end as kobo) as by
      cross join lateral (values (${account.wallet(id)}, by.kobo), (${account.adjustment}, -by.kobo)) as lines (of_account, kobo)`.execute(
    db.q,
  )
  for (const table of ['orders', 'payments', 'ledger_entries', 'ledger_postings'])
    await sql`analyze ${sql.table(table)}`.execute(db.q)
  return issueBearer(db.q, id)
}

/** So many who are registered and can be written to. */
export async function readers(db: Database, people: number): Promise<void> {
  await sql`
    insert into users (uniqueid, name, email, email_verified_at)
    select md5(at::text), 'Reader ' || at, 'reader' || at || '@sanwo.example', now()
    from generate_series(1, ${people}::int) as at`.execute(db.q)
}

/** A manager who is signed in; nobody who is written to. */
export const managerOf = async (db: Database): Promise<string> =>
  issueBearer(db.q, await person(db, { role: 'manager', email_verified_at: null }))

/** A company with money for many purchases. */
export async function companyOf(db: Database): Promise<string> {
  const id = await person(db, { is_company: true, company_name: 'Okafor Mills Ltd' })
  const kobo = 100_000_000_000n
  await db.inTransaction((tx) =>
    post(tx, {
      event: `bench:${id}`,
      orderId: null,
      lines: [
        [account.adjustment, kobo],
        [account.wallet(id), -kobo],
      ],
    }),
  )
  return issueBearer(db.q, id)
}
