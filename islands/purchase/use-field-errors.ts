import { useState } from 'react'
import type { FieldErrors } from '../../shared/contract.ts'
import { afterPress } from '../lib/press.ts'

export interface FieldErrorDisplay {
  /** The error of a field, if it may be shown yet. */
  errorOf: (name: string) => string | undefined
  /** The field lost the focus: its error may be shown. An empty field waits for the submit. */
  onBlur: (name: string, value: string) => void
  /** Called before an edit is applied: a field that was valid until then shows no error until its next blur. */
  onChange: (name: string) => void
  /** The errors of exactly these fields may be shown: after a submit all, after a success none. */
  showErrorsOf: (names: readonly string[]) => void
}

/**
 * Shows the error of a field once the field has lost the focus, and hides it as soon as it is corrected. `getErrors`
 * is called only when an error may be shown: validating costs more than rendering the form.
 */
export function useFieldErrors(getErrors: () => FieldErrors): FieldErrorDisplay {
  const [visible, setVisible] = useState<readonly string[]>([])
  return {
    errorOf: (name) => (visible.includes(name) ? getErrors()[name]?.[0] : undefined),
    onBlur: (name, value) => {
      // The error line shifts the content below it, so it waits until the current press ends.
      if (value.trim() !== '')
        afterPress(() => setVisible((previous) => (previous.includes(name) ? previous : [...previous, name])))
    },
    onChange: (name) => {
      if (visible.includes(name) && !getErrors()[name])
        setVisible((previous) => previous.filter((field) => field !== name))
    },
    showErrorsOf: setVisible,
  }
}
