import { sql } from 'kysely'
import type { DailyTotal, PeriodTotals } from '../../shared/management/overview.ts'
import { type Database, daysBefore } from '../database/index.ts'
import { startOfDay } from './lagos-days.ts'

/** Totals of consecutive days: money from the daily totals, attempts and delivery times from the rows of these days. */
export async function periodTotals(db: Database, days: readonly DailyTotal[]): Promise<PeriodTotals> {
  const from = days[0]?.day ?? ''
  const to = days.at(-1)?.day ?? ''
  const sum = (field: Exclude<keyof DailyTotal, 'day'>): number =>
    Math.round(days.reduce((total, day) => total + day[field], 0) * 100) / 100
  const range = { startsAt: startOfDay(from), endsAt: startOfDay(daysBefore(to, -1)) }
  const [attempts, times] = await Promise.all([attemptsIn(db, range), deliveryTimesIn(db, range)])
  return {
    from,
    to,
    turnover: sum('turnover'),
    revenue: sum('revenue'),
    refunded: sum('refunded'),
    refunded_amount: sum('refunded_amount'),
    ...attempts,
    ...times,
  }
}

interface Range {
  readonly startsAt: ReturnType<typeof startOfDay>
  readonly endsAt: ReturnType<typeof startOfDay>
}

/** An attempt that is being sent has no outcome yet; an unknown one counts as not delivered. */
async function attemptsIn(
  db: Database,
  { startsAt, endsAt }: Range,
): Promise<Pick<PeriodTotals, 'attempts' | 'unknown' | 'success'>> {
  const { rows } = await sql<{ attempts: number; unknown: number; delivered: number }>`
    select count(*)::int as attempts, (count(*) filter (where state in ('unknown', 'written_off')))::int as unknown,
      (count(*) filter (where state = 'delivered'))::int as delivered
    from attempts where created_at >= ${startsAt} and created_at < ${endsAt} and state <> 'sending'`.execute(
    db.q,
  )
  const { attempts = 0, unknown = 0, delivered = 0 } = rows[0] ?? {}
  return { attempts, unknown, success: attempts > 0 ? delivered / attempts : null }
}

/** Deliveries take at most 4 days, which bounds the scan. */
async function deliveryTimesIn(
  db: Database,
  { startsAt, endsAt }: Range,
): Promise<Pick<PeriodTotals, 'median_seconds' | 'p95_seconds'>> {
  const { rows } = await sql<{ times: [number, number] | null }>`
    select percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from delivered_at - paid_at)::float8) as times
    from orders where delivered_at >= ${startsAt} and delivered_at < ${endsAt} and paid_at is not null
      and created_at >= ${startsAt} - interval '4 days' and created_at < ${endsAt}`.execute(db.q)
  const [median, p95] = rows[0]?.times ?? []
  return { median_seconds: median ?? null, p95_seconds: p95 ?? null }
}
