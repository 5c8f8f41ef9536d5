import type { FieldErrors } from '../../shared/contract.ts'
import { isPhone, normalisePhone } from '../lib/index.ts'
import { purchaseTexts } from './texts.ts'

/** A phone as sent, with country code; empty stays empty. */
export const phonePayload = (inputText: string): string => inputText.trim() && normalisePhone(inputText)

/** Errors of the phone fields. Empty values are validated by the contract. */
export function phoneErrors<Field extends string>(
  values: Record<Field, string>,
  names: readonly Field[],
): FieldErrors {
  const invalid = names.filter((name) => values[name].trim() !== '' && !isPhone(values[name]))
  return Object.fromEntries(invalid.map((name) => [name, [purchaseTexts.invalidPhone()]]))
}
