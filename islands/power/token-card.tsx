import { groupDigits } from '../lib/index.ts'
import { CopyButton } from '../ui/index.ts'

interface TokenCardProps {
  /** Digits only. */
  digits: string
  label: string
  /** Tells several tokens apart in the names of their buttons. */
  isOneOfMany?: boolean
}

/** A token, large and grouped by four, with its Copy. */
export const TokenCard = ({ digits, label, isOneOfMany = false }: TokenCardProps) => (
  <div className="stack">
    <p className="token">
      <span className="sr-only">{label}: </span>
      {groupDigits(digits)}
    </p>
    <CopyButton text={digits} className="btn-wide script-only">
      Copy token
      {isOneOfMany && (
        <>
          {' '}
          <span className="sr-only">{label}</span>
        </>
      )}
    </CopyButton>
  </div>
)
