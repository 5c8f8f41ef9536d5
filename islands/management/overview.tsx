import type { ReactNode } from 'react'
import type { Overview } from '../../shared/management/overview.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { rich } from '../ui/index.ts'
import { BarChart } from './bar-chart.tsx'
import { displayName } from './labels.ts'
import { menuTexts } from './menu-texts.ts'
import { overviewTexts } from './overview-texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Select } from './select.tsx'
import { StackedBarChart } from './stacked-bar-chart.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'
import { periods, useOverview } from './use-overview.ts'

/** Overview: business metrics, outages and open work. */
export default function OverviewPage(page: ManagementPage) {
  const { days, set, query } = useOverview()
  return (
    <PageLayout
      {...page}
      path="/management"
      title={menuTexts.overview()}
      action={
        <Select
          label={overviewTexts.period()}
          name="days"
          value={days}
          choices={periods.map(([value, label]) => [value, label()])}
          onValue={(value) => set({ days: value })}
        />
      }
    >
      <QueryContent query={query} loadingText={managementTexts.loading()}>
        {(data) => <Plots data={data} />}
      </QueryContent>
    </PageLayout>
  )
}

const count = (value: number): string => value.toLocaleString('en')
const plots = [
  [overviewTexts.turnoverByDay, 'turnover', formatMoney],
  [overviewTexts.revenueByDay, 'revenue', formatMoney],
  [overviewTexts.deliveredByDay, 'delivered', count],
  [overviewTexts.refundedByDay, 'refunded', count],
] as const

function Plots({ data }: { data: Overview }) {
  return (
    <div className="stack">
      <Outages outages={data.outages} />
      <ul className="tallies">
        <Tally name={overviewTexts.inReview()} value={data.reviews} href="/management/reviews" />
        <Tally
          name={overviewTexts.differences()}
          value={data.open_breaks}
          href="/management/reconciliation"
        />
        <Tally name={overviewTexts.openTickets()} value={data.open_tickets} href="/management/tickets" />
      </ul>
      <div className="columns">
        {plots.map(([title, metric, format]) => (
          <section key={metric} className="card stack" aria-labelledby={metric}>
            <h2 id={metric}>{title()}</h2>
            <BarChart
              title={title()}
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
        <h2 id="by-service">{overviewTexts.ordersByService()}</h2>
        <StackedBarChart orders={data.orders} />
      </section>
      <section className="card stack" aria-labelledby="vendors">
        <h2 id="vendors">{overviewTexts.vendors()}</h2>
        <p className="field-hint">{overviewTexts.vendorsPeriod()}</p>
        <Table
          caption={overviewTexts.vendors()}
          rows={data.vendors}
          keyOf={(row) => row.vendor}
          empty={overviewTexts.noVendors()}
          columns={[
            { head: managementTexts.vendor(), cell: (row) => displayName(row.vendor) },
            { head: overviewTexts.attempts(), isNumber: true, cell: (row) => count(row.attempts) },
            {
              head: overviewTexts.deliveredShare(),
              isNumber: true,
              cell: (row) => row.success !== null && <Share ratio={row.success} />,
            },
            { head: overviewTexts.medianTime(), isNumber: true, cell: (row) => seconds(row.median_seconds) },
            { head: overviewTexts.slowestTime(), isNumber: true, cell: (row) => seconds(row.p95_seconds) },
            { head: overviewTexts.float(), isNumber: true, cell: (row) => formatMoney(row.float) },
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
      <h2 id="outages">{overviewTexts.outagesTitle()}</h2>
      <ul>
        {outages.map((outage) => (
          <li key={`${outage.vendor} ${outage.service}`}>
            {rich(outageText(outage))} {rich(waitingText(outage))}
          </li>
        ))}
      </ul>
    </section>
  )

type Outage = Overview['outages'][number]

function outageText({ service, vendor, paused_since, reason }: Outage) {
  const values = {
    service: displayName(service),
    vendor: displayName(vendor),
    strong: (name: ReactNode) => <strong>{name}</strong>,
  }
  return paused_since
    ? overviewTexts.pausedOutage({
        ...values,
        reason: reason ?? '',
        since: () => <DateTime value={paused_since} />,
      })
    : overviewTexts.outage(values)
}

const waitingText = ({ waiting_orders, waiting_amount, oldest_paid_at }: Outage) =>
  oldest_paid_at
    ? overviewTexts.waitingOrders({
        count: waiting_orders,
        amount: formatMoney(waiting_amount),
        since: () => <DateTime value={oldest_paid_at} />,
      })
    : overviewTexts.noWaitingOrders()

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
