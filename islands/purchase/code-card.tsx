import { CopyButton } from '../ui/index.ts'

interface CodeCardProps {
  /** Text to copy. */
  code: string
  /** Formatted for display, when different from the code. */
  displayText?: string
  label: string
  /** Kind of code, inside a sentence: 'Token', 'PIN'. */
  kind: string
  /** Adds the label to the button's name when there are several codes. */
  isOneOfMany?: boolean
}

/** A purchased code in large type with a copy button: a token, a PIN, a voucher. */
export const CodeCard = ({ code, displayText = code, label, kind, isOneOfMany = false }: CodeCardProps) => (
  <div className="stack">
    <p className="token">
      <span className="sr-only">{label}: </span>
      {displayText}
    </p>
    <CopyButton
      text={code}
      className="btn-wide script-only"
      copied={`${kind} copied successfully!`}
      failed={`Failed to copy ${lowerCase(kind)}. Please try again.`}
    >
      Copy {lowerCase(kind)}
      {isOneOfMany && (
        <>
          {' '}
          <span className="sr-only">{label}</span>
        </>
      )}
    </CopyButton>
  </div>
)

/** "Token" → "token" inside a sentence; upper-case words stay: "PIN". */
const lowerCase = (kind: string) => (kind === kind.toUpperCase() ? kind : kind.toLowerCase())
