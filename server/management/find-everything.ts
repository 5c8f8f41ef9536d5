import { sql } from 'kysely'
import { maxSearchResults, type SearchKind, type SearchResult } from '../../shared/management/search.ts'
import { normalisePhone } from '../../shared/phone.ts'
import { referenceLength } from '../../shared/references.ts'
import type { Database } from '../database/index.ts'
import { toLocalPhone } from '../purchase/index.ts'
import { findManagedOrders, ordersQuery } from './find-orders.ts'
import { findTopUps } from './find-top-ups.ts'
import { searchUsers } from './find-users.ts'
import { managedOrdersOf } from './show-orders.ts'

/** A part of a value inside a longer one is found in this many of the newest rows, which takes a few milliseconds. */
const newestRows = 5_000

type Finder = (db: Database, search: string) => Promise<Omit<SearchResult, 'kind'>[]>

/** Results of every kind, at most five each, in the order of the kinds. */
export async function searchAllRecords(db: Database, search: string): Promise<SearchResult[]> {
  const groups = await Promise.all(
    Object.entries(finders).map(async ([kind, find]) =>
      (await find(db, search))
        .slice(0, maxSearchResults)
        .map((result) => ({ ...result, kind: kind as SearchKind })),
    ),
  )
  return groups.flat()
}

const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/)
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
const compactOf = (search: string): string => search.replace(/[\s-]/g, '')

/** Condition on a lower-case text: it contains the whole search without spaces, or each of its words. */
function contains(text: ReturnType<typeof sql>, search: string) {
  const words = wordsOf(search).map((word) => `%${escaped(word)}%`)
  const whole = [compactOf(search), normalisePhone(compactOf(search))].map(
    (term) => `%${escaped(term.toLowerCase())}%`,
  )
  return sql<boolean>`(${text} like all(${words}::text[]) or ${text} like any(${whole}::text[]))`
}

const orders: Finder = async (db, search) => {
  const page = { pageSize: maxSearchResults, userId: null }
  const { ids } = await findManagedOrders(db, { search }, page)
  const others = ids.length < maxSearchResults ? await orderIdsByPart(db, search) : []
  const found = await managedOrdersOf(db, [...new Set([...ids, ...others])].slice(0, maxSearchResults))
  return found
    .filter(({ recorded }) => !recorded)
    .map((order) => ({
      key: order.reference,
      details: [order.title, order.number, order.user?.name ?? order.customer_name ?? order.phone_number],
      order_reference: order.reference,
      created_at: order.created_at,
    }))
}

