import { type FormEvent, useState } from 'react'
import type { Service } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { type Fields, readForm, requireFields, useFields } from '../lib/index.ts'
import { useNotes } from './use-notes.ts'
import type { Quote } from './use-quote.ts'

/** As typed. A type and no interface, so that it counts as a record of texts. */
export type Values<Field extends string> = { [name in Field]: string }

/** Only the fields the form has; what is not there is empty. */
export const readValues = <Field extends string>(
  names: readonly Field[],
  from: Record<string, string | undefined>,
): Values<Field> => Object.fromEntries(names.map((name) => [name, from[name] ?? ''])) as Values<Field>

/**
 * The fields of a service's form: what was posted without script, then what the last form of this
 * service left, and above all what is typed.
 */
export function useServiceFields<Field extends string>(
  service: Service,
  names: readonly Field[],
  posted: Record<string, string>,
): Fields<Values<Field>> {
  return useFields<Values<Field>>(service, readValues(names, posted), () =>
    withoutTyped(readForm(service) as Partial<Values<Field>> | null, posted),
  )
}

/** A stored form fills what is empty; it never takes the place of what was typed and posted. */
const withoutTyped = <T extends Partial<Record<string, string>>>(
  stored: T | null,
  typed: Record<string, string>,
): T | null => stored && (Object.fromEntries(Object.entries(stored).filter(([name]) => !typed[name])) as T)

interface Filled<Field extends string> {
  service: Service
  fields: Fields<Values<Field>>
  /** The fields as they are shown: a choice that is no longer listed is empty. */
  values: Values<Field>
  /** In the order of the screen. */
  names: readonly Field[]
  /** Those that must be set. */
  required: readonly Field[]
  problems: FieldErrors
  /** Continue may be pressed. */
  isComplete: boolean
  quote: Pick<Quote, 'is' | 'refused' | 'proceed'>
  /** What the server said to a form posted without script. */
  message: string | null
}

export interface ServiceFormState<Field extends string> {
  service: Service
  ready: boolean
  isComplete: boolean
  isLeaving: boolean
  /** Counts the presses of Continue that led nowhere. */
  submits: number
  wrong: { id?: string; says: string }[]
  submit: (event: FormEvent) => Promise<void>
  /** Props of a field that is chosen. */
  field: (name: Field) => FieldState<Field>
  /** Props of a field that is typed: it is told of when it is left. */
  typed: (name: Field) => FieldState<Field> & { onBlur: () => void }
}

interface FieldState<Field extends string> {
  id: string
  name: Field
  value: string
  required: boolean
  error: string | undefined
  onValue: (value: string) => void
}

/** What every form of a service does: tells what is wrong when it may be told, and leaves once. */
export function useServiceForm<Field extends string>(form: Filled<Field>): ServiceFormState<Field> {
  const { service, fields, values, names, required, problems, quote } = form
  const notes = useNotes(problems)
  const [submits, setSubmits] = useState(form.message === null ? 0 : 1)

  const field = (name: Field): FieldState<Field> => ({
    id: `${service}-${name}`,
    name,
    value: values[name],
    required: required.includes(name),
    error: notes.of(name) ?? quote.refused?.errors[name]?.[0],
    onValue: (value) => {
      notes.type(name)
      fields.set(name, value)
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    notes.tellAll(names)
    const isWhole = requireFields(values, required)
    const isRight = isWhole && Object.keys(problems).length === 0
    if (!isRight || !(await quote.proceed())) setSubmits((was) => was + 1)
  }

  const told = names.map(field).flatMap(({ id, error }) => (error ? [{ id, says: error }] : []))
  const message = quote.refused?.message
  return {
    service,
    ready: fields.ready,
    isComplete: form.isComplete,
    isLeaving: quote.is === 'leaving',
    submits,
    wrong: told.length === 0 && message ? [{ says: message }] : told,
    submit,
    field,
    typed: (name) => ({ ...field(name), onBlur: () => notes.leave(name, values[name]) }),
  }
}
