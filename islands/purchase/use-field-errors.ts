import { useState } from 'react'
import type { FieldErrors } from '../../shared/contract.ts'
import { afterPress } from '../lib/press.ts'

export interface FieldErrorDisplay {
  /** The error of a field, if it may be shown yet. */
  errorOf: (name: string) => string | undefined
  /** The field lost the focus: its error may be shown. An empty field waits for the submit. */
  onBlur: (name: string, value: string) => void
  /** The field is edited: a valid one shows no error until the next blur. */
  onChange: (name: string) => void
  /** After a submit all errors may be shown. */
  showAll: (names: readonly string[]) => void
}

/**
 * Shows a field's error after it was left, not while it is typed, and hides it as soon as it is fixed. `getErrors`
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
    showAll: setVisible,
  }
}
