import { formatMoney } from '../lib/index.ts'
import type { Summary } from '../pages.ts'

const height = 80
const step = 48

/** Monthly spending and electricity units, as bar charts and as an accessible table. */
export function Spending({ summary }: { summary: Summary }) {
  const { months } = summary
  if (!months.some(({ spent }) => spent > 0)) return null
  return (
    <section className="card stack" aria-labelledby="spending">
      <h2 id="spending">Monthly spending</h2>
      <MonthlyBars bars={months.map(({ month, spent }) => ({ month, value: spent }))} />
      {months.some(({ units }) => units > 0) && (
        <>
          <h3>Electricity (kWh)</h3>
          <MonthlyBars bars={months.map(({ month, units }) => ({ month, value: units }))} />
        </>
      )}
      <details>
        <summary className="link py-3">View as table</summary>
        <table className="w-full">
          <thead>
            <tr className="text-left">
              <th scope="col">Month</th>
              <th scope="col">Orders</th>
              <th scope="col">Spent</th>
              <th scope="col">Units (kWh)</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, orders, spent, units }) => (
              <tr key={month} className="border-t border-line">
                <th scope="row" className="py-2 text-left">
                  {monthName(month)} {month.slice(0, 4)}
                </th>
                <td>{orders}</td>
                <td>{formatMoney(spent)}</td>
                <td>{units}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

function MonthlyBars({ bars: months }: { bars: readonly { month: string; value: number }[] }) {
  const maximum = Math.max(...months.map(({ value }) => value))
  return (
    <svg
      className="w-full max-w-md text-brand"
      viewBox={`0 0 ${months.length * step} ${height + 20}`}
      aria-hidden="true"
      focusable="false"
    >
      {months.map(({ month, value }, index) => {
        const barHeight = Math.round((value / maximum) * height)
        return (
          <g key={month}>
            <rect
              x={index * step + 8}
              y={height - barHeight}
              width={step - 16}
              height={barHeight}
              rx="4"
              fill="currentColor"
            />
            <text
              x={index * step + step / 2}
              y={height + 15}
              textAnchor="middle"
              fontSize="12"
              className="fill-muted"
            >
              {monthName(month).slice(0, 3)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const monthName = (month: string) => monthNames[Number(month.slice(5)) - 1] ?? month
