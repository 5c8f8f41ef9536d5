import { formatMoney } from '../lib/index.ts'
import type { Summary } from '../pages.ts'

const height = 80
const step = 48

/** What was spent month by month, and for how many units: bars to look at, and the same as a table for everybody. */
export function Spending({ summary }: { summary: Summary }) {
  const { months } = summary
  if (!months.some(({ spent }) => spent > 0)) return null
  return (
    <section className="card stack" aria-labelledby="spending">
      <h2 id="spending">Spent in the last months</h2>
      <Bars bars={months.map(({ month, spent }) => ({ month, value: spent }))} />
      {months.some(({ units }) => units > 0) && (
        <>
          <h3>Electricity (kWh)</h3>
          <Bars bars={months.map(({ month, units }) => ({ month, value: units }))} />
        </>
      )}
      <details>
        <summary className="link py-3">The same as a table</summary>
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
                  {nameOf(month)} {month.slice(0, 4)}
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

function Bars({ bars }: { bars: readonly { month: string; value: number }[] }) {
  const most = Math.max(...bars.map(({ value }) => value))
  return (
    <svg
      className="w-full max-w-md text-brand"
      viewBox={`0 0 ${bars.length * step} ${height + 20}`}
      aria-hidden="true"
      focusable="false"
    >
      {bars.map(({ month, value }, at) => {
        const bar = Math.round((value / most) * height)
        return (
          <g key={month}>
            <rect
              x={at * step + 8}
              y={height - bar}
              width={step - 16}
              height={bar}
              rx="4"
              fill="currentColor"
            />
            <text
              x={at * step + step / 2}
              y={height + 15}
              textAnchor="middle"
              fontSize="12"
              className="fill-muted"
            >
              {nameOf(month).slice(0, 3)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const names = [
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
const nameOf = (month: string) => names[Number(month.slice(5)) - 1] ?? month
