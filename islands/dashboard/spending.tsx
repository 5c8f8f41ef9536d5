import { useSyncExternalStore } from 'react'
import { currencySymbols } from '../../shared/money.ts'
import { displayDate, formatMoney } from '../lib/index.ts'
import type { Summary } from '../pages.ts'
import { dashboardTexts } from './texts.ts'

const height = 80
const step = 48
/** Room for the value above the highest bar. */
const valueHeight = 16

/** Monthly spending and electricity units, as bar charts and as an accessible table. Open at first on wide screens. */
export function Spending({ summary }: { summary: Summary }) {
  const { months } = summary
  const isWide = useWideScreen()
  if (!months.some(({ spent }) => spent > 0)) return null
  return (
    <details className="card stack spending" open={isWide}>
      <summary>
        <h2>{dashboardTexts.spendingTitle()}</h2>
      </summary>
      <MonthlyBars
        bars={months.map(({ month, spent }) => ({
          month,
          value: spent,
          label: `${currencySymbols.NGN}${shortNumber(spent)}`,
        }))}
      />
      {months.some(({ units }) => units > 0) && (
        <>
          <h3>{dashboardTexts.electricityTitle()}</h3>
          <MonthlyBars
            bars={months.map(({ month, units }) => ({ month, value: units, label: shortNumber(units) }))}
          />
        </>
      )}
      <details>
        <summary className="link">{dashboardTexts.viewAsTable()}</summary>
        <table className="spending-table">
          <thead>
            <tr>
              <th scope="col">{dashboardTexts.month()}</th>
              <th scope="col">{dashboardTexts.orders()}</th>
              <th scope="col">{dashboardTexts.spent()}</th>
              <th scope="col">{dashboardTexts.units()}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, orders, spent, units }) => (
              <tr key={month}>
                <th scope="row">{displayDate(month, 'month')}</th>
                <td>{orders}</td>
                <td>{formatMoney(spent)}</td>
                <td>{units}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </details>
  )
}

const neverChanges = () => () => undefined

/** Read once: the user may close the section afterwards. */
const useWideScreen = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => window.matchMedia?.('(min-width: 64rem)').matches ?? false,
    () => false,
  )

interface MonthlyBar {
  month: string
  value: number
  /** The value as it is shown above the bar. */
  label: string
}

function MonthlyBars({ bars: months }: { bars: readonly MonthlyBar[] }) {
  const maximum = Math.max(...months.map(({ value }) => value))
  return (
    <svg
      className="spending-chart"
      viewBox={`0 ${-valueHeight} ${months.length * step} ${height + valueHeight + 20}`}
      aria-hidden="true"
      focusable="false"
    >
      {months.map(({ month, value, label }, index) => {
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
            {value > 0 && (
              <text x={index * step + step / 2} y={height - barHeight - 5} textAnchor="middle" fontSize="11">
                {label}
              </text>
            )}
            <text x={index * step + step / 2} y={height + 15} textAnchor="middle" fontSize="12">
              {shortMonth(month)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const compactFormat = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })
/** 41799.03 is 41.8K, which fits above a bar. */
const shortNumber = (value: number): string => compactFormat.format(value)

/** Three letters fit under a bar; Intl shortens September to four. */
const shortMonth = (month: string) => displayDate(month, 'shortMonth').slice(0, 3)
