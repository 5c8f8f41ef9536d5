import type { Overview } from '../../shared/management/overview.ts'
import { groupBy } from './group-by.ts'
import { displayName } from './labels.ts'
import { statusTones } from './status-badge.tsx'
import { Table } from './table.tsx'

const legendLabels = { good: 'Delivered', wait: 'In progress', back: 'Refunded', over: 'Not paid' } as const
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
                className={`look-${tone}`}
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
          caption="Orders by service and state"
          rows={services}
          keyOf={(row) => row.service}
          empty=""
          columns={[
            { head: 'Service', cell: (row) => row.service },
            { head: 'Orders', isNumber: true, cell: (row) => row.count.toLocaleString('en') },
            {
              head: 'States',
              cell: (row) =>
                row.states
                  .map(({ state, count }) => `${count.toLocaleString('en')} ${displayName(state)}`)
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
    const size = states.reduce((sum, row) => (statusTones[row.state] === tone ? sum + row.count : sum), 0)
    const segment = { tone, start, size }
    start += size
    return size > 0 ? [segment] : []
  })
}
