import { useState } from 'react'
import type { FieldErrors } from '../../shared/contract.ts'
import { memoize } from '../lib/index.ts'
import type { FieldValues, FormRules, Validate } from './form-rules.ts'

export interface Validation {
  /** The errors of the form's values; none before the validation has been loaded. */
  getErrors: () => FieldErrors
  /** Whether the values are valid. Loads the validation first; rejects without a connection. */
  isValid: () => Promise<boolean>
  /** Loads the validation, at the first change or submit. A failure is reported by `isValid`. */
  preload: () => void
}

/** Validation of a form, which is loaded after the form works: rendering does not need it. */
export function useValidation<Field extends string>(
  rules: Pick<FormRules<Field, object>, 'loadValidate'>,
  values: FieldValues<Field>,
): Validation {
  const [validate, setValidate] = useState<Validate<Field> | null>(null)

  async function load(): Promise<Validate<Field>> {
    const loaded = await rules.loadValidate()
    setValidate(() => loaded)
    return loaded
  }

  return {
    getErrors: memoize(() => validate?.(values) ?? {}),
    isValid: async () => Object.keys((validate ?? (await load()))(values)).length === 0,
    preload: () => {
      if (!validate) load().catch(() => undefined)
    },
  }
}
