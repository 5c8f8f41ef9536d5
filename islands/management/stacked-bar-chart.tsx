import type { Overview } from '../../shared/management/overview.ts'
import { orderStatuses } from '../../shared/statuses.ts'
import { commonTexts } from '../ui/index.ts'
import { groupBy } from './group-by.ts'
import { displayName } from './labels.ts'
import { overviewTexts } from './overview-texts.ts'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'

/** Order states are grouped by the tone of their status; no order state has the tone `attention`. */
const legendLabels = {
  success: overviewTexts.legendDelivered,
  progress: overviewTexts.legendInProgress,
  failure: overviewTexts.legendFailed,
  neutral: managementTexts.notPaid,
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
        {overviewTexts.noOrders()}
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
            {legendLabels[tone]()}
          </li>
        ))}
      </ul>
      <details>
        <summary>{managementTexts.viewAsTable()}</summary>
        <Table
          caption={overviewTexts.ordersByService()}
          rows={services}
          keyOf={(row) => row.service}
          empty=""
          columns={[
            { head: commonTexts.service(), cell: (row) => row.service },
            { head: managementTexts.orders(), isNumber: true, cell: (row) => row.count.toLocaleString('en') },
            {
              head: overviewTexts.statuses(),
              cell: (row) =>
                row.states
                  .map(({ state, count }) =>
                    overviewTexts.statusCount({ count, status: orderStatuses[state].label.toLowerCase() }),
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
