import { type FormEvent, useRef, useState } from 'react'
import type { FieldErrors } from '../../shared/contract.ts'
import {
  type FormFields,
  memoize,
  missingFields,
  noResponseText,
  RequestError,
  sentenceCase,
  toast,
  toastError,
  useFields,
} from '../lib/index.ts'
import { dismissErrors } from '../lib/toast.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import { useFieldErrors } from '../purchase/use-field-errors.ts'
import { useNavigationPending } from '../purchase/use-navigation-pending.ts'
import { commonTexts } from '../ui/index.ts'

/** Result of a submit: another page opens, this page stays, or the session has ended and nothing was sent. */
export type SubmitResult = 'navigating' | 'done' | 'signed-out'

interface AccountFormOptions<Field extends string> {
  /** The `name` of the form element. */
  formName: string
  /** In display order. */
  fieldNames: readonly Field[]
  /** Values from the page data. */
  initialValues: Partial<FieldValues<Field>>
  /** Values from browser storage, read after hydration. */
  readStoredValues?: () => Partial<FieldValues<Field>> | null
  required: (values: FieldValues<Field>) => readonly Field[]
  /** Validation errors by field, including empty required fields. */
  validate: (values: FieldValues<Field>) => FieldErrors
  send: (values: FieldValues<Field>) => Promise<SubmitResult>
  /** Shows a toast for each field that is invalid before the request, instead of only the first. Source: ruling D-088. */
  toastAllErrors?: boolean
  /** False where the name of a field is not its label: a toast then has only the message. */
  namesFieldsInToasts?: boolean
  /** Server errors of the same form posted without JavaScript. */
  serverErrors: { errors: FieldErrors; message: string | null }
}

interface FieldState<Field extends string> {
  id: string
  name: Field
  value: string
  error: string | undefined
  required: boolean
  onValueChange: (value: string) => void
  onBlur: () => void
}

export interface AccountForm<Field extends string> {
  values: FieldValues<Field>
  /** False in the server's HTML and the first render. */
  isHydrated: boolean
  isBusy: boolean
  submitCount: number
  errors: { id?: string; message: string }[]
  /** Server error message of the last submit. */
  message: string | null
  field: (name: Field) => FieldState<Field>
  fill: FormFields<FieldValues<Field>>['fill']
  submit: (event: FormEvent) => void
  /** Submits without a form event, with values that are not rendered yet. */
  submitValues: (values: FieldValues<Field>) => Promise<void>
}

/** State of an account form: shows errors next to fields, above the form and in toasts, and submits only once. */
export function useAccountForm<Field extends string>(options: AccountFormOptions<Field>): AccountForm<Field> {
  const { formName, fieldNames, toastAllErrors = false, namesFieldsInToasts = true } = options
  const empty = Object.fromEntries(fieldNames.map((name) => [name, ''])) as FieldValues<Field>
  const fields = useFields<FieldValues<Field>>(
    formName,
    { ...empty, ...options.initialValues },
    options.readStoredValues,
  )
  const { values } = fields
  const fieldErrors = useFieldErrors(memoize(() => options.validate(values)))
  const busy = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [serverErrors, setServerErrors] = useState({ ...options.serverErrors, values: fields.values })
  const [submitCount, setSubmitCount] = useState(options.serverErrors.message === null ? 0 : 1)

  useNavigationPending(() => {
    busy.current = false
    setIsBusy(false)
  })

  /** Server error of a field until the user changes its value. */
  const serverErrorOf = (name: Field) =>
    serverErrors.values[name] === values[name] ? serverErrors.errors[name]?.[0] : undefined

  const field = (name: Field): FieldState<Field> => ({
    id: `${formName}-${name}`,
    name,
    value: values[name],
    error: fieldErrors.errorOf(name) ?? serverErrorOf(name),
    required: options.required(values).includes(name),
    onValueChange: (value) => {
      fieldErrors.onChange(name)
      fields.set(name, value)
    },
    onBlur: () => fieldErrors.onBlur(name, values[name]),
  })

  /** Returns false and shows toasts if a value is invalid. */
  function validateAndToast(submitted: FieldValues<Field>): boolean {
    const errors = options.validate(submitted)
    const missingMessages = new Map(
      missingFields(submitted, options.required(submitted)).map(({ path, message }) => [path, message]),
    )
    const messages = fieldNames.flatMap((name) => {
      const message = errors[name]?.[0]
      if (message && !namesFieldsInToasts) return message
      return (
        missingMessages.get(name) ??
        (message ? commonTexts.fieldError({ field: sentenceCase(name), message }) : [])
      )
    })
    for (const message of toastAllErrors ? messages : messages.slice(0, 1)) toast.error(message)
    return messages.length === 0
  }

  async function submitValues(submitted: FieldValues<Field>): Promise<void> {
    if (busy.current) return
    fieldErrors.showErrorsOf(fieldNames)
    if (!validateAndToast(submitted)) return setSubmitCount((previous) => previous + 1)
    dismissErrors()
    busy.current = true
    setIsBusy(true)
    try {
      const result = await options.send(submitted)
      // Stays busy until the next page is loaded.
      if (result === 'navigating') return
      fieldErrors.showErrorsOf([])
      setServerErrors({ errors: {}, message: null, values: submitted })
    } catch (error) {
      toastError(error, true)
      fieldErrors.showErrorsOf([])
      setServerErrors({ ...errorsOf(error), values: submitted })
      setSubmitCount((previous) => previous + 1)
    }
    busy.current = false
    setIsBusy(false)
  }

  const visibleErrors = fieldNames
    .map(field)
    .flatMap(({ id, error }) => (error ? [{ id, message: error }] : []))
  return {
    values,
    isHydrated: fields.isHydrated,
    isBusy,
    submitCount,
    errors:
      visibleErrors.length === 0 && serverErrors.message
        ? [{ message: serverErrors.message }]
        : visibleErrors,
    field,
    fill: fields.fill,
    submit: (event) => {
      event.preventDefault()
      void submitValues(values)
    },
    message: serverErrors.message,
    submitValues,
  }
}

/** Errors of the fields and of the whole form, from a failed request. */
function errorsOf(error: unknown): AccountFormOptions<string>['serverErrors'] {
  if (error instanceof RequestError) return { errors: error.errors, message: error.message }
  return { errors: {}, message: noResponseText() }
}
