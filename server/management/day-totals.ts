import { type RawBuilder, sql } from 'kysely'
import type { Overview } from '../../shared/management/overview.ts'
import { nairaOf } from '../../shared/money.ts'
import { type Database, daysBefore, daysNow } from '../database/index.ts'

interface Row {
  day: string
  delivered: number
  refunded: number
  revenue: string
  turnover: string
}

/** The last days in Lagos, oldest first. Those that are over are added up once, whoever asks first. */
export async function dayTotals(db: Database, days: number): Promise<Overview['days']> {
  const { today, closed } = await daysNow(db)
  const first = daysBefore(today, days - 1)
  if (first <= closed) await keep(db, first, closed)
  const openFrom = first > closed ? first : daysBefore(closed, -1)
  const { rows } = await sql<Row>`
    select to_char(day, 'YYYY-MM-DD') as day, delivered, refunded, revenue_kobo::text as revenue, turnover_kobo::text as turnover
    from (
      select * from day_totals where day between ${first}::date and ${closed}::date
      union all
      ${added(openFrom, today)}) as totals
    order by day`.execute(db.q)
  return rows.map((it) => ({
    ...it,
    revenue: nairaOf(BigInt(it.revenue)),
    turnover: nairaOf(BigInt(it.turnover)),
  }))
}

async function keep(db: Database, first: string, last: string): Promise<void> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(day)::date::text as from, max(day)::date::text as to
    from generate_series(${first}::date, ${last}::date, '1 day') as day
    where not exists (select from day_totals where day_totals.day = day::date)`.execute(db.q)
  const { from, to } = rows[0] ?? {}
  if (!from || !to) return
  await sql`insert into day_totals (day, delivered, refunded, revenue_kobo, turnover_kobo) ${added(from, to)}
    on conflict do nothing`.execute(db.q)
}

/** Days added up from the orders. Whoever orders is served within days, or has the money back within weeks. */
function added(first: string, last: string): RawBuilder<unknown> {
  const begins = sql`${first}::date::timestamp at time zone 'Africa/Lagos'`
  const ends = sql`(${last}::date + 1)::timestamp at time zone 'Africa/Lagos'`
  return sql`
    select all_days.day::date, coalesce(delivered, 0), coalesce(refunded, 0), coalesce(revenue, 0)::bigint, coalesce(turnover, 0)::bigint
    from generate_series(${first}::date, ${last}::date, '1 day') as all_days (day)
      left join (
        select (delivered_at at time zone 'Africa/Lagos')::date as day, count(*)::int as delivered, sum(total_kobo) as turnover,
          sum(service_charge_kobo + coalesce(amount_kobo - cost_kobo, 0)) as revenue
        from orders left join lateral (
          select cost_kobo from attempts where order_id = orders.id and attempts.state = 'delivered' limit 1) cost on true
        where delivered_at >= ${begins} and delivered_at < ${ends} and orders.created_at >= ${begins} - interval '4 days'
        group by 1) as sold on sold.day = all_days.day::date
      left join (
        select (refunded_at at time zone 'Africa/Lagos')::date as day, count(*)::int as refunded
        from orders where refunded_at >= ${begins} and refunded_at < ${ends} and created_at >= ${begins} - interval '30 days'
        group by 1) as returned on returned.day = all_days.day::date`
}
