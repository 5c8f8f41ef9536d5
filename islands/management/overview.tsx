import type { Overview } from '../../shared/management/overview.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { BarChart } from './bar-chart.tsx'
import { displayName } from './labels.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Select } from './select.tsx'
import { StackedBarChart } from './stacked-bar-chart.tsx'
import { Table } from './table.tsx'
import { periods, useOverview } from './use-overview.ts'

/** Overview: business metrics, outages and open work. */
export default function OverviewPage(page: ManagementPage) {
  const { days, set, query } = useOverview()
  return (
    <PageLayout
      {...page}
      path="/management"
      title="Overview"
      action={
        <Select
          label="Period"
          name="days"
          value={days}
          choices={periods}
          onValue={(value) => set({ days: value })}
        />
      }
    >
      <QueryContent query={query} loadingText="Loading…">
        {(data) => <Plots data={data} />}
      </QueryContent>
    </PageLayout>
  )
}

const count = (value: number): string => value.toLocaleString('en')
const plots = [
  ['Sales volume', 'turnover', formatMoney],
  ['Revenue', 'revenue', formatMoney],
  ['Delivered orders', 'delivered', count],
  ['Refunded orders', 'refunded', count],
] as const

function Plots({ data }: { data: Overview }) {
  return (
    <div className="stack">
      <Outages outages={data.outages} />
      <ul className="tallies">
        <Tally name="In review" value={data.reviews} href="/management/reviews" />
        <Tally name="Differences" value={data.open_breaks} href="/management/reconciliation" />
        <Tally name="Open tickets" value={data.open_tickets} href="/management/tickets" />
      </ul>
      <div className="columns">
        {plots.map(([title, metric, format]) => (
          <section key={metric} className="card stack" aria-labelledby={metric}>
            <h2 id={metric}>{title} by day</h2>
            <BarChart
              title={`${title} by day`}
              bars={data.days.map((row) => ({
                name: row.day,
                value: row[metric],
                valueText: format(row[metric]),
              }))}
            />
          </section>
        ))}
      </div>
      <section className="card stack" aria-labelledby="by-service">
        <h2 id="by-service">Orders by service and status</h2>
        <StackedBarChart orders={data.orders} />
      </section>
      <section className="card stack" aria-labelledby="vendors">
        <h2 id="vendors">Vendors</h2>
        <p className="field-hint">Last 7 days</p>
        <Table
          caption="Vendors"
          rows={data.vendors}
          keyOf={(row) => row.vendor}
          empty="No vendors configured"
          columns={[
            { head: 'Vendor', cell: (row) => displayName(row.vendor) },
            { head: 'Attempts', isNumber: true, cell: (row) => count(row.attempts) },
            {
              head: 'Delivered',
              isNumber: true,
              cell: (row) => row.success !== null && <Share ratio={row.success} />,
            },
            { head: 'Median time', isNumber: true, cell: (row) => seconds(row.median_seconds) },
            { head: '95th percentile', isNumber: true, cell: (row) => seconds(row.p95_seconds) },
            { head: 'Float', isNumber: true, cell: (row) => formatMoney(row.float) },
          ]}
        />
      </section>
    </div>
  )
}

/** Current outages and the number of waiting orders. */
const Outages = ({ outages }: Pick<Overview, 'outages'>) =>
  outages.length > 0 && (
    <section className="card stack" aria-labelledby="outages">
      <h2 id="outages">Deliveries held up</h2>
      <ul>
        {outages.map((outage) => (
          <li key={`${outage.vendor} ${outage.service}`}>
            <strong>
              {displayName(outage.service)} at {displayName(outage.vendor)}
            </strong>
            {outage.paused_since && (
              <>
                : paused since <DateTime value={outage.paused_since} /> ({outage.reason})
              </>
            )}
            {outage.oldest_paid_at ? (
              <>
                . {count(outage.waiting_orders)} paid {outage.waiting_orders === 1 ? 'order' : 'orders'} (
                {formatMoney(outage.waiting_amount)}) waiting, the oldest since{' '}
                <DateTime value={outage.oldest_paid_at} />.
              </>
            ) : (
              '. No paid orders are waiting.'
            )}
          </li>
        ))}
      </ul>
    </section>
  )

const seconds = (value: number | null): string => (value === null ? '' : `${value.toFixed(1)} s`)

/** A ratio between 0 and 1 as a bar and in percent. */
const Share = ({ ratio }: { ratio: number }) => (
  <span className="share">
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect className="look-over" width="100" height="10" />
      <rect className="look-good" width={ratio * 100} height="10" />
    </svg>
    {(ratio * 100).toFixed(1)} %
  </span>
)

const Tally = ({ name, value, href }: { name: string; value: number; href: string }) => (
  <li className="card">
    <a href={href}>
      <strong>{count(value)}</strong> {name}
    </a>
  </li>
)
