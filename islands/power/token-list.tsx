import type { PowerOrder } from '../../shared/power.ts'
import { TokenCard } from './token-card.tsx'
import { kwh, tokensOf } from './tokens.ts'

/** Every token in the order of entry, and what to do when the meter rejects one. */
export function TokenList({ order }: { order: PowerOrder }) {
  const [first, ...others] = tokensOf(order)
  if (!first) return null
  if (others.length === 0) {
    return (
      <>
        <TokenCard digits={first.digits} label={first.label} />
        <OnReject />
      </>
    )
  }
  return (
    <>
      <p>
        <strong>Enter {others.length + 1} codes on your meter, in this order.</strong> Wait for each to be
        accepted before you enter the next.
      </p>
      <ol className="stack">
        {[first, ...others].map(({ digits, label, units }, index) => (
          <li key={digits} className="stack">
            <h2>
              {index + 1}. {label}
              {units && ` (${kwh(units)})`}
            </h2>
            <TokenCard digits={digits} label={label} isOneOfMany />
          </li>
        ))}
      </ol>
      <OnReject />
    </>
  )
}

const OnReject = () => (
  <p className="field-hint">
    If the meter shows “reject”, check that it is the right meter and enter all 20 digits again, slowly.
    “Used” means that the token is already on the meter.
  </p>
)
