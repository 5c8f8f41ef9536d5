import { sql } from 'kysely'
import type { Service, VendorName } from '../../shared/constants.ts'
import type { Overview } from '../../shared/management/overview.ts'
import { nairaOf } from '../../shared/money.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import { account, sumOf } from '../ledger/index.ts'
import { dayTotals } from './day-totals.ts'
import type { ManagementParts } from './parts.ts'

/** The figures are the same for every manager for so long. */
const freshMs = 15_000

/** How vendors did long ago says little of them now. */
const vendorDays = 7

/** The business at a glance, made anew at most every fifteen seconds. */
export function overviewOf(parts: ManagementParts): (days: number) => Promise<Overview> {
  const known = new Map<number, { at: number; made: Promise<Overview> }>()
  return (days) => {
    const last = known.get(days)
    if (last && performance.now() - last.at < freshMs) return last.made
    const made = make(parts, days)
    known.set(days, { at: performance.now(), made })
    made.catch(() => known.delete(days))
    return made
  }
}

async function make(parts: ManagementParts, days: number): Promise<Overview> {
  const { db } = parts
  const [perDay, orders, vendors, reviews, differences, tickets] = await Promise.all([
    dayTotals(db, days),
    ordersOf(db, days),
    vendorsOf(parts, Math.min(days, vendorDays)),
    countOf(db, sql`orders where review_since is not null`),
    countOf(db, sql`differences where resolved_at is null`),
    countOf(db, sql`tickets where state = 'open'`),
  ])
  return {
    days: perDay,
    orders,
    vendors,
    reviews,
    differences,
    open_tickets: tickets,
    as_of: new Date().toISOString(),
  }
}

/** So many days in Lagos, today included. */
const since = (days: number) =>
  sql<Date>`(date_trunc('day', business_now() at time zone 'Africa/Lagos') - make_interval(days => ${days - 1})) at time zone 'Africa/Lagos'`

async function ordersOf(db: Database, days: number): Promise<Overview['orders']> {
  const { rows } = await sql<{ service: Service; state: OrderState; count: number }>`
    select service, state, count(*)::int as count from orders
    where state <> 'quoted' and created_at >= ${since(days)} group by 1, 2 order by 1, 2`.execute(db.q)
  return rows
}

async function vendorsOf({ db, vendors }: ManagementParts, days: number): Promise<Overview['vendors']> {
  const { rows } = await sql<{
    vendor: VendorName
    attempts: number
    success: number | null
    median_seconds: number | null
    p95_seconds: number | null
  }>`
    select vendor, count(*)::int as attempts,
      (count(*) filter (where state = 'delivered'))::float8 / nullif(count(*) filter (where state in ('delivered', 'failed', 'written_off')), 0) as success,
      percentile_cont(0.5) within group (order by extract(epoch from state_since - sent_at)) filter (where state = 'delivered') as median_seconds,
      percentile_cont(0.95) within group (order by extract(epoch from state_since - sent_at)) filter (where state = 'delivered') as p95_seconds
    from attempts where created_at >= ${since(days)} group by vendor`.execute(db.q)
  const names = [...new Set([...Object.values(vendors).map((it) => it.name), ...rows.map((it) => it.vendor)])]
  return Promise.all(
    names.map(async (vendor) => {
      const told = rows.find((it) => it.vendor === vendor)
      return {
        vendor,
        attempts: told?.attempts ?? 0,
        success: told?.success ?? null,
        median_seconds: told?.median_seconds ?? null,
        p95_seconds: told?.p95_seconds ?? null,
        float: nairaOf(await sumOf(db.q, account.vendorFloat(vendor))),
      }
    }),
  )
}

async function countOf(db: Database, of: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${of}`.execute(db.q)
  return rows[0]?.count ?? 0
}
