import { sql } from 'kysely'
import type { Service, VendorName } from '../../shared/constants.ts'
import type { Overview } from '../../shared/management/overview.ts'
import { numberOfDays } from '../../shared/management/period.ts'
import { nairaOf } from '../../shared/money.ts'
import type { OrderState } from '../../shared/orders.ts'
import { currentDays, type Database, daysBefore } from '../database/index.ts'
import { account, accountSum } from '../ledger/index.ts'
import { createServiceHealth, vendorFloats } from '../operations/index.ts'
import { configuredVendors } from '../vending/index.ts'
import { type DayRange, dailyOrderTotals } from './daily-order-totals.ts'
import type { ManagementDeps } from './deps.ts'
import { startOfDay, startOfLastDays } from './lagos-days.ts'
import { getOpenWork, lowFloatsOf, type OpenWork } from './open-work.ts'
import { periodTotals } from './period-totals.ts'

/** The statistics are cached for all managers for this long. */
const cacheTtlMs = 15_000

/** Vendor statistics cover this many days, because older attempts do not show a vendor's current health. */
const vendorDays = 7

type OverviewDeps = Pick<ManagementDeps, 'db' | 'vendors' | 'reports' | 'settings' | 'availability'>

/** The last days, today included, or the days from one to another. */
type Period = number | DayRange

/** The part of the overview that is cached, with the health of the services for its outages. */
type Statistics = Omit<Overview, keyof OpenWork | 'as_of'> & {
  readonly health: Awaited<ReturnType<ReturnType<typeof createServiceHealth>>>
}

/**
 * The business overview: statistics that are computed at most every fifteen seconds, and the current open work, so that
 * a manager's own action is counted immediately.
 */
export function createOverview(deps: OverviewDeps): (period: Period) => Promise<Overview> {
  const cache = new Map<string, { at: number; statistics: Promise<Statistics> }>()
  const serviceHealth = createServiceHealth(deps)
  const cachedStatistics = (period: Period): Promise<Statistics> => {
    const now = performance.now()
    for (const [key, { at }] of cache) if (now - at >= cacheTtlMs) cache.delete(key)
    const key = JSON.stringify(period)
    const cached = cache.get(key)
    if (cached) return cached.statistics
    const pendingStatistics = computeStatistics(deps, period, serviceHealth)
    cache.set(key, { at: now, statistics: pendingStatistics })
    pendingStatistics.catch(() => cache.delete(key))
    return pendingStatistics
  }
  return async (period) => {
    const [{ health, ...statistics }, openWork] = await Promise.all([
      cachedStatistics(period),
      getOpenWork(deps.db),
    ])
    return {
      ...statistics,
      ...openWork,
      outages: openWork.outages.map((outage) => ({
        ...outage,
        status: health.services.find(({ service }) => service === outage.service)?.status ?? 'available',
      })),
      as_of: new Date().toISOString(),
    }
  }
}

async function computeStatistics(
  deps: OverviewDeps,
  period: Period,
  serviceHealth: ReturnType<typeof createServiceHealth>,
): Promise<Statistics> {
  const { db, reports } = deps
  const range = typeof period === 'number' ? await lastDays(db, period) : period
  const days = numberOfDays(range)
  const [perDay, orders, vendors, health] = await Promise.all([
    dailyOrderTotals(db, { from: daysBefore(range.from, days), to: range.to }),
    reports.read((replica) => ordersOf(replica, range)),
    reports.read((replica) => vendorsOf({ db: replica, vendors: deps.vendors }, vendorDays)),
    serviceHealth(),
  ])
  // A vendor that is configured and not used needs no float.
  const vendorNames = vendors.filter(({ attempts }) => attempts > 0).map(({ vendor }) => vendor)
  const floats = await vendorFloats(deps, vendorNames)
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
    low_floats: lowFloatsOf(floats),
    health,
  }
}

async function lastDays(db: Database, days: number): Promise<DayRange> {
  const { today } = await currentDays(db)
  return { from: daysBefore(today, days - 1), to: today }
}

async function ordersOf(db: Database, { from, to }: DayRange): Promise<Overview['orders']> {
  const { rows } = await sql<{ service: Service; state: OrderState; count: number }>`
    select service, state, count(*)::int as count from orders
    where state <> 'quoted' and created_at >= ${startOfDay(from)} and created_at < ${startOfDay(daysBefore(to, -1))}
    group by 1, 2 order by 1, 2`.execute(db.q)
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
