import { sql } from 'kysely'
import type { Service, VendorName } from '../../shared/constants.ts'
import type { Overview } from '../../shared/management/overview.ts'
import { nairaOf } from '../../shared/money.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import { account, accountSum } from '../ledger/index.ts'
import { vendorFloats } from '../operations/index.ts'
import { configuredVendors } from '../vending/index.ts'
import { getOpenWork, lowFloatsOf } from './attention.ts'
import { dailyOrderTotals } from './daily-order-totals.ts'
import type { ManagementDeps } from './deps.ts'
import { startOfLastDays } from './lagos-days.ts'
import { periodTotals } from './period-totals.ts'

/** The overview is cached for all managers for this long. */
const cacheTtlMs = 15_000

/** Vendor statistics cover this many days, because older attempts say little about a vendor's health. */
const vendorDays = 7

type OverviewDeps = Pick<ManagementDeps, 'db' | 'vendors' | 'reports' | 'settings'>

/** The business overview, computed at most every fifteen seconds. */
export function createOverview(deps: OverviewDeps): (days: number) => Promise<Overview> {
  const cache = new Map<number, { at: number; made: Promise<Overview> }>()
  return (days) => {
    const cached = cache.get(days)
    if (cached && performance.now() - cached.at < cacheTtlMs) return cached.made
    const pendingOverview = computeOverview(deps, days)
    cache.set(days, { at: performance.now(), made: pendingOverview })
    pendingOverview.catch(() => cache.delete(days))
    return pendingOverview
  }
}

async function computeOverview(deps: OverviewDeps, days: number): Promise<Overview> {
  const { db, reports } = deps
  const [perDay, orders, vendors, attention, differences, tickets] = await Promise.all([
    dailyOrderTotals(db, 2 * days),
    reports.read((replica) => ordersOf(replica, days)),
    reports.read((replica) => vendorsOf({ db: replica, vendors: deps.vendors }, vendorDays)),
    getOpenWork(db),
    countOf(db, sql`reconciliation_breaks where resolved_at is null`),
    countOf(db, sql`tickets where state = 'open'`),
  ])
  // A vendor that is configured and not used needs no float.
  const used = vendors.filter(({ attempts }) => attempts > 0).map(({ vendor }) => vendor)
  const floats = await vendorFloats(deps, used)
  const [previousDays, currentDays] = [perDay.slice(0, days), perDay.slice(days)]
  const [previous, current] = await Promise.all(
    [previousDays, currentDays].map((period) => reports.read((replica) => periodTotals(replica, period))),
  )
  if (!previous || !current) throw new Error('The overview requires two periods')
  return {
    days: currentDays,
    previous_days: previousDays,
    totals: { current, previous },
    orders,
    vendors,
    ...attention,
    low_floats: lowFloatsOf(floats),
    open_breaks: differences,
    open_tickets: tickets,
    as_of: new Date().toISOString(),
  }
}

async function ordersOf(db: Database, days: number): Promise<Overview['orders']> {
  const { rows } = await sql<{ service: Service; state: OrderState; count: number }>`
    select service, state, count(*)::int as count from orders
    where state <> 'quoted' and created_at >= ${startOfLastDays(days)} group by 1, 2 order by 1, 2`.execute(
    db.q,
  )
  return rows
}

async function vendorsOf(
  { db, vendors }: Pick<OverviewDeps, 'db' | 'vendors'>,
  days: number,
): Promise<Overview['vendors']> {
  const { rows } = await sql<{
    vendor: VendorName
    attempts: number
    success: number | null
    median_seconds: number | null
    p95_seconds: number | null
  }>`
    select vendor, count(*)::int as attempts,
      (count(*) filter (where state = 'delivered'))::float8 / nullif(count(*) filter (where state <> 'sending'), 0) as success,
      percentile_cont(0.5) within group (order by extract(epoch from state_since - sent_at)) filter (where state = 'delivered') as median_seconds,
      percentile_cont(0.95) within group (order by extract(epoch from state_since - sent_at)) filter (where state = 'delivered') as p95_seconds
    from attempts where created_at >= ${startOfLastDays(days)} group by vendor`.execute(db.q)
  const names = [
    ...new Set([...configuredVendors(vendors).map((row) => row.name), ...rows.map((row) => row.vendor)]),
  ]
  return Promise.all(
    names.map(async (vendor) => {
      const stats = rows.find((row) => row.vendor === vendor)
      return {
        vendor,
        attempts: stats?.attempts ?? 0,
        success: stats?.success ?? null,
        median_seconds: stats?.median_seconds ?? null,
        p95_seconds: stats?.p95_seconds ?? null,
        float: nairaOf(await accountSum(db.q, account.vendorFloat(vendor))),
      }
    }),
  )
}

async function countOf(db: Database, source: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${source}`.execute(db.q)
  return rows[0]?.count ?? 0
}
