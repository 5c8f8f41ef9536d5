import { CopyButton } from '../ui/index.ts'
import { managementTexts } from './texts.ts'

/** A longer reference is shortened. */
const maxLength = 20

/** A reference with its first eight and last six characters, when it is long. */
export const shortenReference = (reference: string): string =>
  reference.length <= maxLength ? reference : `${reference.slice(0, 8)}…${reference.slice(-6)}`

/**
 * A reference on one line. A long one is shortened; a press copies it in full. The name of the button has the text that
 * is seen, so that speech input finds it; the title has the whole reference.
 */
export const ShortReference = ({ value }: { value: string }) =>
  value.length <= maxLength ? (
    value
  ) : (
    <CopyButton
      kind="quiet"
      className="reference"
      text={value}
      title={value}
      aria-label={managementTexts.copyReference({ reference: shortenReference(value) })}
      successMessage={managementTexts.referenceCopied()}
      failureMessage={managementTexts.referenceNotCopied()}
    >
      {shortenReference(value)}
    </CopyButton>
  )
