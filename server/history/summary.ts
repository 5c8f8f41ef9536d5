import { type RawBuilder, sql } from 'kysely'
import { type Service, services } from '../../shared/constants.ts'
import { type Database, daysNow } from '../database/index.ts'
import { nairaFrom } from './show.ts'

const usualMonths = 12

interface Row {
  month: string
  service: Service | null
  orders: number
  /** Kobo */
  spent: string
  /** kWh */
  units: number
}

/** What was delivered to somebody in the last months, by month and by service. Money in naira, units in kWh. */
export async function summaryOf(db: Database, userId: string, months = usualMonths) {
  const { closed } = await daysNow(db)
  await keepDays(db, userId, closed)
  const { rows } = await sql<Row>`
    with period as (
      select date_trunc('month', business_now() at time zone 'Africa/Lagos') - make_interval(months => back) as month
      from generate_series(0, ${months}::int - 1) as back
    ), days as (
      select day, service, orders, spent_kobo, units from spent_days
        where user_id = ${userId}::uuid and day between (select min(month) from period)::date and ${closed}::date
      union all
      ${addedDays(userId, sql`${closed}::date + 1`)}
    ), bought as (
      select date_trunc('month', day::timestamp) as month, service, sum(orders)::int as orders,
        sum(spent_kobo)::text as spent, sum(units)::float8 as units
      from days where service = any(${services}::text[]) group by 1, 2
    )
    select to_char(period.month, 'YYYY-MM') as month, bought.service, coalesce(orders, 0) as orders,
      coalesce(spent, '0') as spent, coalesce(units, 0) as units
    from period left join bought on bought.month = period.month
    order by period.month`.execute(db.q)
  const byMonth = Map.groupBy(rows, (it) => it.month)
  return {
    months: [...byMonth].map(([month, some]) => ({ month, ...added(some) })),
    services: services.flatMap((service) => {
      const some = rows.filter((it) => it.service === service)
      return some.length > 0 ? [{ service, ...added(some) }] : []
    }),
  }
}

/** Writes down what was delivered to somebody on the days that are over since it was last asked for. */
async function keepDays(db: Database, userId: string, closed: string): Promise<void> {
  const from = sql`(select coalesce(max(day) + 1, '2000-01-01') from spent_days where user_id = ${userId}::uuid)`
  await sql`insert into spent_days (day, service, orders, spent_kobo, units, user_id)
    select *, ${userId}::uuid from (${addedDays(userId, from, sql`${closed}::date + 1`)}) as days
    on conflict do nothing`.execute(db.q)
}

/** What was delivered to somebody by day in Lagos and service, from a day on and before another. */
function addedDays(
  userId: string,
  from: RawBuilder<unknown>,
  before?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const begin = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'Africa/Lagos'`
  return sql`
    select (delivered_at at time zone 'Africa/Lagos')::date as day, service, count(*)::int as orders,
      sum(total_kobo)::bigint as spent_kobo,
      coalesce(sum(case when units ~ '^\\d+(\\.\\d+)?$' then units::numeric end), 0) as units
    from orders left join deliveries on deliveries.order_id = orders.id and service = 'power'
    where user_id = ${userId}::uuid and state = 'delivered' and delivered_at >= ${begin(from)}
      ${before ? sql`and delivered_at < ${begin(before)}` : sql``}
    group by 1, 2`
}

const added = (rows: readonly Row[]) => ({
  orders: rows.reduce((sum, it) => sum + it.orders, 0),
  spent: nairaFrom(String(rows.reduce((sum, it) => sum + BigInt(it.spent), 0n))),
  units: Math.round(rows.reduce((sum, it) => sum + it.units, 0) * 10) / 10,
})
