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
  /** Imports the contract, which validates a payload, and returns its schema. The form is rendered without it. */
  loadSchema: () => Promise<(values: FieldValues<Field>) => z.ZodMiniType>
  /** Length of a number from which its owner is looked up automatically. Source: D-033. */
  lookup?: { field: Field; length: number }
}

/** The errors of a form's values, by field. */
export type Validate<Field extends string> = (values: FieldValues<Field>) => FieldErrors

/** Fields, payload and validation rules of a service's form. */
export interface FormRules<Field extends string, P extends object>
  extends Pick<FormRulesInput<Field, P>, 'service' | 'fieldNames' | 'toPayload'> {
  required: (values: FieldValues<Field>) => readonly Field[]
  /** Imports the validation, once. Rejects without a connection. */
  loadValidate: () => Promise<Validate<Field>>
  /** Continue is enabled: all required fields are set and the amount is above zero. Source: ruling D-032. */
  isComplete: (values: FieldValues<Field>) => boolean
  /** The automatic lookup can run if the values are valid. */
  canLookUp: (values: FieldValues<Field>) => boolean
}

export function createFormRules<Field extends string, P extends object>(
  input: FormRulesInput<Field, P>,
): FormRules<Field, P> {
  const {
    service,
    fieldNames,
    phoneFields,
    toPayload,
    loadSchema,
    lookup,
    required = () => fieldNames,
  } = input

  let loaded: Validate<Field> | null = null
  async function loadValidate(): Promise<Validate<Field>> {
    const schemaOf = await loadSchema()
    loaded ??= (values) => ({
      ...fieldErrorsOf(schemaOf(values), toPayload(values)),
      ...phoneErrors(values, phoneFields),
    })
    return loaded
  }
  const isComplete = (values: FieldValues<Field>) =>
    required(values).every((name) => values[name].trim() !== '') && isAboveZero(values)
  const canLookUp = (values: FieldValues<Field>) =>
    lookup !== undefined &&
    removeSeparators(values[lookup.field]).length >= lookup.length &&
    isComplete(values)

  return { service, fieldNames, toPayload, required, loadValidate, isComplete, canLookUp }
}

/** Also true for a form without an amount. */
const isAboveZero = (values: Partial<Record<string, string>>) =>
  values.amount === undefined || Number(cleanAmount(values.amount)) > 0

/** A meter, smartcard or profile number without spaces and dashes. */
export const removeSeparators = (inputText: string): string => inputText.replace(/[\s-]/g, '')
