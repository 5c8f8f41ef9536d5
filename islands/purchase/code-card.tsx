import { uiTexts } from '../ui/component-texts.ts'
import { CopyButton } from '../ui/index.ts'
import { purchaseTexts } from './texts.ts'

/** Texts of a code's copy button. */
export interface CopyTexts {
  copy: () => string
  successMessage: () => string
  failureMessage: () => string
}

const tokenTexts: CopyTexts = {
  copy: uiTexts.copyToken,
  successMessage: uiTexts.tokenCopied,
  failureMessage: uiTexts.tokenNotCopied,
}

interface CodeCardProps {
  /** Text to copy. */
  code: string
  /** Formatted for display, when different from the code. */
  displayText?: string
  label: string
  /** Default: those of an electricity token. */
  copyTexts?: CopyTexts
  /** Adds the label to the name of the copy button, which then is not the primary button. Set for one of several codes. */
  isLabelled?: boolean
}

/** A purchased code in large type with a copy button: a token, a PIN, a voucher. */
export const CodeCard = ({
  code,
  displayText = code,
  label,
  copyTexts = tokenTexts,
  isLabelled = false,
}: CodeCardProps) => (
  <div className="stack">
    <p className="token">
      <span className="sr-only">{purchaseTexts.codeLabel({ label })}</span>
      {displayText}
    </p>
    <CopyButton
      text={code}
      kind={isLabelled ? 'plain' : 'primary'}
      className="btn-wide script-only"
      successMessage={copyTexts.successMessage()}
      failureMessage={copyTexts.failureMessage()}
    >
      {copyTexts.copy()}
      {isLabelled && (
        <>
          {' '}
          <span className="sr-only">{label}</span>
        </>
      )}
    </CopyButton>
  </div>
)
