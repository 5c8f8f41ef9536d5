import { type RawBuilder, sql } from 'kysely'
import { type Service, services } from '../../shared/constants.ts'
import type { UserId } from '../../shared/ids.ts'
import { currentDays, type Database } from '../database/index.ts'
import { isPaidByOwnerSql } from '../purchase/index.ts'
import { nairaFrom } from './presenter.ts'

const defaultMonths = 12

interface Row {
  month: string
  service: Service | null
  orders: number
  /** Kobo */
  spent: string
  /** kWh */
  units: number
}

/** A user's deliveries of the last months, by month and by service. Money in naira, units in kWh. */
export async function summaryOf(db: Database, userId: UserId, months = defaultMonths) {
  const { closed } = await currentDays(db)
  await storeDays(db, userId, closed)
  const { rows } = await sql<Row>`
    with period as (
      select date_trunc('month', app_now() at time zone 'Africa/Lagos') - make_interval(months => back) as month
      from generate_series(0, ${months}::int - 1) as back
    ), days as (
      select day, service, orders, spent_kobo, units from daily_user_spend
        where user_id = ${userId}::uuid and day between (select min(month) from period)::date and ${closed}::date
      union all
      ${dailyTotals(userId, sql`${closed}::date + 1`)}
    ), totals as (
      select date_trunc('month', day::timestamp) as month, service, sum(orders)::int as orders,
        sum(spent_kobo)::text as spent, sum(units)::float8 as units
      from days where service = any(${services}::text[]) group by 1, 2
    )
    select to_char(period.month, 'YYYY-MM') as month, totals.service, coalesce(orders, 0) as orders,
      coalesce(spent, '0') as spent, coalesce(units, 0) as units
    from period left join totals on totals.month = period.month
    order by period.month`.execute(db.q)
  const byMonth = Map.groupBy(rows, (row) => row.month)
  return {
    months: [...byMonth].map(([month, group]) => ({ month, ...totalsOf(group) })),
    services: services.flatMap((service) => {
      const group = rows.filter((row) => row.service === service)
      return group.length > 0 ? [{ service, ...totalsOf(group) }] : []
    }),
  }
}

/** Stores the daily totals of a user's deliveries for the closed days that are not stored yet. */
async function storeDays(db: Database, userId: UserId, closed: string): Promise<void> {
  const from = sql`(select coalesce(max(day) + 1, '2000-01-01') from daily_user_spend where user_id = ${userId}::uuid)`
  await sql`insert into daily_user_spend (day, service, orders, spent_kobo, units, user_id)
    select *, ${userId}::uuid from (${dailyTotals(userId, from, sql`${closed}::date + 1`)}) as days
    on conflict do nothing`.execute(db.q)
}

/** A user's deliveries by Lagos day and service, from `from` (inclusive) to `before` (exclusive). */
function dailyTotals(
  userId: UserId,
  from: RawBuilder<unknown>,
  before?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'Africa/Lagos'`
  return sql`
    select (delivered_at at time zone 'Africa/Lagos')::date as day, service, count(*)::int as orders,
      coalesce(sum(total_kobo) filter (where ${isPaidByOwnerSql}), 0)::bigint as spent_kobo,
      coalesce(sum(case when units ~ '^\\d+(\\.\\d+)?$' then units::numeric end), 0) as units
    from orders left join deliveries on deliveries.order_id = orders.id and service = 'power'
    where user_id = ${userId}::uuid and state = 'delivered' and delivered_at >= ${startOf(from)}
      ${before ? sql`and delivered_at < ${startOf(before)}` : sql``}
    group by 1, 2`
}

const totalsOf = (rows: readonly Row[]) => ({
  orders: rows.reduce((sum, row) => sum + row.orders, 0),
  spent: nairaFrom(String(rows.reduce((sum, row) => sum + BigInt(row.spent), 0n))),
  units: Math.round(rows.reduce((sum, row) => sum + row.units, 0) * 10) / 10,
})