/** By the beginning of a reference in the whole history, by other parts in the newest orders. */
async function orderIdsByPart(db: Database, search: string): Promise<string[]> {
  const prefix = compactOf(search).toUpperCase()
  const isPrefix = /^[A-HJ-NP-Z2-9]{1,12}$/.test(prefix)
  const newest = ordersQuery({}, { cursor: null, userId: null, limit: newestRows })
  const text = sql`lower(concat_ws(' ', reference, beneficiary, phone, email, customer_snapshot ->> 'name'))`
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select id, created_at from orders where state <> 'quoted' and ${isPrefix}
        and reference between ${prefix.padEnd(referenceLength, '2')} and ${prefix.padEnd(referenceLength, 'Z')}
        limit ${maxSearchResults})
      union
      (select orders.id, orders.created_at from ${newest} as newest join orders on orders.id = newest.id
        where ${contains(text, search)} order by orders.created_at desc limit ${maxSearchResults})) as found
    order by created_at desc limit ${maxSearchResults}`.execute(db.q)
  return rows.map(({ id }) => id)
}

const payments: Finder = async (db, search) => {
  const { rows } = await sql<{ reference: string; order: string | null; gateway: string; created_at: Date }>`
    select payments.reference, orders.reference as order, gateway, payments.created_at
    from payments left join orders on orders.id = payments.order_id
    where payments.reference in (${search}, upper(${search}), lower(${search})) and purpose = 'order'
    limit ${maxSearchResults}`.execute(db.q)
  return rows.map((row) => ({
    key: row.reference,
    details: [row.gateway],
    order_reference: row.order,
    created_at: row.created_at.toISOString(),
  }))
}

const topUps: Finder = async (db, search) =>
  (await findTopUps(db, { search })).list.slice(0, maxSearchResults).map((topUp) => ({
    key: topUp.reference,
    details: topUp.user ? [topUp.user.name] : [],
    order_reference: null,
    created_at: topUp.created_at,
  }))

const users: Finder = async (db, search) => {
  const ids = await searchUsers(db, search, { most: maxSearchResults, after: null })
  if (ids.length === 0) return []
  const rows = await db.q
    .selectFrom('users')
    .select(['uniqueid', 'name', 'email', 'phone', 'created_at'])
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((user) => ({
    key: user.uniqueid,
    details: [user.name, user.email, ...(user.phone ? [toLocalPhone(user.phone)] : [])],
    order_reference: null,
    created_at: user.created_at.toISOString(),
  }))
}

/**
 * Numbers of orders that begin with the digits, in the whole history, and those that end in them when they are four.
 * The index on terms is in the order of a collation, in which numbers with a common beginning are adjacent.
 */
async function numbersOf(db: Database, search: string): Promise<string[]> {
  const digits = compactOf(search).replace(/^\+/, '')
  if (!/^\d{4,15}$/.test(digits)) return []
  const beginnings = [digits, ...(digits.startsWith('0') ? [`+234${digits.slice(1)}`] : [`+${digits}`])]
  const { rows } = await sql<{ term: string }>`
    select distinct term from (
      select part.term from unnest(${beginnings}::text[]) as beginning (value) cross join lateral (
        select term from order_search_terms where term >= value and term <= value || '999999999999999'
          and term like value || '%' limit 200) as part
      union
      select unnest(array[orders.beneficiary, orders.phone]) from (
        select order_id from order_search_terms where term = ${`last4:${digits}`} order by created_at desc limit 50) as ending
        join orders on orders.id = ending.order_id) as numbers
    where term like any(${[...beginnings.map((value) => `${value}%`), `%${digits}`]}::text[]) order by term limit 50`.execute(
    db.q,
  )
  return rows.map(({ term }) => term)
}

const numbers =
  (isPhone: (number: string) => boolean): Finder =>
  async (db, search) =>
    (await numbersOf(db, search)).filter(isPhone).map((number) => ({
      key: toLocalPhone(number),
      details: [],
      order_reference: null,
      created_at: null,
    }))
const isStoredPhone = (number: string) => number.startsWith('+')

const tickets: Finder = async (db, search) => {
  const text = sql`lower(concat_ws(' ', tickets.number, tickets.email, orders.reference, users.name, users.email, tickets.message))`
  const { rows } = await sql<{
    number: string
    order: string | null
    message: string
    state: string
    created_at: Date
  }>`
    select tickets.number, orders.reference as order, tickets.message, tickets.state, tickets.created_at
    from (select * from tickets order by created_at desc limit ${newestRows}) as tickets
      left join orders on orders.id = tickets.order_id left join users on users.id = tickets.user_id
    where ${contains(text, search)} order by tickets.created_at desc limit ${maxSearchResults}`.execute(db.q)
  return rows.map((ticket) => ({
    key: ticket.number,
    details: [ticket.state, ticket.message.slice(0, 80)],
    order_reference: ticket.order,
    created_at: ticket.created_at.toISOString(),
  }))
}

const records: Finder = async (db, search) => {
  const text = sql`lower(concat_ws(' ', reference, meter_number, phone, email, order_reference, platform, disco))`
  const { rows } = await sql<{ reference: string; meter_number: string; phone: string; created_at: Date }>`
    select reference, meter_number, phone, created_at
    from (select * from power_records order by created_at desc, id desc limit ${newestRows}) as newest
    where ${contains(text, search)} order by created_at desc limit ${maxSearchResults}`.execute(db.q)
  return rows.map((record) => ({
    key: record.reference,
    details: [record.meter_number, toLocalPhone(record.phone)],
    order_reference: record.reference,
    created_at: record.created_at.toISOString(),
  }))
}

const finders: Readonly<Record<SearchKind, Finder>> = {
  order: orders,
  payment: payments,
  top_up: topUps,
  user: users,
  meter: numbers((number) => !isStoredPhone(number)),
  phone: numbers(isStoredPhone),
  ticket: tickets,
  record: records,
}
