import type { PowerOrder } from '../../shared/power.ts'
import { renderParts } from '../ui/index.ts'
import { powerReceiptTexts } from './receipt-texts.ts'
import { TokenCard } from './token-card.tsx'
import { formatKwh, orderTokensOf } from './tokens.ts'

/** Every token in the order of entry. */
export function TokenList({ order }: { order: PowerOrder }) {
  const [first, ...others] = orderTokensOf(order)
  if (!first) return null
  if (others.length === 0) return <TokenCard digits={first.digits} label={first.label} />
  return (
    <>
      <p>
        {renderParts(
          powerReceiptTexts.enterTokens({
            count: others.length + 1,
            strong: (chunks) => <strong>{chunks}</strong>,
          }),
        )}
      </p>
      <ol className="stack">
        {[first, ...others].map(({ digits, label, units }, index) => (
          <li key={digits} className="stack">
            <h2>{headingOf(index + 1, label, units)}</h2>
            <TokenCard digits={digits} label={label} isLabelled />
          </li>
        ))}
      </ol>
    </>
  )
}

const headingOf = (number: number, label: string, units: string | null) =>
  units
    ? powerReceiptTexts.tokenHeadingWithUnits({ number, label, units: formatKwh(units) })
    : powerReceiptTexts.tokenHeading({ number, label })
