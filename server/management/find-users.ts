import { sql } from 'kysely'
import { normalisePhone } from '../../shared/phone.ts'
import type { Database } from '../database/index.ts'
import type { Cursor } from '../http/index.ts'

/** This many of the newest users are scanned without an index: enough for common terms. */
const scanLimit = 5_000

const searchText = sql`user_search_text(name, email, phone)`
const newestFirst = (limit: number) => sql`order by created_at desc, id desc limit ${limit}`

const patternOf = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Ids of users whose name, e-mail or phone contains the text or each of its words, newest first, and of the owner of
 * this account number.
 */
export async function searchUsers(
  db: Database,
  search: string,
  range: { limit: number; after: Cursor | null },
): Promise<string[]> {
  const owners = await db.q
    .selectFrom('virtual_accounts')
    .select('user_id')
    .where('account_number', '=', search.trim())
    .execute()
  return [...owners.map((owner) => owner.user_id), ...(await searchByText(db, search, range))]
}

/**
 * Scans the newest users for common terms, and uses the trigram index for rare ones. A term of fewer than
 * three letters is common.
 */
async function searchByText(
  { q }: Database,
  search: string,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<string[]> {
  const terms = [...new Set([search, normalisePhone(search)])].map((term) => term.toLowerCase())
  const searchWords = search.toLowerCase().split(/\s+/)
  const matches = sql`(search_text like any(${terms.map(patternOf)}::text[]) or search_text like all(${searchWords.map(patternOf)}::text[]))`
  const beforeCursor = after
    ? sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const hasTrigrams = searchWords.some((word) => word.length >= 3)
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, created_at, ${searchText} as search_text from users where ${beforeCursor}
      ${hasTrigrams ? newestFirst(scanLimit) : sql``}) as newest
    where ${matches} ${newestFirst(limit)}`.execute(q)
  if (rows.length === limit || !hasTrigrams) return rows.map(({ id }) => id)
  const containsTrigrams = (term: string) => sql`trigrams(${searchText}) @> trigrams(${term})`
  const trigramMatches = [
    ...terms.map(containsTrigrams),
    sql`(${sql.join(searchWords.filter((word) => word.length >= 3).map(containsTrigrams), sql` and `)})`,
  ]
  const trigramResult = await sql<{ id: string }>`
    with candidates as materialized (
      select id, created_at, ${searchText} as search_text from users where ${beforeCursor} and (${sql.join(trigramMatches, sql` or `)}))
    select id from candidates where ${matches} ${newestFirst(limit)}`.execute(q)
  return trigramResult.rows.map(({ id }) => id)
}
