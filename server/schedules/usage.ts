import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Database, Tx } from '../database/index.ts'
import { forecastUsage, type MeterPurchase, type UsageForecast } from './forecast.ts'

/** Enough for a year of weekly purchases; older ones do not show the current use. */
const maxPurchases = 60
const maxMeters = 20

export interface MeterUsage extends UsageForecast {
  readonly number: string
  /** Our code of the electricity company. */
  readonly billerCode: string
  readonly lastAmountKobo: bigint
}

interface Row {
  number: string
  company_code: string
  delivered_at: Date
  amount_kobo: bigint
  units: string | null
}

/** Forecasts of the user's prepaid meters, the soonest first; meters without a forecast are left out. */
export async function usageOf(
  db: Database['q'] | Tx,
  userId: UserId,
  number: string | null = null,
): Promise<MeterUsage[]> {
  const { rows } = await sql<Row>`
    select orders.beneficiary as number, orders.code as company_code, delivered_at, amount_kobo, deliveries.units
    from orders left join deliveries on deliveries.order_id = orders.id
    where user_id = ${userId}::uuid and service = 'power' and variation = 'prepaid' and state = 'delivered'
      ${number === null ? sql`` : sql`and orders.beneficiary = ${number}`}
      and delivered_at > app_now() - interval '400 days'
    order by delivered_at desc limit ${maxPurchases * (number === null ? maxMeters : 1)}`.execute(db)
  return [...Map.groupBy(rows.reverse(), (row) => row.number)]
    .flatMap(([meter, group]) => {
      const last = group.at(-1)
      const forecast = forecastUsage(group.slice(-maxPurchases).map(purchaseFrom))
      return forecast && last
        ? [
            {
              ...forecast,
              number: meter,
              billerCode: last.company_code,
              lastAmountKobo: BigInt(last.amount_kobo),
            },
          ]
        : []
    })
    .sort((one, other) => one.lowAt.getTime() - other.lowAt.getTime())
}

const purchaseFrom = (row: Row): MeterPurchase => ({
  at: row.delivered_at,
  amountKobo: BigInt(row.amount_kobo),
  unitsKwh: row.units !== null && /^\d+(\.\d+)?$/.test(row.units) ? Number(row.units) : null,
})
