import type { FieldErrors } from '../../shared/contract.ts'
import { isPhone, normalisePhone } from '../lib/index.ts'

const wrongPhone = 'Please enter a Nigerian phone number, like 0801 234 5678.'

/** A phone as it is sent, with its country; empty stays empty. */
export const sentPhone = (typed: string): string => typed.trim() && normalisePhone(typed)

/** What is wrong with the phones among the values. An empty one is the contract's business. */
export function phoneProblems<Field extends string>(
  values: Record<Field, string>,
  names: readonly Field[],
): FieldErrors {
  const wrong = names.filter((name) => values[name].trim() !== '' && !isPhone(values[name]))
  return Object.fromEntries(wrong.map((name) => [name, [wrongPhone]]))
}
