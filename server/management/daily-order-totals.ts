import { type RawBuilder, sql } from 'kysely'
import type { DailyTotal } from '../../shared/management/overview.ts'
import { nairaOf } from '../../shared/money.ts'
import { currentDays, type Database, daysBefore } from '../database/index.ts'
import { startOfDay } from './lagos-days.ts'

/** Days in Lagos as YYYY-MM-DD, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

interface Row {
  day: string
  delivered: number
  revenue: string
  turnover: string
  refunded: number
  refunded_amount: string
}

/**
 * Totals of days in Lagos time, oldest first. The first request after the end of a day stores its totals.
 */
export async function dailyOrderTotals(
  db: Database,
  { from: first, to: last }: DayRange,
): Promise<DailyTotal[]> {
  const { closed } = await currentDays(db)
  const lastClosed = last < closed ? last : closed
  if (first <= lastClosed) await saveTotals(db, first, lastClosed)
  const openFrom = first > lastClosed ? first : daysBefore(lastClosed, -1)
  const { rows } = await sql<Row>`
    select to_char(totals.day, 'YYYY-MM-DD') as day, delivered, revenue_kobo::text as revenue,
      turnover_kobo::text as turnover, coalesce(refund_count, 0) as refunded, coalesce(refund_kobo, 0)::text as refunded_amount
    from (
      select * from daily_order_totals where day between ${first}::date and ${lastClosed}::date
      union all
      ${aggregate(openFrom, last)}) as totals left join (${refundsByDay(first, last)}) as returned on returned.day = totals.day
    order by 1`.execute(db.q)
  return rows.map((row) => ({
    ...row,
    revenue: nairaOf(BigInt(row.revenue)),
    turnover: nairaOf(BigInt(row.turnover)),
    refunded_amount: nairaOf(BigInt(row.refunded_amount)),
  }))
}

/**
 * Refunds that started on each day, also of second payments and of top-ups. Retries are not counted, because they repeat
 * a refund; nor are refunds of payments by a manager, because that money is ours.
 */
const refundsByDay = (first: string, last: string) => sql`
  select (refunds.created_at at time zone 'Africa/Lagos')::date as day, count(*)::int as refund_count,
    sum(refunds.amount_kobo) as refund_kobo
  from refunds left join payments on payments.id = refunds.payment_id
  where refunds.created_at >= ${startOfDay(first)} and refunds.created_at < ${startOfDay(daysBefore(last, -1))}
    and cause <> 'retry' and payments.gateway is distinct from 'manager'
  group by 1`

async function saveTotals(db: Database, first: string, last: string): Promise<void> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(all_days.day)::date::text as from, max(all_days.day)::date::text as to
    from generate_series(${first}::date, ${last}::date, '1 day') as all_days (day)
    where not exists (select from daily_order_totals where daily_order_totals.day = all_days.day::date)`.execute(
    db.q,
  )
  const { from, to } = rows[0] ?? {}
  if (!from || !to) return
  await sql`insert into daily_order_totals (day, delivered, refunded, revenue_kobo, turnover_kobo) ${aggregate(from, to)}
    on conflict do nothing`.execute(db.q)
}

/**
 * Aggregates days from the orders. Deliveries take at most 4 days and refunds 30 days, which bounds the scan. Only
 * the previous release reads the number of refunded orders.
 */
function aggregate(first: string, last: string): RawBuilder<unknown> {
  const startsAt = startOfDay(first)
  const endsAt = startOfDay(daysBefore(last, -1))
  return sql`
    select all_days.day::date, coalesce(delivered, 0), coalesce(refunded, 0), coalesce(revenue, 0)::bigint, coalesce(turnover, 0)::bigint
    from generate_series(${first}::date, ${last}::date, '1 day') as all_days (day)
      left join (
        select (delivered_at at time zone 'Africa/Lagos')::date as day, count(*)::int as delivered, sum(total_kobo) as turnover,
          sum(service_charge_kobo + coalesce(amount_kobo - cost_kobo, 0)) as revenue
        from orders left join lateral (
          select cost_kobo from attempts where order_id = orders.id and attempts.state = 'delivered' limit 1) cost on true
        where delivered_at >= ${startsAt} and delivered_at < ${endsAt} and orders.created_at >= ${startsAt} - interval '4 days'
        group by 1) as deliveries on deliveries.day = all_days.day::date
      left join (
        select (refunded_at at time zone 'Africa/Lagos')::date as day, count(*)::int as refunded
        from orders where refunded_at >= ${startsAt} and refunded_at < ${endsAt} and created_at >= ${startsAt} - interval '30 days'
        group by 1) as refunds on refunds.day = all_days.day::date`
}
