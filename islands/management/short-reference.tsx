import { CopyButton } from '../ui/index.ts'
import { managementTexts } from './texts.ts'

/** Longer references are shortened. */
const maxLength = 20

/** @returns the first eight and last six characters of a long reference; a short one unchanged */
export const shortenReference = (reference: string): string =>
  reference.length <= maxLength ? reference : `${reference.slice(0, 8)}…${reference.slice(-6)}`

/**
 * A reference on one line. A long one is shortened; a press copies it in full. The accessible
 * name of the button contains its visible text, so that speech input finds it; the title is the whole reference.
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
