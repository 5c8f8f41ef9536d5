import { CopyButton } from '../ui/index.ts'

interface CodeCardProps {
  /** What Copy takes. */
  code: string
  /** As people read it, when that is not the code itself. */
  shown?: string
  label: string
  /** What it is, in a sentence: 'Token', 'PIN'. */
  kind: string
  /** Tells several codes apart in the names of their buttons. */
  isOneOfMany?: boolean
}

/** What was bought, large, with its Copy: a token, a PIN, a voucher. */
export const CodeCard = ({ code, shown = code, label, kind, isOneOfMany = false }: CodeCardProps) => (
  <div className="stack">
    <p className="token">
      <span className="sr-only">{label}: </span>
      {shown}
    </p>
    <CopyButton
      text={code}
      className="btn-wide script-only"
      copied={`${kind} copied successfully!`}
      failed={`Failed to copy ${lowered(kind)}. Please try again.`}
    >
      Copy {lowered(kind)}
      {isOneOfMany && (
        <>
          {' '}
          <span className="sr-only">{label}</span>
        </>
      )}
    </CopyButton>
  </div>
)

/** "Token" → "token" inside a sentence; what is written large stays so: "PIN". */
const lowered = (kind: string) => (kind === kind.toUpperCase() ? kind : kind.toLowerCase())
