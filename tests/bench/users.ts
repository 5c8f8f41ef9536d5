import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashSecret } from '../../server/accounts/password.ts'
import type { Database } from '../../server/database/index.ts'
import { issueSessionToken } from '../../server/http/authenticate.ts'
import { account, post } from '../../server/ledger/index.ts'
import { scopes } from '../../shared/scopes.ts'

/** Minutes between two orders of a long history: a hundred thousand orders fill a year. */
export const minutesApart = 5

async function createUser(db: Database, values: object = {}): Promise<string> {
  const name = randomBytes(6).toString('hex')
  const { id } = await db.q
    .insertInto('users')
    .values({
      uniqueid: name,
      name: 'Ada Obi',
      email: `${name}@sanwo.example`,
      email_verified_at: new Date(),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const spacing = `${minutesApart} minutes`

/**
 * A user with this number of wallet orders, after one top-up. Every third was refunded: a page of refunded
 * orders is full with few orders too.
 * @returns a session token
 */
export async function createUserWithOrders(db: Database, orders: number): Promise<string> {
  const id = await createUser(db)
  await sql`
    with bought as (
      insert into orders (reference, access_token, view_token, service, code, variation, state, user_id, dedupe_hash,
        beneficiary, phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer_snapshot, created_at, delivered_at)
      select translate(upper(substr(md5(${id} || at::text), 1, 12)), '01', 'XY'), md5(${id} || 'a' || at::text),
        md5(${id} || 'v' || at::text), (array['power', 'airtime', 'data', 'cabletv'])[1 + at % 4], 'mtn', '',
        case when at % 3 = 0 then 'refunded' else 'delivered' end, ${id}::uuid, at::text,
        '1100' || lpad(at::text, 7, '0'), '+234803' || lpad(at::text, 7, '0'), 200000, 10000, 210000,
        'vtpass', '{"name": "Ada Obi"}', now() - at * ${spacing}::interval, now() - at * ${spacing}::interval
      from generate_series(1, ${orders}::int) as at
      returning id, created_at)
    insert into payments (order_id, user_id, reference, gateway, method, state, amount_kobo, paid_kobo, email, return_nonce_hash,
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
  return issueSessionToken(db.q, id)
}

/** Registered users with a verified e-mail, who can receive campaigns. */
export async function campaignRecipients(db: Database, people: number): Promise<void> {
  await sql`
    insert into users (uniqueid, name, email, email_verified_at)
    select md5(at::text), 'Reader ' || at, 'reader' || at || '@sanwo.example', now()
    from generate_series(1, ${people}::int) as at`.execute(db.q)
}

/** A signed-in manager, who receives no campaigns. */
export async function createManagerSession(db: Database, pin: string | null = null): Promise<string> {
  const pin_hash = pin && (await hashSecret(pin))
  const manager = { role: 'manager', scopes: [...scopes], email_verified_at: null, pin_hash } as const
  return issueSessionToken(db.q, await createUser(db, manager))
}

/** A company with money for many purchases. */
export async function createCompanySession(db: Database): Promise<string> {
  const id = await createUser(db, { is_company: true, company_name: 'Okafor Mills Ltd' })
  const kobo = 100_000_000_000n
  await db.inTransaction((tx) =>
    post(tx, {
      event: `bench:${id}`,
      orderId: null,
      postings: [
        [account.adjustment, kobo],
        [account.wallet(id), -kobo],
      ],
    }),
  )
  return issueSessionToken(db.q, id)
}

/** E-mails of new accounts with one password. Sign-ins are limited per account. */
export async function createAccounts(db: Database, password: string, count: number): Promise<string[]> {
  const password_hash = await hashSecret(password)
  const emails: string[] = []
  for (let created = 0; created < count; created++) {
    const id = await createUser(db, { password_hash })
    const { email } = await db.q
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    emails.push(email)
  }
  return emails
}

/** Users with this PIN and a funded wallet, each with a phone that is linked to the account. @returns the phones */
export async function createPhoneUsers(db: Database, pin: string, count: number): Promise<string[]> {
  const pin_hash = await hashSecret(pin)
  const phones: string[] = []
  for (let index = 0; index < count; index++) {
    const phone = `+2348010${String(index).padStart(6, '0')}`
    const userId = await createUser(db, { phone, pin_hash })
    await db.inTransaction((tx) =>
      post(tx, {
        event: `bench:${userId}:wallet`,
        orderId: null,
        postings: [
          [account.adjustment, 100_000n],
          [account.wallet(userId), -100_000n],
        ],
      }),
    )
    await db.q.insertInto('verified_phones').values({ phone, user_id: userId }).execute()
    phones.push(phone)
  }
  return phones
}
