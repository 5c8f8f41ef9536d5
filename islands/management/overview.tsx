import { managementOverview, type Overview } from '../../shared/management/overview.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Bars } from './bars.tsx'
import { Loaded, Screen } from './screen.tsx'
import { Select } from './select.tsx'
import { Stacks } from './stacks.tsx'
import { Table } from './table.tsx'
import { useAsk } from './use-ask.ts'
import { useFilters } from './use-filters.ts'
import { nameOf } from './words.ts'

const spans = [
  ['1', 'Today'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const
type Days = (typeof spans)[number][0]

/** The business at a glance. */
export default function OverviewScreen(page: ManagementPage) {
  const { filters, set } = useFilters(['days'] as const)
  const days = (filters.days || '7') as Days
  const asked = useAsk(managementOverview, { query: { days } })
  return (
    <Screen
      {...page}
      path="/management"
      title="Overview"
      action={
        <Select
          label="Time"
          name="days"
          value={days}
          choices={spans}
          onValue={(value) => set({ days: value })}
        />
      }
    >
      <Loaded asked={asked} wait="Adding up...">
        {(data) => <Plots data={data} />}
      </Loaded>
    </Screen>
  )
}

const count = (value: number): string => value.toLocaleString('en')
const plots = [
  ['Turnover', 'turnover', formatMoney],
  ['Revenue', 'revenue', formatMoney],
  ['Delivered orders', 'delivered', count],
  ['Refunded orders', 'refunded', count],
] as const

function Plots({ data }: { data: Overview }) {
  return (
    <div className="stack">
      <ul className="tallies">
        <Figure name="In review" value={data.reviews} href="/management/reviews" />
        <Figure name="Differences" value={data.differences} href="/management/reconciliation" />
        <Figure name="Open reports" value={data.open_tickets} href="/management/tickets" />
      </ul>
      <div className="columns">
        {plots.map(([title, what, says]) => (
          <section key={what} className="card stack" aria-labelledby={what}>
            <h2 id={what}>{title} by day</h2>
            <Bars
              title={`${title} by day`}
              bars={data.days.map((it) => ({ name: it.day, value: it[what], says: says(it[what]) }))}
            />
          </section>
        ))}
      </div>
      <section className="card stack" aria-labelledby="by-service">
        <h2 id="by-service">Orders by service and state</h2>
        <Stacks orders={data.orders} />
      </section>
      <section className="card stack" aria-labelledby="vendors">
        <h2 id="vendors">Vendors</h2>
        <p className="field-hint">In the last seven days at most.</p>
        <Table
          caption="Vendors"
          rows={data.vendors}
          keyOf={(it) => it.vendor}
          empty="No vendor is configured."
          columns={[
            { head: 'Vendor', cell: (it) => nameOf(it.vendor) },
            { head: 'Tries', isNumber: true, cell: (it) => count(it.attempts) },
            {
              head: 'Delivered',
              isNumber: true,
              cell: (it) => it.success !== null && <Share of={it.success} />,
            },
            { head: 'Median', isNumber: true, cell: (it) => seconds(it.median_seconds) },
            { head: '95 of 100 within', isNumber: true, cell: (it) => seconds(it.p95_seconds) },
            { head: 'Float', isNumber: true, cell: (it) => formatMoney(it.float) },
          ]}
        />
      </section>
    </div>
  )
}

const seconds = (value: number | null): string => (value === null ? '' : `${value.toFixed(1)} s`)

/** A part of one as a bar, and in percent. */
const Share = ({ of }: { of: number }) => (
  <span className="share">
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect className="look-over" width="100" height="10" />
      <rect className="look-good" width={of * 100} height="10" />
    </svg>
    {(of * 100).toFixed(1)} %
  </span>
)

const Figure = ({ name, value, href }: { name: string; value: number; href: string }) => (
  <li className="card">
    <a href={href}>
      <strong>{count(value)}</strong> {name}
    </a>
  </li>
)
