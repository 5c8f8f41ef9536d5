import type { Overview, PeriodTotals } from '../../shared/management/overview.ts'
import { formatMoney } from '../lib/index.ts'
import { formatSeconds } from './duration.ts'
import { overviewTexts } from './overview-texts.ts'

interface Metric {
  name: () => string
  /** Text of the value; null without data. */
  text: (totals: PeriodTotals) => string | null
  /** Components of the value. */
  note?: (totals: PeriodTotals) => string
  /** Relative change is shown for amounts only. */
  amount?: (totals: PeriodTotals) => number
}

const percent = (ratio: number): string => `${(ratio * 100).toFixed(1)}\u00a0%`

const metrics: readonly Metric[] = [
  {
    name: overviewTexts.turnover,
    text: ({ turnover }) => formatMoney(turnover),
    amount: ({ turnover }) => turnover,
  },
  {
    name: overviewTexts.revenue,
    text: ({ revenue }) => formatMoney(revenue),
    amount: ({ revenue }) => revenue,
  },
  {
    name: overviewTexts.deliveredRate,
    text: ({ success }) => (success === null ? null : percent(success)),
    note: ({ attempts, unknown }) => overviewTexts.attemptsNote({ attempts, unknown }),
  },
  {
    name: overviewTexts.paidToDelivered,
    text: ({ median_seconds }) => (median_seconds === null ? null : formatSeconds(median_seconds)),
    note: ({ p95_seconds }) =>
      p95_seconds === null
        ? overviewTexts.median()
        : overviewTexts.medianWithP95({ duration: formatSeconds(p95_seconds) }),
  },
  {
    name: overviewTexts.refunds,
    text: ({ refunded_amount }) => formatMoney(refunded_amount),
    note: ({ refunded }) => overviewTexts.refundCount({ count: refunded }),
    amount: ({ refunded_amount }) => refunded_amount,
  },
]

/** The five metrics of a period with those of the previous one. */
export function PeriodMetrics({ totals: { current, previous } }: Pick<Overview, 'totals'>) {
  return (
    <section className="stack" aria-labelledby="metrics">
      <h2 id="metrics" className="sr-only">
        {overviewTexts.metrics()}
      </h2>
      <dl className="metrics-grid">
        {metrics.map((metric) => (
          <div key={metric.name()} className="card">
            <dt>{metric.name()}</dt>
            <dd>
              <strong>{metric.text(current) ?? overviewTexts.noValue()}</strong>
              {metric.note && <small>{metric.note(current)}</small>}
              <small>{previousText(metric, current, previous)}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">
        {overviewTexts.comparedWith({ from: dayText(previous.from), to: dayText(previous.to) })}
      </p>
    </section>
  )
}

function previousText({ text, amount }: Metric, current: PeriodTotals, previous: PeriodTotals): string {
  const value = text(previous) ?? overviewTexts.noValue()
  const base = amount?.(previous) ?? 0
  const before = overviewTexts.before({ value })
  if (!amount || base <= 0) return before
  const changePercent = ((amount(current) - base) / base) * 100
  return overviewTexts.change({
    before,
    percent: `${changePercent >= 0 ? '+' : '−'}${Math.abs(changePercent).toFixed(0)}\u00a0%`,
  })
}

const dayText = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
