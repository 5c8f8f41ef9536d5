import { overviewTexts } from './overview-texts.ts'
import { managementTexts } from './texts.ts'

interface Bar {
  /** A day as YYYY-MM-DD. */
  name: string
  value: number
  /** Formatted value. */
  valueText: string
}

const height = 120
const width = 600

const shortDay = (bar: Bar | undefined): string =>
  bar
    ? new Date(`${bar.name}T12:00:00Z`).toLocaleDateString('en-GB', {
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      })
    : ''

/** Bar chart of one series, with an accessible table below. */
export function BarChart({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const maximum = Math.max(1, ...bars.map((bar) => bar.value))
  if (bars.every(({ value }) => value === 0))
    return (
      <p className="empty" role="status">
        {overviewTexts.noData()}
      </p>
    )
  const step = width / bars.length
  return (
    <figure className="bars">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title} preserveAspectRatio="none">
        {bars.map(({ name, value, valueText }, index) => {
          const barHeight = (Math.max(0, value) / maximum) * (height - 4)
          return (
            <rect
              key={name}
              x={index * step + step * 0.15}
              y={height - barHeight}
              width={step * 0.7}
              height={barHeight}
            >
              <title>{`${name}: ${valueText}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="bars-scale">
        <span>{shortDay(bars[0])}</span>
        <span>
          {overviewTexts.peak({ value: bars.find(({ value }) => value === maximum)?.valueText ?? '' })}
        </span>
        <span>{bars.length > 1 && shortDay(bars.at(-1))}</span>
      </figcaption>
      <details>
        <summary>{managementTexts.viewAsTable()}</summary>
        <dl className="details">
          {bars.map(({ name, valueText }) => (
            <div key={name} className="detail">
              <dt>{name}</dt>
              <dd>{valueText}</dd>
            </div>
          ))}
        </dl>
      </details>
    </figure>
  )
}
