import { type FormEvent, useState } from 'react'
import type { DataOf, Endpoint } from '../../shared/contract.ts'
import {
  type FormFields,
  type RequestOptions,
  readFormValues,
  request,
  requireFields,
  useFields,
} from '../lib/index.ts'
import type { ServiceFormPage } from '../pages.ts'
import { type FieldValues, type FormRules, pickValues } from './form-rules.ts'
import type { OrderDetails } from './order.ts'
import { useFieldErrors } from './use-field-errors.ts'
import { type QuoteLookup, useQuote } from './use-quote.ts'
import { useValidation } from './use-validation.ts'

/**
 * Field values of a service's form, in rising priority: defaults and the user's own phone, the last sent form of this
 * service, values posted without JavaScript, and what the user typed.
 */
export function useServiceFields<Field extends string, P extends object>(
  { service, fieldNames }: FormRules<Field, P>,
  postedValues: Record<string, string>,
  prefilled?: ServiceFormPage['prefilled'],
): FormFields<FieldValues<Field>> {
  return useFields<FieldValues<Field>>(
    service,
    pickValues(fieldNames, { ...prefilled, ...postedValues }),
    () => withoutPosted(readFormValues(service) as Partial<FieldValues<Field>> | null, postedValues),
  )
}

/** A stored form fills only empty fields; it never overwrites posted values. */
const withoutPosted = <T extends Partial<Record<string, string>>>(
  stored: T | null,
  postedValues: Record<string, string>,
): T | null =>
  stored && (Object.fromEntries(Object.entries(stored).filter(([name]) => !postedValues[name])) as T)

interface ServiceFormInput<Field extends string, D extends OrderDetails> {
  fields: FormFields<FieldValues<Field>>
  /** Values as shown: a choice that is no longer listed is empty. */
  values: FieldValues<Field>
  /** Prices and stores the order; null when the session has ended. */
  lookUp: () => Promise<D | null>
  /** The server's response to a form posted without JavaScript. */
  initialError: Pick<ServiceFormPage, 'errors' | 'message'>
}

export interface ServiceFormState<Field extends string, D extends OrderDetails = OrderDetails> {
  service: FormRules<Field, object>['service']
  isHydrated: boolean
  isComplete: boolean
  isSubmitting: boolean
  /** Number of unsuccessful submits. */
  failedSubmitCount: number
  errors: { id?: string; message: string }[]
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  /** Props of a selection field. */
  selectField: (name: Field) => FieldState<Field>
  /** Props of a text field: its error is shown on blur. */
  textField: (name: Field) => FieldState<Field> & { onBlur: () => void }
  /** The lookup state. */
  quote: QuoteLookup<D>
}

interface FieldState<Field extends string> {
  id: string
  name: Field
  value: string
  required: boolean
  error: string | undefined
  onValueChange: (value: string) => void
}

/** State of a service's form: it requests the quote, shows field errors on blur and submit, and navigates once. */
export function useServiceForm<Field extends string, P extends object, D extends OrderDetails>(
  rules: FormRules<Field, P>,
  { fields, values, lookUp, initialError }: ServiceFormInput<Field, D>,
): ServiceFormState<Field, D> {
  const { service, fieldNames } = rules
  const required = rules.required(values)
  const validation = useValidation(rules, values)
  const payload = rules.toPayload(values)
  const quote = useQuote(
    { service, values, payload, isDue: rules.canLookUp(values), isValid: validation.isValid, lookUp },
    initialError,
  )
  const fieldErrors = useFieldErrors(validation.getErrors)
  const [failedSubmitCount, setFailedSubmitCount] = useState(initialError.message === null ? 0 : 1)

  const selectField = (name: Field): FieldState<Field> => ({
    id: `${service}-${name}`,
    name,
    value: values[name],
    required: required.includes(name),
    error: fieldErrors.errorOf(name) ?? quote.lookupError?.errors[name]?.[0],
    onValueChange: (value) => {
      validation.preload()
      fieldErrors.onChange(name)
      fields.set(name, value)
    },
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    fieldErrors.showErrorsOf(fieldNames)
    const canProceed = requireFields(values, required) && Object.keys(validation.getErrors()).length === 0
    if (canProceed && (await quote.proceed(form))) return
    // The summary takes the focus once, so the errors that it lists are loaded before.
    await validation.isValid().catch(() => undefined)
    setFailedSubmitCount((count) => count + 1)
  }

  const messages = fieldNames
    .map(selectField)
    .flatMap(({ id, error }) => (error ? [{ id, message: error }] : []))
  const message = quote.lookupError?.message
  return {
    service,
    isHydrated: fields.isHydrated,
    isComplete: rules.isComplete(values),
    isSubmitting: quote.status === 'submitting',
    failedSubmitCount,
    errors: messages.length === 0 && message ? [{ message }] : messages,
    submit,
    selectField,
    textField: (name) => ({ ...selectField(name), onBlur: () => fieldErrors.onBlur(name, values[name]) }),
    quote,
  }
}

/** Sends a lookup with the form's values. The form shows errors itself. */
export async function requestLookup<const C extends Endpoint>(
  endpoint: C,
  body: RequestOptions<C>['body'],
): Promise<DataOf<C> | null> {
  return (await request(endpoint, { body, quiet: true } as RequestOptions<C>))?.data ?? null
}
