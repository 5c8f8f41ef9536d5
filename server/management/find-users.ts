import { sql } from 'kysely'
import { normalisePhone } from '../../shared/phone.ts'
import type { Database } from '../database/index.ts'
import type { Place } from '../http/index.ts'

/** So many of the newest are looked at as they are: what many have is found among them. */
const walked = 5_000

const words = sql`searched(name, email, phone)`
const newestFirst = (most: number) => sql`order by created_at desc, id desc limit ${most}`

/** The ids of users with this in their name, e-mail or phone, the newest, or with the account of this number. */
export async function usersHolding(
  db: Database,
  search: string,
  part: { most: number; after: Place | null },
): Promise<string[]> {
  const owners = await db.q
    .selectFrom('virtual_accounts')
    .select('user_id')
    .where('account_number', '=', search.trim())
    .execute()
  return [...owners.map((it) => it.user_id), ...(await byWords(db, search, part))]
}

/**
 * What many have is found by looking at the newest, what few have by its pieces of three letters; there are many of
 * what is shorter.
 */
async function byWords(
  { q }: Database,
  search: string,
  { most, after }: { most: number; after: Place | null },
): Promise<string[]> {
  const typed = [...new Set([search, normalisePhone(search)])].map((part) => part.toLowerCase())
  const holding = sql`like any(${typed.map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`)}::text[])`
  const older = after ? sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const hasPieces = typed.every((part) => part.length >= 3)
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, created_at, ${words} as words from users where ${older}
      ${hasPieces ? newestFirst(walked) : sql``}) as newest
    where words ${holding} ${newestFirst(most)}`.execute(q)
  if (rows.length === most || !hasPieces) return rows.map(({ id }) => id)
  const inPieces = typed.map((part) => sql`pieces(${words}) @> pieces(${part})`)
  const found = await sql<{ id: string }>`
    with held as materialized (
      select id, created_at, ${words} as words from users where ${older} and (${sql.join(inPieces, sql` or `)}))
    select id from held where words ${holding} ${newestFirst(most)}`.execute(q)
  return found.rows.map(({ id }) => id)
}
