import type { Overview } from '../../shared/management/overview.ts'
import { orderStatuses } from '../../shared/statuses.ts'
import { groupBy } from './group-by.ts'
import { displayName } from './labels.ts'
import { Table } from './table.tsx'

/** Order states are grouped by the tone of their status; no order state has the tone `attention`. */
const legendLabels = {
  success: 'Delivered',
  progress: 'In progress',
  failure: 'Failed or refunded',
  neutral: 'Not paid',
} as const
const legendOrder = Object.keys(legendLabels) as (keyof typeof legendLabels)[]

/** Stacked bar of order states per service, with an accessible table. */
export function StackedBarChart({ orders }: { orders: Overview['orders'] }) {
  const services = groupBy(orders, (row) => row.service).map(([service, states]) => ({
    service: displayName(service),
    states,
    count: states.reduce((sum, row) => sum + row.count, 0),
  }))
  if (services.length === 0)
    return (
      <p className="empty" role="status">
        No orders in this period
      </p>
    )
  const maximum = Math.max(...services.map(({ count }) => count))
  return (
    <figure className="stacks">
      {services.map(({ service, states, count }) => (
        <div key={service} className="stack-row" aria-hidden="true">
          <span>{service}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            {segmentsOf(states).map(({ tone, start, size }) => (
              <rect
                key={tone}
                className={`bar-${tone}`}
                x={(start / maximum) * 100}
                width={(size / maximum) * 100}
                height="10"
              />
            ))}
          </svg>
          <strong>{count.toLocaleString('en')}</strong>
        </div>
      ))}
      <ul className="legend" aria-hidden="true">
        {legendOrder.map((tone) => (
          <li key={tone} className={`legend-${tone}`}>
            {legendLabels[tone]}
          </li>
        ))}
      </ul>
      <details>
        <summary>View as table</summary>
        <Table
          caption="Orders by service and status"
          rows={services}
          keyOf={(row) => row.service}
          empty=""
          columns={[
            { head: 'Service', cell: (row) => row.service },
            { head: 'Orders', isNumber: true, cell: (row) => row.count.toLocaleString('en') },
            {
              head: 'Statuses',
              cell: (row) =>
                row.states
                  .map(
                    ({ state, count }) =>
                      `${count.toLocaleString('en')} ${orderStatuses[state].label.toLowerCase()}`,
                  )
                  .join(', '),
            },
          ]}
        />
      </details>
    </figure>
  )
}

/** Start and size of each tone's segment. */
function segmentsOf(states: Overview['orders']) {
  let start = 0
  return legendOrder.flatMap((tone) => {
    const size = states.reduce(
      (sum, row) => (orderStatuses[row.state].tone === tone ? sum + row.count : sum),
      0,
    )
    const segment = { tone, start, size }
    start += size
    return size > 0 ? [segment] : []
  })
}
