import { uiTexts } from '../ui/component-texts.ts'
import { CopyButton } from '../ui/index.ts'
import { purchaseTexts } from './texts.ts'

/** Texts of a code's copy button. */
export interface CopyTexts {
  copy: () => string
  copied: () => string
  failed: () => string
}

const tokenTexts: CopyTexts = {
  copy: uiTexts.copyToken,
  copied: uiTexts.tokenCopied,
  failed: uiTexts.tokenNotCopied,
}

interface CodeCardProps {
  /** Text to copy. */
  code: string
  /** Formatted for display, when different from the code. */
  displayText?: string
  label: string
  /** Default: those of an electricity token. */
  copyTexts?: CopyTexts
  /** Adds the label to the button's name when there are several codes. */
  isOneOfMany?: boolean
}

/** A purchased code in large type with a copy button: a token, a PIN, a voucher. */
export const CodeCard = ({
  code,
  displayText = code,
  label,
  copyTexts = tokenTexts,
  isOneOfMany = false,
}: CodeCardProps) => (
  <div className="stack">
    <p className="token">
      <span className="sr-only">{purchaseTexts.codeLabel({ label })}</span>
      {displayText}
    </p>
    <CopyButton
      text={code}
      kind={isOneOfMany ? 'plain' : 'primary'}
      className="btn-wide script-only"
      copied={copyTexts.copied()}
      failed={copyTexts.failed()}
    >
      {copyTexts.copy()}
      {isOneOfMany && (
        <>
          {' '}
          <span className="sr-only">{label}</span>
        </>
      )}
    </CopyButton>
  </div>
)
