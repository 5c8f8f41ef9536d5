import { sql } from 'kysely'
import { type ManagementEndpoint, mayUseEndpoint } from '../../shared/management/endpoint-scopes.ts'
import {
  maxSearchResults,
  type SearchKind,
  type SearchResult,
  searchKinds,
} from '../../shared/management/search.ts'
import { isStoredPhone } from '../../shared/phone.ts'
import type { ManagerScope } from '../../shared/scopes.ts'
import type { Database } from '../database/index.ts'
import { toLocalPhone } from '../purchase/index.ts'
import { compactOf, findDocuments } from './find-documents.ts'
import { findManagedOrders } from './find-orders.ts'
import { findTopUps, topUpsByIds } from './find-top-ups.ts'
import { searchUsers } from './find-users.ts'
import { managedOrdersOf } from './show-orders.ts'

type Finder = (db: Database, search: string) => Promise<Omit<SearchResult, 'kind'>[]>

/** The endpoint that lists each kind: a manager without its scope gets no result of the kind. */
const listEndpoints = {
  order: 'getManagedOrders',
  payment: 'getManagedTransactions',
  top_up: 'getManagedTopUps',
  user: 'getUsers',
  meter: 'getManagedOrders',
  phone: 'getManagedOrders',
  ticket: 'getManagedTickets',
  record: 'getManagedOrders',
} as const satisfies Record<SearchKind, ManagementEndpoint>

/** Results of every kind that the scopes admit, at most five each, in the order of the kinds. */
export async function searchAllRecords(
  db: Database,
  search: string,
  scopes: readonly ManagerScope[],
): Promise<SearchResult[]> {
  const groups = await Promise.all(
    searchKinds
      .filter((kind) => mayUseEndpoint(scopes, listEndpoints[kind]))
      .map(async (kind) =>
        (await finders[kind](db, search)).slice(0, maxSearchResults).map((result) => ({ ...result, kind })),
      ),
  )
  return groups.flat()
}

/** Ids that were found by whole values, then those that are found by parts. */
const withParts = async (ids: readonly string[], findByParts: () => Promise<string[]>): Promise<string[]> => {
  const others = ids.length < maxSearchResults ? await findByParts() : []
  return [...new Set([...ids, ...others])].slice(0, maxSearchResults)
}

const page = { limit: maxSearchResults }

const orders: Finder = async (db, search) => {
  const { ids } = await findManagedOrders(db, { search }, { pageSize: maxSearchResults, userId: null })
  const foundIds = await withParts(ids, () => findDocuments(db, 'order', { search, ...page }))
  const foundOrders = await managedOrdersOf(db, await withParts(foundIds, () => linkedOrders(db, search)))
  return foundOrders
    .filter(({ recorded }) => !recorded)
    .map((order) => ({
      key: order.reference,
      details: [order.title, order.number, order.user?.name ?? order.customer_name ?? order.phone_number],
      order_reference: order.reference,
      created_at: order.created_at,
    }))
}

/** The newest orders that a payment, a vend attempt or the name, e-mail or phone of their user leads to. */
async function linkedOrders(db: Database, search: string): Promise<string[]> {
  const [paymentIds, attemptIds, userIds] = await Promise.all([
    findDocuments(db, 'payment', { search, ...page }),
    findDocuments(db, 'attempt', { search, ...page }),
    searchUsers(db, search, { ...page, after: null }),
  ])
  const { rows } = await sql<{ id: string }>`
    select orders.id from orders join (
      select order_id from payments where id = any(${paymentIds}::uuid[])
      union select order_id from attempts where id = any(${attemptIds}::uuid[])
      union select of_user.id from unnest(${userIds}::uuid[]) as found (user_id) cross join lateral (
        select id from orders where orders.user_id = found.user_id and state <> 'quoted'
        order by created_at desc, id desc limit ${maxSearchResults}) as of_user) as linked on linked.order_id = orders.id
    where state <> 'quoted' order by created_at desc, id desc limit ${maxSearchResults}`.execute(db.q)
  return rows.map(({ id }) => id)
}

