import { type Selectable, sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { UserDetails } from '../../shared/management/users.ts'
import { nairaOf } from '../../shared/money.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database, Tables } from '../database/index.ts'
import { type Actor, ApiError, decodeCursor, encodeCursor, pageOf } from '../http/index.ts'
import { account, balanceOf } from '../ledger/index.ts'
import { isPaidByOwnerSql } from '../purchase/index.ts'
import { searchUsers } from './find-users.ts'

type User = Selectable<Tables['users']>

const maxChoices = 50
const pageSize = 50

/** Users to choose from, by name; the newest when more match. */
export async function userChoices(db: Database, search: string | undefined) {
  const matchingIds = search && (await searchUsers(db, search, { limit: maxChoices, after: null }))
  const rows = await db.q
    .selectFrom('users')
    .select(['uniqueid', 'name', 'email', 'picture'])
    .where('closed_at', 'is', null)
    .$if(Boolean(matchingIds), (builder) =>
      builder.where('id', '=', sql<string>`any(${matchingIds}::uuid[])`),
    )
    .orderBy('name')
    .limit(maxChoices)
    .execute()
  return rows.map(toChoice)
}

const toChoice = (row: Pick<User, 'uniqueid' | 'name' | 'email' | 'picture'>) => ({
  uniqueid: row.uniqueid,
  id: row.uniqueid,
  name: row.name,
  email: row.email,
  picture: row.picture,
})

/** All users, the newest first, page by page. */
export async function listUsers(
  db: Database,
  query: { search?: string | undefined; cursor?: string | undefined },
) {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor)
  const matchingIds = query.search && (await searchUsers(db, query.search, { limit: pageSize + 1, after }))
  const rows = await db.q
    .selectFrom('users')
    .select(['id', 'uniqueid', 'name', 'email', 'picture', 'phone', 'role', 'is_company', 'created_at'])
    .select(['email_verified_at', 'blocked_at', 'closed_at', sql<string>`created_at::text`.as('at')])
    .$if(Boolean(matchingIds), (builder) =>
      builder.where('id', '=', sql<string>`any(${matchingIds}::uuid[])`),
    )
    .$if(after !== null, (builder) =>
      builder.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { page, next } = pageOf(rows, pageSize, encodeCursor)
  return {
    list: page.map((row) => ({
      ...toChoice(row),
      ...contactOf(row),
      is_blocked: row.blocked_at !== null,
      is_closed: row.closed_at !== null,
    })),
    next,
  }
}

const contactOf = (
  row: Pick<User, 'phone' | 'role' | 'email_verified_at' | 'is_company' | 'created_at'>,
) => ({
  phone: row.phone,
  role: row.role,
  email_verified: row.email_verified_at !== null,
  is_company: row.is_company,
  created_at: row.created_at.toISOString(),
})

/** The user with this uniqueid. @throws ApiError NOT_FOUND on the field */
export async function userByUniqueid(db: Database, uniqueid: string, field?: string) {
  const user = await db.q.selectFrom('users').selectAll().where('uniqueid', '=', uniqueid).executeTakeFirst()
  if (!user) throw new ApiError('NOT_FOUND', field ? { field } : {})
  return user
}

/** Records in the audit log that a manager reads a user's data. */
export const logRead = (
  db: Database,
  { actor, requestId }: { actor: Actor; requestId: string },
  recordType: string,
  { subject, owner = null }: { subject: string; owner?: string | null },
): Promise<void> =>
  recordAuditEvent(db.q, { actor, action: `${recordType}.read`, subject, dataSubject: owner, requestId })

/** Number of records in each list of the user's page. */
async function recordCountsOf(db: Database, userId: UserId): Promise<UserDetails['record_counts']> {
  const { rows } = await sql<UserDetails['record_counts']>`
    select (select count(*)::int from orders where user_id = ${userId} and state <> 'quoted') as orders,
      (select count(*)::int from payment_cards where user_id = ${userId} and deleted_at is null and token is not null) as cards,
      (select count(*)::int from beneficiaries where user_id = ${userId}
        and type in ('power', 'cable-tv')) as meters,
      (select count(*)::int from tickets where user_id = ${userId}) as tickets,
      (select count(*)::int from user_notes where user_id = ${userId}) as notes`.execute(db.q)
  return rows[0] ?? { orders: 0, cards: 0, meters: 0, tickets: 0, notes: 0 }
}

/** One user: contact, wallet balances and totals of delivered orders. Naira. */
export async function detailsOf(
  db: Database,
  actor: Actor,
  user: Awaited<ReturnType<typeof userByUniqueid>>,
) {
  const [wallet, heldBalance, bonus, recordCounts] = await Promise.all([
    balanceOf(db.q, account.wallet(user.id)),
    balanceOf(db.q, account.hold(user.id)),
    balanceOf(db.q, account.bonus(user.id)),
    recordCountsOf(db, user.id),
  ])
  const sums = await db.q
    .selectFrom('orders')
    .select((builder) => [
      builder.fn.countAll<string>().as('orders'),
      sql<string>`coalesce(sum(total_kobo) filter (where ${isPaidByOwnerSql}), 0)`.as('spent'),
    ])
    .where('user_id', '=', user.id)
    .where('state', '=', 'delivered')
    .executeTakeFirstOrThrow()
  return {
    ...toChoice(user),
    ...contactOf(user),
    company_name: user.company_name,
    scopes: user.scopes,
    has_pin: user.pin_hash !== null,
    blocked: user.blocked_at && {
      at: user.blocked_at.toISOString(),
      reason: user.blocked_reason ?? '',
    },
    closed_at: user.closed_at?.toISOString() ?? null,
    is_own: user.id === actor.userId,
    wallet_balance: nairaOf(wallet),
    wallet_held: nairaOf(heldBalance),
    bonus: nairaOf(bonus),
    orders: Number(sums.orders),
    spent: nairaOf(BigInt(sums.spent)),
    record_counts: recordCounts,
  }
}
