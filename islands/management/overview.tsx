import { managementOverview, type Overview } from '../../shared/management/overview.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Bars } from './bars.tsx'
import { Loaded, Screen } from './screen.tsx'
import { Select } from './select.tsx'
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

function Plots({ data }: { data: Overview }) {
  const orders = [...Map.groupBy(data.orders, (it) => it.service)].map(([service, states]) => ({
    service: nameOf(service),
    states: states.map(({ state, count }) => `${count} ${nameOf(state)}`).join(', '),
    count: states.reduce((sum, it) => sum + it.count, 0),
  }))
  return (
    <div className="stack">
      <ul className="columns three figures">
        <Figure name="In review" value={data.reviews} href="/management/reviews" />
        <Figure name="Differences" value={data.differences} href="/management/reconciliation" />
        <Figure name="Open reports" value={data.open_tickets} href="/management/tickets" />
      </ul>
      <section className="card stack" aria-labelledby="turnover">
        <h2 id="turnover">Turnover by day</h2>
        <Bars
          title="Turnover by day"
          bars={data.days.map((it) => ({ name: it.day, value: it.turnover, says: formatMoney(it.turnover) }))}
        />
      </section>
      <section className="card stack" aria-labelledby="revenue">
        <h2 id="revenue">Revenue by day</h2>
        <Bars
          title="Revenue by day"
          bars={data.days.map((it) => ({ name: it.day, value: it.revenue, says: formatMoney(it.revenue) }))}
        />
      </section>
      <section className="card stack" aria-labelledby="by-service">
        <h2 id="by-service">Orders by service and state</h2>
        <Table
          caption="Orders by service"
          rows={orders}
          keyOf={(it) => it.service}
          empty="No orders in this time."
          columns={[
            { head: 'Service', cell: (it) => it.service },
            { head: 'Orders', isNumber: true, cell: (it) => it.count },
            { head: 'States', cell: (it) => it.states },
          ]}
        />
      </section>
      <section className="card stack" aria-labelledby="vendors">
        <h2 id="vendors">Vendors</h2>
        <Table
          caption="Vendors"
          rows={data.vendors}
          keyOf={(it) => it.vendor}
          empty="No vendor is configured."
          columns={[
            { head: 'Vendor', cell: (it) => nameOf(it.vendor) },
            { head: 'Tries', isNumber: true, cell: (it) => it.attempts },
            {
              head: 'Delivered',
              isNumber: true,
              cell: (it) => (it.success === null ? '' : `${(it.success * 100).toFixed(1)} %`),
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

const Figure = ({ name, value, href }: { name: string; value: number; href: string }) => (
  <li className="card">
    <a href={href}>
      <strong className="amount">{value}</strong> {name}
    </a>
  </li>
)
