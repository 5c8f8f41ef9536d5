import { sql } from 'kysely'
import type { Service, VendorName } from '../../shared/constants.ts'
import type { Overview } from '../../shared/management/overview.ts'
import { nairaOf } from '../../shared/money.ts'
import type { OrderState } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import { account, sumOf } from '../ledger/index.ts'
import type { ManagementParts } from './parts.ts'

/** The figures are the same for every manager for so long. */
const freshMs = 15_000

const naira = (kobo: string | bigint) => nairaOf(BigInt(kobo))

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
    daysOf(db, days),
    ordersOf(db, days),
    vendorsOf(parts, days),
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

async function daysOf(db: Database, days: number): Promise<Overview['days']> {
  const { rows } = await sql<{
    day: string
    delivered: number
    refunded: number
    revenue: string
    turnover: string
  }>`
    with all_days as (
      select generate_series(${since(days)} at time zone 'Africa/Lagos', business_now() at time zone 'Africa/Lagos', '1 day')::date as day),
    sold as (
      select (delivered_at at time zone 'Africa/Lagos')::date as day, count(*)::int as delivered,
        sum(total_kobo) as turnover, sum(service_charge_kobo + coalesce(amount_kobo - cost_kobo, 0)) as revenue
      from orders left join lateral (
        select cost_kobo from attempts where order_id = orders.id and attempts.state = 'delivered' limit 1) cost on true
      where delivered_at >= ${since(days)} and orders.created_at >= ${since(days + 4)} group by 1),
    returned as (
      select (refunded_at at time zone 'Africa/Lagos')::date as day, count(*)::int as refunded
      from orders where refunded_at >= ${since(days)} and created_at >= ${since(days + 30)} group by 1)
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(delivered, 0) as delivered, coalesce(refunded, 0) as refunded,
      coalesce(revenue, 0)::text as revenue, coalesce(turnover, 0)::text as turnover
    from all_days left join sold using (day) left join returned using (day) order by day`.execute(db.q)
  return rows.map((it) => ({ ...it, revenue: naira(it.revenue), turnover: naira(it.turnover) }))
}

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
        float: naira(await sumOf(db.q, account.vendorFloat(vendor))),
      }
    }),
  )
}

async function countOf(db: Database, of: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${of}`.execute(db.q)
  return rows[0]?.count ?? 0
}
