interface Bar {
  name: string
  value: number
  /** The value in words. */
  says: string
}

const height = 120
const width = 600

/** Bars of one row of numbers; who cannot see them reads the table below. */
export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map((it) => it.value))
  if (bars.every(({ value }) => value === 0))
    return (
      <p className="empty" role="status">
        Nothing in this time.
      </p>
    )
  const step = width / Math.max(1, bars.length)
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
