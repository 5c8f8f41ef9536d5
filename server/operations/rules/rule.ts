import { type RawBuilder, sql } from 'kysely'
import type { Service } from '../../../shared/constants.ts'
import type { Database } from '../../database/index.ts'
import { timeAgo } from '../ago.ts'

/** Something that breaks a rule. */
export interface Finding {
  /** An order's reference, a payment's, an account, an entry's event. */
  readonly subject: string
  /** The service that it concerns; null for all of them. */
  readonly service: Service | null
  /** In a sentence, for the people who run the shop. */
  readonly says: string
}

/** How much is looked at: what was begun in the last hours, or all there ever was. */
export type Scope = 'recent' | 'all'

/** What began before it is left out; null for all there ever was. A value, and not a question: the plan depends on it. */
export type Since = Date | null

/** One rule of the books, by its name on the page of invariants. */
export interface Rule {
  readonly name: string
  readonly says: string
  /** `always` holds at every commit; `ends` holds once faults are over and time has passed. */
  readonly holds: 'always' | 'ends'
  /** One statement, so that it sees one moment. */
  find(since: Since): RawBuilder<Finding>
}

/** Above the time between two looks at everything young; once a day everything is looked at. */
const recentSeconds = 6 * 60 * 60

/** Since when things are young, on the business clock. */
export const recently = (db: Database): Promise<Date> => timeAgo(db, recentSeconds)

/** Keeps a statement to what is in its scope. Columns of time have an index of their own for it. */
export const within = (since: Since, column: string): RawBuilder<boolean> =>
  since === null ? sql`true` : sql`${sql.ref(column)} > ${since}`

/** Orders in a scope: those that were begun lately, and those whose money moved lately, however old they are. */
export const ordersWithin = (since: Since): RawBuilder<boolean> =>
  since === null
    ? sql`true`
    : sql`orders.id in (select id from orders where ${within(since, 'created_at')}
        union select order_id from ledger_entries where ${within(since, 'posted_at')} and order_id is not null)`

/** Kobo in a sentence of SQL: 12345 → "123.45 naira". */
export const naira = (kobo: RawBuilder<unknown>): RawBuilder<string> =>
  sql`round((${kobo})::numeric / 100, 2)::text || ' naira'`
