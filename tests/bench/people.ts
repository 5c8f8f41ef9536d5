import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../server/database/index.ts'
import { issueBearer } from '../../server/http/authenticate.ts'
import { account, post } from '../../server/ledger/index.ts'

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

/** Somebody who has bought so often, with a payment for each order; every fiftieth was refunded. */
export async function personWith(db: Database, orders: number): Promise<string> {
  const id = await person(db)
  await sql`
    with bought as (
      insert into orders (reference, access_token, view_token, service, code, variation, state, user_id, fingerprint,
        beneficiary, phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer, created_at, delivered_at)
      select translate(upper(substr(md5(${id} || at::text), 1, 12)), '01', 'XY'), md5(${id} || 'a' || at::text),
        md5(${id} || 'v' || at::text), (array['power', 'airtime', 'data', 'cabletv'])[1 + at % 4], 'mtn', '',
        case when at % 50 = 0 then 'refunded' else 'delivered' end, ${id}::uuid, at::text,
        '1100' || lpad(at::text, 7, '0'), '+234803' || lpad(at::text, 7, '0'), 200000, 10000, 210000,
        'vtpass', '{"name": "Ada Obi"}', now() - make_interval(mins => at), now() - make_interval(mins => at)
      from generate_series(1, ${orders}::int) as at
      returning id, created_at)
    insert into payments (order_id, user_id, reference, gateway, method, state, amount_kobo, paid_kobo, email, nonce_hash,
      expires_at, created_at)
    select id, ${id}::uuid, 'SW-' || id, 'wallet', 'WALLET', 'succeeded', 210000, 210000, 'ada@sanwo.example',
      sha256(id::text::bytea), created_at, created_at from bought`.execute(db.q)
  await sql`analyze orders`.execute(db.q)
  await sql`analyze payments`.execute(db.q)
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
