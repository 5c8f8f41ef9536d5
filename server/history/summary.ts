import { sql } from 'kysely'
import { type Service, services } from '../../shared/constants.ts'
import type { Database } from '../database/index.ts'
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
  const { rows } = await sql<Row>`
    with period as (
      select date_trunc('month', business_now() at time zone 'Africa/Lagos') - make_interval(months => back) as month
      from generate_series(0, ${months}::int - 1) as back
    ), bought as (
      select date_trunc('month', delivered_at at time zone 'Africa/Lagos') as month, service, count(*)::int as orders,
        sum(total_kobo)::text as spent,
        coalesce(sum(case when units ~ '^\\d+(\\.\\d+)?$' then units::numeric end), 0)::float8 as units
      from orders left join deliveries on deliveries.order_id = orders.id and service = 'power'
      where user_id = ${userId}::uuid and service = any(${services}::text[]) and state = 'delivered'
        and delivered_at >= (select min(month) from period) at time zone 'Africa/Lagos'
      group by 1, 2
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

const added = (rows: readonly Row[]) => ({
  orders: rows.reduce((sum, it) => sum + it.orders, 0),
  spent: nairaFrom(String(rows.reduce((sum, it) => sum + BigInt(it.spent), 0n))),
  units: Math.round(rows.reduce((sum, it) => sum + it.units, 0) * 10) / 10,
})
