import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Approval } from '../../shared/management/approvals.ts'
import type { getManagedTopUps, ManagedTopUp, TopUpState } from '../../shared/management/top-ups.ts'
import { nairaOf } from '../../shared/money.ts'
import type { GatewayName } from '../../shared/payments.ts'
import type { Database, DepositState, PaymentState } from '../database/index.ts'
import { type Cursor, decodeCursor, encodeCursor, pageOf } from '../http/index.ts'
import { noMatchingIds } from './find-documents.ts'
import { type OrderQuery, type PageOptions, pageOrder, rangeCondition } from './find-orders.ts'
import { searchUsers } from './find-users.ts'

type Filter = z.infer<typeof getManagedTopUps.query>

const pageSize = 50
/** A search by user covers this many of the newest matches. */
const maxUsers = 50

interface Row extends Cursor {
  kind: ManagedTopUp['kind']
  reference: string
  gateway: GatewayName | null
  gateway_reference: string | null
  amount_kobo: bigint | null
  state: PaymentState | DepositState | Approval['state']
  created_at: Date
  uniqueid: string | null
  name: string | null
}

/** Wallet top-ups of every kind, newest first, found by reference or user. @throws ApiError INVALID */
export async function findTopUps(
  db: Database,
  filter: Filter,
): Promise<{ list: ManagedTopUp[]; next: string | null }> {
  const cursor = filter.cursor === undefined ? null : decodeCursor(filter.cursor)
  const queries = await topUpQueries(db, filter, {
    cursor,
    userId: null,
    matchingIds: noMatchingIds,
    limit: pageSize + 1,
    oldestFirst: false,
  })
  const { rows } = await sql<Row>`
    select top_up.*, top_up.created_at::text as at, users.uniqueid, users.name from (
      ${sql.join(queries, sql` union all `)}) as top_up left join users on users.id = top_up.user_id
    order by top_up.created_at desc, top_up.id desc limit ${pageSize + 1}`.execute(db.q)
  const { page, next } = pageOf(rows, pageSize, encodeCursor)
  return { list: page.map(topUpOf), next }
}

/** Wallet top-ups by their ids, in no order. */
export async function topUpsByIds(db: Database, ids: readonly string[]): Promise<ManagedTopUp[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select top_up.*, top_up.created_at::text as at, users.uniqueid, users.name from (
      ${sql.join(
        Object.values(sources).map(
          (source) => sql`select * from (${source}) as source where id = any(${[...ids]}::uuid[])`,
        ),
        sql` union all `,
      )}) as top_up left join users on users.id = top_up.user_id`.execute(db.q)
  return rows.map(topUpOf)
}

/** A range of days and a gateway narrow top-ups in the list of all transactions. */
type TopUpFilter = Filter & Pick<OrderQuery, 'from' | 'to' | 'gateway'>

/** The newest top-ups of a filter: one query for each kind. */
export async function topUpQueries(
  db: Database,
  filter: TopUpFilter,
  pageOptions: PageOptions,
): Promise<RawBuilder<unknown>[]> {
  const users = filter.search ? await searchUsers(db, filter.search, { limit: maxUsers, after: null }) : []
  return Object.entries(sources)
    .filter(([kind]) => filter.kind === undefined || filter.kind === kind)
    .map(([, source]) => topUpQuery(source, filter, { ...pageOptions, users }))
}

const sources: Readonly<Record<ManagedTopUp['kind'], RawBuilder<unknown>>> = {
  checkout: sql`select id, 'checkout' as kind, reference, gateway, gateway_reference, user_id,
    coalesce(paid_kobo, amount_kobo) as amount_kobo, state, created_at from payments where purpose = 'wallet_topup'`,
  transfer: sql`select deposits.id, 'transfer' as kind, gateway_reference as reference, deposits.gateway,
    transaction_id as gateway_reference, virtual_accounts.user_id, paid_kobo as amount_kobo, deposits.state,
    deposits.created_at from deposits join virtual_accounts on virtual_accounts.id = virtual_account_id`,
  manager: sql`select id, 'manager' as kind, id::text as reference, null as gateway, null as gateway_reference,
    user_id, amount_kobo, state, requested_at as created_at from approvals where kind = 'wallet_topup'`,
}

function topUpQuery(
  source: RawBuilder<unknown>,
  filter: TopUpFilter,
  { users, ...pageOptions }: PageOptions & { readonly users: readonly string[] },
): RawBuilder<unknown> {
  const { search, gateway } = filter
  const { userId, matchingIds, limit } = pageOptions
  const conditions = [
    sql`true`,
    ...(search
      ? [
          sql`(reference = ${search} or gateway_reference = ${search} or user_id = any(${[...users]}::uuid[])
            or id = any(${[...matchingIds.topUps]}::uuid[]))`,
        ]
      : []),
    ...(userId ? [sql`user_id = ${userId}::uuid`] : []),
    ...(gateway ? [sql`coalesce(gateway, kind) = ${gateway}`] : []),
  ]
  return sql`(select * from (${source}) as source where ${sql.join(conditions, sql` and `)}
    ${rangeCondition('created_at', 'id', filter, pageOptions)} ${pageOrder(pageOptions)} limit ${limit})`
}

const states = {
  created: 'pending',
  initialised: 'pending',
  pending: 'pending',
  succeeded: 'credited',
  succeeded_late: 'credited',
  failed: 'failed',
  expired: 'expired',
  mismatch: 'review',
  reversed: 'reversed',
  received: 'pending',
  credited: 'credited',
  unmatched: 'review',
  unconfirmed: 'review',
  approved: 'credited',
  rejected: 'rejected',
} as const satisfies Record<Row['state'], TopUpState>

/** `pending` is a checkout that is not paid, or a request that another manager decides. */
const stateOf = ({ kind, state }: Row): TopUpState =>
  kind === 'manager' && state === 'pending' ? 'requested' : states[state]

const topUpOf = (row: Row): ManagedTopUp => ({
  id: row.id,
  kind: row.kind,
  reference: row.reference,
  gateway: row.gateway,
  gateway_reference: row.gateway_reference,
  user: row.uniqueid && row.name ? { uniqueid: row.uniqueid, name: row.name } : null,
  amount: row.amount_kobo === null ? null : nairaOf(row.amount_kobo),
  state: stateOf(row),
  created_at: row.created_at.toISOString(),
})
