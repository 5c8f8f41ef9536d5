import { type RawBuilder, sql } from 'kysely'
import type { Service } from '../../../shared/constants.ts'
import type { Database } from '../../database/index.ts'
import { timeSecondsAgo } from '../time.ts'

/** One violation of an invariant. */
export interface ViolationDetail {
  /** Reference of an order or payment, an account, or the event of a ledger entry. */
  readonly subject: string
  /** The affected service; null for all services. */
  readonly service: Service | null
  /** A sentence for operators. */
  readonly message: string
}

/** The checked rows: those created in the last hours, or all. */
export type Scope = 'recent' | 'all'

/**
 * Start of the checked period; null for all rows. A value, not an SQL expression: the query plan depends on
 * it.
 */
export type PeriodStart = Date | null

/** One invariant, by its name on the invariant list. */
export interface Invariant {
  readonly name: string
  readonly message: string
  /** `always`: at every commit. `eventually`: once faults are over and pending work is done. */
  readonly holds: 'always' | 'eventually'
  /** False for an invariant whose violation is only reported, because stopping orders would not help. */
  readonly stopsOrders?: false
  /** One statement, so that it reads one snapshot. */
  find(since: PeriodStart): RawBuilder<ViolationDetail>
}

/** Longer than the interval between two checks of recent rows. A daily check covers all rows. */
const recentSeconds = 6 * 60 * 60

/** Start of the recent period, on the application clock. */
export const recentSince = (db: Database): Promise<Date> => timeSecondsAgo(db, recentSeconds)

/** Restricts a statement to its scope. Each time column used has its own index. */
export const isWithinScope = (since: PeriodStart, column: string): RawBuilder<boolean> =>
  since === null ? sql`true` : sql`${sql.ref(column)} > ${since}`

/** Orders in a scope: recently created ones, and orders of any age with a recent posting. */
export const isOrderWithin = (since: PeriodStart): RawBuilder<boolean> =>
  since === null
    ? sql`true`
    : sql`orders.id in (select id from orders where ${isWithinScope(since, 'created_at')}
        union select order_id from ledger_entries where ${isWithinScope(since, 'posted_at')} and order_id is not null)`

/** Formats kobo in SQL: 12345 → "123.45 naira". */
export const nairaSql = (kobo: RawBuilder<unknown>): RawBuilder<string> =>
  sql`round((${kobo})::numeric / 100, 2)::text || ' naira'`
