import type * as z from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { cleanAmount, fieldErrorsOf } from '../lib/index.ts'
import { phoneProblems } from './phones.ts'

/** As typed. A type and no interface, so that it counts as a record of texts. */
export type Values<Field extends string> = { [name in Field]: string }

/** Only the fields the form has; what is not there is empty. */
export const readValues = <Field extends string>(
  names: readonly Field[],
  from: Record<string, string | undefined>,
): Values<Field> => Object.fromEntries(names.map((name) => [name, from[name] ?? ''])) as Values<Field>

interface About<Field extends string, P extends object> {
  service: Service
  /** The fields of the form, in their order on the screen. */
  names: readonly Field[]
  /** Those that must be set; all of them unless said otherwise. */
  required?: (values: Values<Field>) => readonly Field[]
  /** Those that are phones. */
  phones: readonly Field[]
  /** What is sent: numbers without spaces, phones with their country, amounts without formatting. */
  payloadOf: (values: Values<Field>) => P
  /** Says what is wrong with a payload, in the contract's own words. */
  schema: (values: Values<Field>) => z.ZodMiniType
  /** From how many characters of a number its owner is looked up without a press. Source: D-033. */
  looksUp?: { from: Field; length: number }
}

/** What a service's form asks for, what it sends, and when. */
export interface FormRules<Field extends string, P extends object>
  extends Pick<About<Field, P>, 'service' | 'names' | 'payloadOf'> {
  required: (values: Values<Field>) => readonly Field[]
  /** What is wrong, by field. */
  problemsOf: (values: Values<Field>) => FieldErrors
  /** Continue may be pressed: all that is required is set, an amount above zero. Source: decision D-032. */
  isComplete: (values: Values<Field>) => boolean
  /** The automatic lookup may be sent. */
  isDue: (values: Values<Field>) => boolean
}

export function formRules<Field extends string, P extends object>(
  about: About<Field, P>,
): FormRules<Field, P> {
  const { service, names, phones, payloadOf, schema, looksUp, required = () => names } = about

  const problemsOf = (values: Values<Field>): FieldErrors => ({
    ...fieldErrorsOf(schema(values), payloadOf(values)),
    ...phoneProblems(values, phones),
  })
  const isComplete = (values: Values<Field>) =>
    required(values).every((name) => values[name].trim() !== '') && isAboveZero(values)
  const isDue = (values: Values<Field>) =>
    looksUp !== undefined &&
    cleanNumber(values[looksUp.from]).length >= looksUp.length &&
    isComplete(values) &&
    Object.keys(problemsOf(values)).length === 0

  return { service, names, payloadOf, required, problemsOf, isComplete, isDue }
}

/** True for a form without an amount too. */
const isAboveZero = (values: Partial<Record<string, string>>) =>
  values.amount === undefined || Number(cleanAmount(values.amount)) > 0

/** A meter, a smartcard, a profile: the number without spaces and dashes. */
export const cleanNumber = (typed: string): string => typed.replace(/[\s-]/g, '')
