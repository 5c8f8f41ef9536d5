import { sql } from 'kysely'
import { formatMoney, nairaOf } from '../../../shared/money.ts'
import type { DailyFigure } from '../../../shared/operations.ts'
import type { Database } from '../../database/index.ts'
import { raiseAlarm } from '../alarm.ts'
import type { OperationsParts } from '../parts.ts'

/** A day's value is explained by the counterparties within a day or so: the last ones are figured again. */
const daysAgain = 3
const slowSeconds = 30 * 60

interface Row {
  day: string
  moved: string
  explained: string
  unknowns: number
  double_vends: number
  open_differences: number
  oldest_hours: number
}

/**
 * The figures of the last days in Lagos, written and, when something is wrong with yesterday, told. What is
 * in them: value that moved, value that the counterparties confirmed, orders unclear for more than half an
 * hour (goal 0), double vends (goal 0 for ever).
 */
export async function writeFigures(parts: OperationsParts): Promise<void> {
  const { rows } = await sql<Row>`
    with days as (select (date_trunc('day', business_now() at time zone 'Africa/Lagos') - make_interval(days => ago))::date as day
      from generate_series(1, ${daysAgain}) as ago),
    spans as (select day, day::timestamp at time zone 'Africa/Lagos' as begins, (day + 1)::timestamp at time zone 'Africa/Lagos' as ends
      from days),
    moves as (
      select begins, paid_kobo as kobo, 'payment' as kind, payments.id from spans join payments on payments.state_since >= begins
        and payments.state_since < ends and payments.state in ('succeeded', 'succeeded_late', 'mismatch')
        and gateway not in ('wallet', 'manager') and paid_currency = 'NGN'
      union all
      select begins, refunds.amount_kobo, 'refund', refunds.id from spans join refunds on refunds.state_since >= begins
        and refunds.state_since < ends and refunds.state = 'processed' and refunds.currency = 'NGN'
        left join payments on payments.id = refunds.payment_id
        where payments.id is null or payments.gateway not in ('wallet', 'manager')
      union all
      select begins, cost_kobo, 'attempt', attempts.id from spans join attempts on attempts.state_since >= begins
        and attempts.state_since < ends and attempts.state = 'delivered'
      union all
      select begins, paid_kobo, 'inflow', inflows.id from spans join inflows on inflows.state_since >= begins
        and inflows.state_since < ends and inflows.state in ('credited', 'unmatched') and inflows.currency = 'NGN'),
    sums as (select moves.begins, sum(kobo) as moved, sum(kobo) filter (where compared.agreed) as explained
      from moves left join compared on compared.kind = moves.kind and compared.subject_id = moves.id group by moves.begins)
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(moved, 0)::text as moved, coalesce(explained, 0)::text as explained,
      (select count(*)::int from attempts where created_at >= spans.begins and created_at < spans.ends
        and case when state in ('sending', 'unknown') then business_now() else state_since end
          > sent_at + make_interval(secs => ${slowSeconds})) as unknowns,
      (select count(*)::int from (select order_id from attempts where created_at >= spans.begins - interval '3 days'
          and (state = 'delivered' or (state = 'written_off' and because = 'delivered')) and state_since >= spans.begins
          and state_since < spans.ends group by order_id having count(*) > 1) as twice) as double_vends,
      (select count(*)::int from differences where resolved_at is null) as open_differences,
      (select coalesce(extract(epoch from business_now() - min(since)) / 3600, 0)::int from differences where resolved_at is null) as oldest_hours
    from spans left join sums on sums.begins = spans.begins order by day desc`.execute(parts.db.q)
  await parts.db.inTransaction(async (tx) => {
    for (const row of rows) {
      const figures = JSON.stringify(figureFrom(row))
      await tx
        .insertInto('daily_figures')
        .values({ day: row.day, figures })
        .onConflict((it) => it.column('day').doUpdateSet({ figures, made_at: sql<Date>`business_now()` }))
        .execute()
    }
    const [, dayBefore] = rows
    if (dayBefore && isWrong(dayBefore)) {
      await raiseAlarm(parts, tx, {
        onceKey: `figure:${dayBefore.day}`,
        subject: `the books of ${dayBefore.day} are not explained`,
        says: [
          `${formatMoney(BigInt(dayBefore.explained))} of ${formatMoney(BigInt(dayBefore.moved))} were confirmed by the counterparties.`,
          `Orders unclear for more than half an hour: ${dayBefore.unknowns}. Double vends: ${dayBefore.double_vends}. Open differences: ${dayBefore.open_differences}.`,
        ],
      })
    }
  })
  parts.wakeOutbox()
}

/** A day has a day's time to be explained. */
const isWrong = (row: Row): boolean => row.moved !== row.explained || row.double_vends > 0

function figureFrom(row: Row): DailyFigure {
  const [moved, explained] = [BigInt(row.moved), BigInt(row.explained)]
  return {
    day: row.day,
    moved: nairaOf(moved),
    explained: nairaOf(explained),
    explained_percent: moved === 0n ? null : Number((explained * 10_000n) / moved) / 100,
    unknowns: row.unknowns,
    double_vends: row.double_vends,
    open_differences: row.open_differences,
    oldest_difference_hours: row.oldest_hours,
  }
}

/** The last figures, newest first. */
export async function lastFigures(db: Database, most = 30): Promise<DailyFigure[]> {
  const rows = await db.q
    .selectFrom('daily_figures')
    .select('figures')
    .orderBy('day', 'desc')
    .limit(most)
    .execute()
  return rows.map((it) => it.figures as DailyFigure)
}
