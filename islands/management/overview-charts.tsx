import type { DailyTotal, Overview } from '../../shared/management/overview.ts'
import type { OrderState } from '../../shared/orders.ts'
import { orderStatuses, type StatusTone } from '../../shared/statuses.ts'
import { formatMoney } from '../lib/index.ts'
import { commonTexts } from '../ui/index.ts'
import { Chart } from './chart.tsx'
import { groupBy } from './group-by.ts'
import { displayName } from './labels.ts'
import { overviewTexts } from './overview-texts.ts'
import { managementTexts } from './texts.ts'

const formatCount = (value: number): string => value.toLocaleString('en')
const formatNaira = (value: number): string => formatMoney(value, { decimals: 0 })

/** Charts of the period; those by day have the same days on their axes. */
export function OverviewCharts({ data }: { data: Overview }) {
  const days = data.days.map(({ day }) => shortDay(day))
  const byDay = { labelHead: overviewTexts.day(), labels: days }
  const seriesOfBothPeriods = (field: 'turnover' | 'revenue') => [
    { name: overviewTexts.thisPeriod(), tone: 'main' as const, values: valuesOf(data.days, field) },
    {
      name: overviewTexts.previousPeriod(),
      tone: 'previous' as const,
      isLine: true,
      values: valuesOf(data.previous_days, field),
    },
  ]
  return (
    <div className="columns">
      <ChartCard
        title={overviewTexts.turnoverByDay()}
        {...byDay}
        series={seriesOfBothPeriods('turnover')}
        format={formatNaira}
      />
      <ChartCard
        title={overviewTexts.revenueByDay()}
        {...byDay}
        series={seriesOfBothPeriods('revenue')}
        format={formatNaira}
      />
      <ChartCard
        title={overviewTexts.ordersByDay()}
        {...byDay}
        series={[
          {
            name: overviewTexts.deliveredOrders(),
            tone: 'success',
            values: valuesOf(data.days, 'delivered'),
          },
          { name: overviewTexts.refunds(), tone: 'failure', values: valuesOf(data.days, 'refunded') },
        ]}
        format={formatCount}
      />
      <ChartCard
        title={overviewTexts.ordersByService()}
        labelHead={commonTexts.service()}
        {...statusesByService(data.orders)}
        format={formatCount}
        isStacked
        isHorizontal
      />
    </div>
  )
}

const ChartCard = (props: Parameters<typeof Chart>[0]) => (
  <section className="card stack" aria-label={props.title}>
    <h2>{props.title}</h2>
    <Chart {...props} />
  </section>
)

const valuesOf = (days: readonly DailyTotal[], field: Exclude<keyof DailyTotal, 'day'>): number[] =>
  days.map((day) => day[field])

const shortDay = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })

/** A refunded order counts as a failed delivery, although its status is neutral for the customer. */
const groupOf = (state: OrderState): StatusTone =>
  state === 'refunded' ? 'failure' : orderStatuses[state].tone

/** Order states are grouped by the tone of their status; no order state has the tone `attention`. */
const groups = [
  ['success', overviewTexts.deliveredGroup],
  ['progress', overviewTexts.inProgressGroup],
  ['failure', overviewTexts.failedGroup],
  ['neutral', managementTexts.notPaid],
] as const

/** Orders of each service by status group. An abandoned checkout is unpaid, not in progress. */
function statusesByService(orders: Overview['orders']) {
  const services = groupBy(orders, (row) => row.service)
  return {
    labels: services.map(([service]) => displayName(service)),
    series: groups.map(([tone, name]) => ({
      name: name(),
      tone,
      values: services.map(([, states]) =>
        states.reduce((sum, row) => (groupOf(row.state) === tone ? sum + row.count : sum), 0),
      ),
    })),
  }
}
