import type * as z from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { cleanAmount, fieldErrorsOf } from '../lib/index.ts'
import { phoneErrors } from './phones.ts'

/** Values as typed. A type alias, not an interface, so that it is assignable to a record of strings. */
export type FieldValues<Field extends string> = { [name in Field]: string }

/** Reads only the form's fields; missing ones are empty. */
export const pickValues = <Field extends string>(
  names: readonly Field[],
  source: Record<string, string | undefined>,
): FieldValues<Field> =>
  Object.fromEntries(names.map((name) => [name, source[name] ?? ''])) as FieldValues<Field>

interface FormRulesInput<Field extends string, P extends object> {
  service: Service
  /** The form's fields, in display order. */
  fieldNames: readonly Field[]
  /** Required fields; default: all. */
  required?: (values: FieldValues<Field>) => readonly Field[]
  /** Fields with phone numbers. */
  phoneFields: readonly Field[]
  /** Request body: numbers without spaces, phones with country code, amounts without formatting. */
  toPayload: (values: FieldValues<Field>) => P
  /** The contract's schema, which validates a payload. */
  schema: (values: FieldValues<Field>) => z.ZodMiniType
  /** Length of a number from which its owner is looked up automatically. Source: D-033. */
  lookup?: { field: Field; length: number }
}

/** Fields, payload and validation rules of a service's form. */
export interface FormRules<Field extends string, P extends object>
  extends Pick<FormRulesInput<Field, P>, 'service' | 'fieldNames' | 'toPayload'> {
  required: (values: FieldValues<Field>) => readonly Field[]
  /** Errors by field. */
  validate: (values: FieldValues<Field>) => FieldErrors
  /** Continue is enabled: all required fields are set and the amount is above zero. Source: ruling D-032. */
  isComplete: (values: FieldValues<Field>) => boolean
  /** The automatic lookup can run. */
  canLookUp: (values: FieldValues<Field>) => boolean
}

export function createFormRules<Field extends string, P extends object>(
  input: FormRulesInput<Field, P>,
): FormRules<Field, P> {
  const { service, fieldNames, phoneFields, toPayload, schema, lookup, required = () => fieldNames } = input

  const validate = (values: FieldValues<Field>): FieldErrors => ({
    ...fieldErrorsOf(schema(values), toPayload(values)),
    ...phoneErrors(values, phoneFields),
  })
  const isComplete = (values: FieldValues<Field>) =>
    required(values).every((name) => values[name].trim() !== '') && isAboveZero(values)
  const canLookUp = (values: FieldValues<Field>) =>
    lookup !== undefined &&
    removeSeparators(values[lookup.field]).length >= lookup.length &&
    isComplete(values) &&
    Object.keys(validate(values)).length === 0

  return { service, fieldNames, toPayload, required, validate, isComplete, canLookUp }
}

/** Also true for a form without an amount. */
const isAboveZero = (values: Partial<Record<string, string>>) =>
  values.amount === undefined || Number(cleanAmount(values.amount)) > 0

/** A meter, smartcard or profile number without spaces and dashes. */
export const removeSeparators = (inputText: string): string => inputText.replace(/[\s-]/g, '')
