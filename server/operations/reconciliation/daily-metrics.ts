import { sql } from 'kysely'
import { formatMoney, nairaOf } from '../../../shared/money.ts'
import type { DailyMetrics } from '../../../shared/operations.ts'
import { type Database, storedDepositKind } from '../../database/index.ts'
import { isDeliveredAfterWriteOff } from '../../vending/index.ts'
import { raiseAlert } from '../alert.ts'
import { alertTexts } from '../alert-texts.ts'
import type { OperationsDeps } from '../deps.ts'
import { timeSecondsAgo } from '../time.ts'

/** Counterparties confirm a day's volume within about a day, so the last days are recomputed. */
const recomputedDays = 3
const slowSeconds = 30 * 60
/** A payment, refund, attempt or deposit reaches its final state within this time, which bounds the scan. */
const maxOpenSeconds = 40 * 24 * 60 * 60

interface Row {
  day: string
  volume_kobo: string
  reconciled_kobo: string
  unknown_outcomes: number
  double_vends: number
  open_breaks: number
  oldest_break_hours: number
}

/**
 * Computes and stores the metrics of the last days in Lagos time, and alerts when the day before yesterday is
 * not reconciled or has a double vend, since the counterparties have a day to confirm. Metrics: volume, volume
 * confirmed by the counterparties, attempts with an unknown outcome for more than half an hour (target 0), double
 * vends (target always 0).
 */
export async function computeDailyMetrics(deps: OperationsDeps): Promise<void> {
  const movesSince = await timeSecondsAgo(deps.db, maxOpenSeconds)
  const { rows } = await sql<Row>`
    with days as (select (date_trunc('day', app_now() at time zone 'Africa/Lagos') - make_interval(days => ago))::date as day
      from generate_series(1, ${recomputedDays}) as ago),
    spans as (select day, day::timestamp at time zone 'Africa/Lagos' as begins, (day + 1)::timestamp at time zone 'Africa/Lagos' as ends
      from days),
    moves as (
      select begins, paid_kobo as kobo, 'payment' as kind, payments.id from spans join payments on payments.state_since >= begins
        and payments.created_at > ${movesSince}
        and payments.state_since < ends and payments.state in ('succeeded', 'succeeded_late', 'mismatch')
        and gateway not in ('wallet', 'manager') and paid_currency = 'NGN'
      union all
      select begins, refunds.amount_kobo, 'refund', refunds.id from spans join refunds on refunds.state_since >= begins
        and refunds.created_at > ${movesSince}
        and refunds.state_since < ends and refunds.state = 'processed' and refunds.currency = 'NGN'
        left join payments on payments.id = refunds.payment_id
        where payments.id is null or payments.gateway not in ('wallet', 'manager')
      union all
      select begins, cost_kobo, 'attempt', attempts.id from spans join attempts on attempts.state_since >= begins
        and attempts.created_at > ${movesSince} and attempts.state_since < ends and attempts.state = 'delivered'
      union all
      select begins, paid_kobo, ${sql.lit(storedDepositKind)}, deposits.id from spans join deposits on deposits.state_since >= begins
        and deposits.created_at > ${movesSince} and deposits.state_since < ends and deposits.state in ('credited', 'unmatched') and deposits.currency = 'NGN'),
    sums as (select moves.begins, sum(kobo) as volume_kobo, sum(kobo) filter (where reconciled_items.matched) as reconciled_kobo
      from moves left join reconciled_items on reconciled_items.kind = moves.kind and reconciled_items.subject_id = moves.id group by moves.begins)
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(volume_kobo, 0)::text as volume_kobo, coalesce(reconciled_kobo, 0)::text as reconciled_kobo,
      (select count(*)::int from attempts where created_at >= spans.begins and created_at < spans.ends
        and case when state in ('sending', 'unknown') then app_now() else state_since end
          > sent_at + make_interval(secs => ${slowSeconds})) as unknown_outcomes,
      (select count(*)::int from (select order_id from attempts where created_at >= spans.begins - interval '3 days'
          and (state = 'delivered' or ${isDeliveredAfterWriteOff}) and state_since >= spans.begins
          and state_since < spans.ends group by order_id having count(*) > 1) as twice) as double_vends,
      (select count(*)::int from reconciliation_breaks where resolved_at is null) as open_breaks,
      (select coalesce(extract(epoch from app_now() - min(first_seen_at)) / 3600, 0)::int from reconciliation_breaks where resolved_at is null) as oldest_break_hours
    from spans left join sums on sums.begins = spans.begins order by day desc`.execute(deps.db.q)
  await deps.db.inTransaction(async (tx) => {
    for (const row of rows) {
      const metrics = JSON.stringify(metricsFrom(row))
      await tx
        .insertInto('daily_metrics')
        .values({ day: row.day, metrics })
        .onConflict((conflict) =>
          conflict.column('day').doUpdateSet({ metrics, computed_at: sql<Date>`app_now()` }),
        )
        .execute()
    }
    const [, dayBeforeYesterday] = rows
    const subject = dayBeforeYesterday && dailyAlertSubject(dayBeforeYesterday)
    if (subject) {
      await raiseAlert(deps, tx, {
        // Stored: an alert about a day is sent once, whichever release computes the day.
        dedupeKey: `figure:${dayBeforeYesterday.day}`,
        subject,
        message: [
          alertTexts.dayVolume({
            reconciled: formatMoney(BigInt(dayBeforeYesterday.reconciled_kobo)),
            volume: formatMoney(BigInt(dayBeforeYesterday.volume_kobo)),
          }),
          alertTexts.dayCounts({
            unknown: dayBeforeYesterday.unknown_outcomes,
            doubleVends: dayBeforeYesterday.double_vends,
            breaks: dayBeforeYesterday.open_breaks,
          }),
        ],
      })
    }
  })
  deps.triggerOutbox()
}

/** The subject of the alert about a day; null for a day without a double vend whose volume is fully confirmed. */
export function dailyAlertSubject(
  row: Pick<Row, 'day' | 'volume_kobo' | 'reconciled_kobo' | 'double_vends'>,
): string | null {
  if (row.volume_kobo !== row.reconciled_kobo) return alertTexts.dayNotReconciled({ day: row.day })
  return row.double_vends > 0 ? alertTexts.dayWithDoubleVend({ day: row.day }) : null
}

function metricsFrom(row: Row): DailyMetrics {
  const [volume, reconciled] = [BigInt(row.volume_kobo), BigInt(row.reconciled_kobo)]
  return {
    day: row.day,
    volume: nairaOf(volume),
    reconciled: nairaOf(reconciled),
    reconciled_percent: volume === 0n ? null : Number((reconciled * 10_000n) / volume) / 100,
    unknown_outcomes: row.unknown_outcomes,
    double_vends: row.double_vends,
    open_breaks: row.open_breaks,
    oldest_break_hours: row.oldest_break_hours,
  }
}

/** The latest daily metrics, newest first. */
export async function latestDailyMetrics(db: Database, limit = 30): Promise<DailyMetrics[]> {
  const rows = await db.q
    .selectFrom('daily_metrics')
    .select('metrics')
    .orderBy('day', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.metrics as DailyMetrics)
}