const payments: Finder = async (db, search) => {
  const ids = await findDocuments(db, 'payment', { search, ...page })
  const { rows } = await sql<{ reference: string; order: string | null; gateway: string; created_at: Date }>`
    select payments.reference, orders.reference as order, gateway, payments.created_at
    from payments left join orders on orders.id = payments.order_id
    where payments.id = any(${ids}::uuid[]) order by payments.created_at desc`.execute(db.q)
  return rows.map((row) => ({
    key: row.reference,
    details: [row.gateway],
    order_reference: row.order,
    created_at: row.created_at.toISOString(),
  }))
}

const topUps: Finder = async (db, search) => {
  const { list } = await findTopUps(db, { search })
  const isListed = new Set(list.map(({ id }) => id))
  const others = list.length < maxSearchResults ? await findDocuments(db, 'top_up', { search, ...page }) : []
  const foundTopUps = await topUpsByIds(
    db,
    others.filter((id) => !isListed.has(id)),
  )
  return [...list, ...foundTopUps].slice(0, maxSearchResults).map((topUp) => ({
    key: topUp.reference,
    details: topUp.user ? [topUp.user.name] : [],
    order_reference: null,
    created_at: topUp.created_at,
  }))
}

const users: Finder = async (db, search) => {
  const ids = await searchUsers(db, search, { limit: maxSearchResults, after: null })
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

/** Orders whose numbers are read: enough that one with many orders hides few others. */
const maxNumberedOrders = 200

/** Meters, smartcards and phones that contain the digits, of the newest orders first. */
async function numbersOf(db: Database, search: string): Promise<string[]> {
  const digits = compactOf(search).replace(/^\+/, '')
  if (!/^\d{3,15}$/.test(digits)) return []
  const ids = await findDocuments(db, 'order', { search: digits, limit: maxNumberedOrders })
  const { rows } = await sql<{ beneficiary: string; phone: string }>`
    select beneficiary, phone from orders where id = any(${ids}::uuid[]) order by created_at desc`.execute(
    db.q,
  )
  const numbers = new Set(rows.flatMap(({ beneficiary, phone }) => [beneficiary, phone]))
  return [...numbers].filter((number) => number.includes(digits) || toLocalPhone(number).includes(digits))
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

const tickets: Finder = async (db, search) => {
  const users = await searchUsers(db, search, { limit: maxSearchResults, after: null })
  const ofUsers = await sql<{ id: string }>`
    select id from tickets where user_id = any(${users}::uuid[])
    order by created_at desc limit ${maxSearchResults}`.execute(db.q)
  const ids = await findDocuments(db, 'ticket', { search, ...page })
  const { rows } = await sql<{
    number: string
    order: string | null
    message: string
    state: string
    created_at: Date
  }>`
    select tickets.number, orders.reference as order, tickets.message, tickets.state, tickets.created_at
    from tickets left join orders on orders.id = tickets.order_id
    where tickets.id = any(${[...ids, ...ofUsers.rows.map(({ id }) => id)]}::uuid[])
    order by tickets.created_at desc limit ${maxSearchResults}`.execute(db.q)
  return rows.map((ticket) => ({
    key: ticket.number,
    details: [ticket.state, ticket.message.slice(0, 80)],
    order_reference: ticket.order,
    created_at: ticket.created_at.toISOString(),
  }))
}

const records: Finder = async (db, search) => {
  const ids = await findDocuments(db, 'record', { search, ...page })
  const { rows } = await sql<{ reference: string; meter_number: string; phone: string; created_at: Date }>`
    select reference, meter_number, phone, created_at from power_records
    where id = any(${ids}::uuid[]) order by created_at desc`.execute(db.q)
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
