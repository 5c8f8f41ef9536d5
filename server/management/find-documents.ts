import { sql } from 'kysely'
import { normalisePhone } from '../../shared/phone.ts'
import type { Database, Tables } from '../database/index.ts'
import { documentSources } from './search-documents.ts'

type DocumentKind = Tables['search_documents']['kind']

/** A part that many rows contain is in the newest ones; a rarer one is found by its trigrams. */
const newestDocuments = 5_000
/** Rows without a document yet; the job that writes documents leaves fewer. */
const maxQueued = 5_000
const trigramLength = 3

const escapeLikePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
export const compactOf = (search: string): string => search.replace(/[\s-]/g, '')

/** A row matches if it contains one of the whole texts, or all words. */
interface SearchTerms {
  readonly wholes: readonly string[]
  readonly words: readonly string[]
}

function searchTermsOf(search: string): SearchTerms {
  const compact = compactOf(search)
  const wholes = [compact, ...(/\d/.test(compact) ? [normalisePhone(compact)] : [])]
  return {
    wholes: [...new Set(wholes.map((term) => term.toLowerCase()))],
    words: [...new Set(search.toLowerCase().trim().split(/\s+/))],
  }
}

function isMatch({ wholes, words }: SearchTerms) {
  const patterns = (terms: readonly string[]) => terms.map((term) => `%${escapeLikePattern(term)}%`)
  return sql<boolean>`(body like any(${patterns(wholes)}::text[]) or body like all(${patterns(words)}::text[]))`
}

/** Rows that have the trigrams of a match. Words shorter than a trigram narrow a search and do not start one. */
function hasTrigrams(kind: DocumentKind, { wholes, words }: SearchTerms) {
  const contains = (term: string) =>
    sql<boolean>`search_trigrams(kind, body) @> search_trigrams(${kind}, ${term})`
  const longWords = words.filter((word) => word.length >= trigramLength)
  const options = wholes.map(contains)
  if (longWords.length > 0) options.push(sql`(${sql.join(longWords.map(contains), sql` and `)})`)
  return sql<boolean>`(${sql.join(options, sql` or `)})`
}

/**
 * Ids of the newest rows of a kind that contain a part of at least three characters, or all words in any order, newest
 * first. Reads the whole history.
 */
export async function findDocuments(
  { q }: Database,
  kind: DocumentKind,
  { search, limit }: { search: string; limit: number },
): Promise<string[]> {
  const terms = searchTermsOf(search)
  const { rows } = await sql<{ row_id: string }>`
    select row_id from (
      (select row_id, created_at from (
        select row_id, created_at, body from search_documents where kind = ${kind}
        order by created_at desc, row_id desc limit ${newestDocuments}) as newest
        where ${isMatch(terms)} limit ${limit})
      union (select row_id, created_at from (${queuedDocuments}) as queued where kind = ${kind} and ${isMatch(terms)})
    ) as found order by created_at desc, row_id desc limit ${limit}`.execute(q)
  if (rows.length === limit) return rows.map(({ row_id }) => row_id)
  const indexResult = await sql<{ row_id: string }>`
    with matches as materialized (select row_id, kind, created_at, body from search_documents where ${hasTrigrams(kind, terms)})
    select row_id from matches where kind = ${kind} and ${isMatch(terms)}
    order by created_at desc, row_id desc limit ${limit}`.execute(q)
  return [...new Set([...rows, ...indexResult.rows].map(({ row_id }) => row_id))].slice(0, limit)
}

/** Ids of rows that contain a part of a search. */
export interface MatchingIds {
  readonly orders: readonly string[]
  readonly attempts: readonly string[]
  readonly payments: readonly string[]
  readonly records: readonly string[]
  readonly topUps: readonly string[]
}

/** A list shows this many rows of each kind that contain a part; whole values are found without a limit. */
const maxMatches = 1_000
export const noMatchingIds: MatchingIds = { orders: [], attempts: [], payments: [], records: [], topUps: [] }

/** The newest rows of a list that contain a part of a search; none for a part shorter than a trigram. */
export async function findMatchingIds(db: Database, search: string | undefined): Promise<MatchingIds> {
  if (!search || compactOf(search).length < trigramLength) return noMatchingIds
  const ofKind = (kind: DocumentKind) => findDocuments(db, kind, { search, limit: maxMatches })
  return {
    orders: await ofKind('order'),
    attempts: await ofKind('attempt'),
    payments: await ofKind('payment'),
    records: await ofKind('record'),
    topUps: await ofKind('top_up'),
  }
}

const queuedDocuments = sql.join(
  Object.entries(documentSources).map(
    ([table, source]) => sql`select * from (${source}) as ${sql.ref(table)} where row_id in (
      select row_id from search_queue where table_name = ${sql.lit(table)} order by id desc limit ${sql.lit(maxQueued)})`,
  ),
  sql` union all `,
)
