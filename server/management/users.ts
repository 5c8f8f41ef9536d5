import { sql } from 'kysely'
import { nairaOf } from '../../shared/money.ts'
import { audit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, cursorAt, placeOf, Refused } from '../http/index.ts'
import { account, balanceOf } from '../ledger/index.ts'
import { usersHolding } from './find-users.ts'

const mostToChoose = 50
const pageSize = 50

/** Users to choose from, by name: of many that fit the newest. */
export async function usersToChoose(db: Database, search: string | undefined) {
  const holding = search && (await usersHolding(db, search, { most: mostToChoose, after: null }))
  const rows = await db.q
    .selectFrom('users')
    .select(['uniqueid', 'name', 'email', 'picture'])
    .$if(Boolean(holding), (it) => it.where('id', '=', sql<string>`any(${holding}::uuid[])`))
    .orderBy('name')
    .limit(mostToChoose)
    .execute()
  return rows.map(picked)
}

const picked = (row: { uniqueid: string; name: string; email: string; picture: string | null }) => ({
  uniqueid: row.uniqueid,
  id: row.uniqueid,
  name: row.name,
  email: row.email,
  picture: row.picture,
})

/** All users, the newest first, page by page. */
export async function listUsers(
  db: Database,
  wish: { search?: string | undefined; cursor?: string | undefined },
) {
  const after = wish.cursor === undefined ? null : placeOf(wish.cursor)
  const holding = wish.search && (await usersHolding(db, wish.search, { most: pageSize + 1, after }))
  const rows = await db.q
    .selectFrom('users')
    .select(['id', 'uniqueid', 'name', 'email', 'picture', 'phone', 'role', 'is_company', 'created_at'])
    .select(['email_verified_at', sql<string>`created_at::text`.as('at')])
    .$if(Boolean(holding), (it) => it.where('id', '=', sql<string>`any(${holding}::uuid[])`))
    .$if(after !== null, (it) =>
      it.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const last = rows[pageSize - 1]
  return {
    list: rows.slice(0, pageSize).map((row) => ({ ...picked(row), ...contactOf(row) })),
    next: rows.length > pageSize && last ? cursorAt(last) : null,
  }
}

const contactOf = (row: {
  phone: string | null
  role: 'user' | 'manager'
  email_verified_at: Date | null
  is_company: boolean
  created_at: Date
}) => ({
  phone: row.phone,
  role: row.role,
  email_verified: row.email_verified_at !== null,
  is_company: row.is_company,
  created_at: row.created_at.toISOString(),
})

/** The user of a uniqueid. @throws Refused NOT_FOUND on the field */
export async function userNamed(db: Database, uniqueid: string, field?: string) {
  const user = await db.q.selectFrom('users').selectAll().where('uniqueid', '=', uniqueid).executeTakeFirst()
  if (!user) throw new Refused('NOT_FOUND', field ? { field } : {})
  return user
}

/** Writes down that a manager reads what belongs to somebody else. */
export const logRead = (
  db: Database,
  it: { by: Actor; request: string; what: string; subject: string; owner: string | null },
): Promise<void> =>
  audit(db.q, {
    by: it.by,
    action: `${it.what}.read`,
    subject: it.subject,
    owner: it.owner,
    request: it.request,
  })

/** One user: contact, wallet, sums of what was delivered. Naira. */
export async function detailsOf(db: Database, user: Awaited<ReturnType<typeof userNamed>>) {
  const [wallet, held, bonus] = await Promise.all([
    balanceOf(db.q, account.wallet(user.id)),
    balanceOf(db.q, account.hold(user.id)),
    balanceOf(db.q, account.bonus(user.id)),
  ])
  const sums = await db.q
    .selectFrom('orders')
    .select((it) => [
      it.fn.countAll<string>().as('orders'),
      sql<string>`coalesce(sum(total_kobo), 0)`.as('spent'),
    ])
    .where('user_id', '=', user.id)
    .where('state', '=', 'delivered')
    .executeTakeFirstOrThrow()
  return {
    ...picked(user),
    ...contactOf(user),
    company_name: user.company_name,
    wallet_balance: nairaOf(wallet),
    wallet_held: nairaOf(held),
    bonus: nairaOf(bonus),
    orders: Number(sums.orders),
    spent: nairaOf(BigInt(sums.spent)),
  }
}
