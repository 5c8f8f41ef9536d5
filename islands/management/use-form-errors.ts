import { useEffect, useRef, useState } from 'react'
import { toast } from '../lib/index.ts'

/** Errors by field; null or undefined for a valid one. */
type Errors<Field extends string> = Partial<Record<Field, string | null>>

/**
 * Errors of a form, shown from its first failed submit on. A failed submit names the first error in a toast and focuses
 * its field.
 */
export function useFormErrors<Field extends string>(errors: Errors<Field>) {
  const form = useRef<HTMLFormElement>(null)
  const [failedSubmits, setFailedSubmits] = useState(0)
  useEffect(() => {
    if (failedSubmits === 0) return
    const field = form.current?.querySelector('.field-error')?.closest('.field')
    // The editor of messages is a text box after buttons of its toolbar.
    const control =
      field?.querySelector<HTMLElement>('[role=textbox]') ??
      field?.querySelector<HTMLElement>('input, select, textarea, button')
    control?.focus()
  }, [failedSubmits])

  /** Checks the form before it is sent. */
  function hasErrors(): boolean {
    const first = Object.values<string | null | undefined>(errors).find(Boolean)
    if (first) {
      toast.error(first)
      setFailedSubmits((submits) => submits + 1)
    }
    return Boolean(first)
  }
  const shown: Errors<Field> = failedSubmits > 0 ? errors : {}
  return { form, shown, hasErrors, reset: () => setFailedSubmits(0) }
}
