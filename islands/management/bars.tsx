interface Bar {
  /** A day as YYYY-MM-DD. */
  name: string
  value: number
  /** The value in words. */
  says: string
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

/** Bars of one row of numbers; who cannot see them reads the table below. */
export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map((it) => it.value))
  if (bars.every(({ value }) => value === 0))
    return (
      <p className="empty" role="status">
        Nothing in this time.
      </p>
    )
  const step = width / bars.length
  return (
    <figure className="bars">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title} preserveAspectRatio="none">
        {bars.map(({ name, value, says }, at) => {
          const tall = (Math.max(0, value) / most) * (height - 4)
          return (
            <rect key={name} x={at * step + step * 0.15} y={height - tall} width={step * 0.7} height={tall}>
              <title>{`${name}: ${says}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="bars-scale">
        <span>{shortDay(bars[0])}</span>
        <span>most: {bars.find(({ value }) => value === most)?.says}</span>
        <span>{bars.length > 1 && shortDay(bars.at(-1))}</span>
      </figcaption>
      <details>
        <summary>As a table</summary>
        <dl className="details">
          {bars.map(({ name, says }) => (
            <div key={name} className="detail">
              <dt>{name}</dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </details>
    </figure>
  )
}
