import type { Overview } from '../../shared/management/overview.ts'
import { grouped } from './grouped.ts'
import { looks } from './state.tsx'
import { Table } from './table.tsx'
import { nameOf } from './words.ts'

const legend = { good: 'Delivered', wait: 'Under way', back: 'Given back', over: 'Never paid' } as const
const order = Object.keys(legend) as (keyof typeof legend)[]

/** Orders of each service as one bar of their states, and the same as a table. */
export function Stacks({ orders }: { orders: Overview['orders'] }) {
  const services = grouped(orders, (it) => it.service).map(([service, states]) => ({
    service: nameOf(service),
    states,
    count: states.reduce((sum, it) => sum + it.count, 0),
  }))
  if (services.length === 0)
    return (
      <p className="empty" role="status">
        No orders in this time.
      </p>
    )
  const most = Math.max(...services.map(({ count }) => count))
  return (
    <figure className="stacks">
      {services.map(({ service, states, count }) => (
        <div key={service} className="stack-row" aria-hidden="true">
          <span>{service}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            {partsOf(states).map(({ look, at, many }) => (
              <rect
                key={look}
                className={`look-${look}`}
                x={(at / most) * 100}
                width={(many / most) * 100}
                height="10"
              />
            ))}
          </svg>
          <strong>{count.toLocaleString('en')}</strong>
        </div>
      ))}
      <ul className="legend" aria-hidden="true">
        {order.map((look) => (
          <li key={look} className={`legend-${look}`}>
            {legend[look]}
          </li>
        ))}
      </ul>
      <details>
        <summary>As a table</summary>
        <Table
          caption="Orders by service and state"
          rows={services}
          keyOf={(it) => it.service}
          empty=""
          columns={[
            { head: 'Service', cell: (it) => it.service },
            { head: 'Orders', isNumber: true, cell: (it) => it.count.toLocaleString('en') },
            {
              head: 'States',
              cell: (it) =>
                it.states
                  .map(({ state, count }) => `${count.toLocaleString('en')} ${nameOf(state)}`)
                  .join(', '),
            },
          ]}
        />
      </details>
    </figure>
  )
}

/** Where each look begins in its bar, and how many it has. */
function partsOf(states: Overview['orders']) {
  let at = 0
  return order.flatMap((look) => {
    const many = states.reduce((sum, it) => (looks[it.state] === look ? sum + it.count : sum), 0)
    const part = { look, at, many }
    at += many
    return many > 0 ? [part] : []
  })
}
