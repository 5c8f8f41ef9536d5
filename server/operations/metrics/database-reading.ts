import { sql } from 'kysely'
import type { Service, VendorName } from '../../../shared/constants.ts'
import type { OrderState } from '../../../shared/orders.ts'
import { cachedRead, type Database } from '../../database/index.ts'
import type { QueueMetrics } from '../../jobs/index.ts'
import { account, accountSum } from '../../ledger/index.ts'
import type { Settings } from '../../settings/index.ts'
import { configuredVendors, reviewAfterSeconds, type Vendors } from '../../vending/index.ts'
import { secondsAgoSql } from '../time.ts'

/** The values of the gauges that are read from the database. They are the same in every process. */
export interface DatabaseReading {
  readonly ordersInProgress: readonly {
    readonly service: Service
    readonly state: OrderState
    readonly orders: number
    readonly overdue: number
  }[]
  readonly ordersInReview: number
  readonly openRefunds: readonly { readonly state: string; readonly refunds: number }[]
  readonly violations: ReadonlyMap<string, number>
  readonly breaks: readonly { readonly kind: string; readonly breaks: number }[]
  readonly pausedVendors: readonly { readonly vendor: VendorName; readonly service: Service }[]
  /** Balances in the ledger, kobo. */
  readonly floats: readonly { readonly vendor: VendorName; readonly kobo: bigint }[]
  /** A float below this is low. */
  readonly lowFloatKobo: number
  readonly queues: ReadonlyMap<string, QueueMetrics>
}

export interface DatabaseReadingDeps {
  readonly db: Database
  readonly vendors: Vendors
  readonly settings: Settings
  readonly queueMetrics: () => Promise<ReadonlyMap<string, QueueMetrics>>
}

/** However often the process is scraped, the database is read once in this time. */
const cacheTtlMs = 10_000
/** A scrape does not wait longer for the database; Prometheus itself waits 10 s. */
const timeoutMs = 3_000

/** Reads the database for the gauges. @returns null while the database does not respond */
export function createDatabaseReading(deps: DatabaseReadingDeps): () => Promise<DatabaseReading | null> {
  const cachedReading = cachedRead(cacheTtlMs, () => queryGaugeValues(deps))
  return () => {
    const timeout = Promise.withResolvers<null>()
    const timer = setTimeout(timeout.resolve, timeoutMs, null)
    return Promise.race([cachedReading.get(), timeout.promise])
      .catch(() => null)
      .finally(() => clearTimeout(timer))
  }
}

/** One statement after the other, so that a scrape uses one connection. Each uses a partial index. */
async function queryGaugeValues({
  db,
  vendors,
  settings,
  queueMetrics,
}: DatabaseReadingDeps): Promise<DatabaseReading> {
  const ordersInProgress = await sql<DatabaseReading['ordersInProgress'][number]>`
    select service, state, count(*)::int as orders,
      (count(*) filter (where paid_at < ${secondsAgoSql(reviewAfterSeconds)}))::int as overdue
    from orders where state in ('paid', 'vending', 'vend_failed', 'refunding')
    group by service, state`.execute(db.q)
  const review = await sql<{ orders: number }>`
    select count(*)::int as orders from orders where review_since is not null`.execute(db.q)
  const openRefunds = await sql<DatabaseReading['openRefunds'][number]>`
    select state, count(*)::int as refunds from refunds where due_at is not null group by state`.execute(db.q)
  const violations = await sql<{ invariant: string; violations: number }>`
    select invariant, count(*)::int as violations from invariant_violations
    where resolved_at is null group by invariant`.execute(db.q)
  const breaks = await sql<DatabaseReading['breaks'][number]>`
    select kind, count(*)::int as breaks from reconciliation_breaks
    where resolved_at is null group by kind`.execute(db.q)
  const pausedVendors = await db.q
    .selectFrom('circuit_breakers')
    .select(['vendor', 'service'])
    .where('state', '=', 'open')
    .execute()
  const floats = []
  for (const { name } of configuredVendors(vendors))
    floats.push({ vendor: name, kobo: await accountSum(db.q, account.vendorFloat(name)) })
  return {
    ordersInProgress: ordersInProgress.rows,
    ordersInReview: review.rows[0]?.orders ?? 0,
    openRefunds: openRefunds.rows,
    violations: new Map(violations.rows.map((row) => [row.invariant, row.violations])),
    breaks: breaks.rows,
    pausedVendors,
    floats,
    lowFloatKobo: await settings.get('low_float_kobo'),
    queues: await queueMetrics(),
  }
}
