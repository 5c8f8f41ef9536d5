import { type FormEvent, useState } from 'react'
import type { Call, DataOf } from '../../shared/contract.ts'
import { type Asking, ask, type Fields, once, readForm, requireFields, useFields } from '../lib/index.ts'
import type { ServiceFormPage } from '../pages.ts'
import { type FormRules, readValues, type Values } from './form-rules.ts'
import type { OrderDetails } from './order.ts'
import { useNotes } from './use-notes.ts'
import { type Quote, useQuote } from './use-quote.ts'

/**
 * The fields of a service's form: what was posted without script, then what the last form of this
 * service left, and above all what is typed.
 */
export function useServiceFields<Field extends string, P extends object>(
  { service, names }: FormRules<Field, P>,
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

interface Filled<Field extends string, D extends OrderDetails> {
  fields: Fields<Values<Field>>
  /** The fields as they are shown: a choice that is no longer listed is empty. */
  values: Values<Field>
  /** Prices and stores the order; null when the session had ended. */
  lookUp: () => Promise<D | null>
  /** What the server said to a form posted without script. */
  refusal: Pick<ServiceFormPage, 'errors' | 'message'>
}

export interface ServiceFormState<Field extends string, D extends OrderDetails = OrderDetails> {
  service: FormRules<Field, object>['service']
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
  /** Who is served, as soon as it is known. */
  quote: Quote<D>
}

interface FieldState<Field extends string> {
  id: string
  name: Field
  value: string
  required: boolean
  error: string | undefined
  onValue: (value: string) => void
}

/** What every form of a service does: looks up, tells what is wrong when it may be told, and leaves once. */
export function useServiceForm<Field extends string, P extends object, D extends OrderDetails>(
  rules: FormRules<Field, P>,
  { fields, values, lookUp, refusal }: Filled<Field, D>,
): ServiceFormState<Field, D> {
  const { service, names } = rules
  const required = rules.required(values)
  const problems = once(() => rules.problemsOf(values))
  const payload = rules.payloadOf(values)
  const quote = useQuote({ service, values, payload, isDue: rules.isDue(values), lookUp }, refusal)
  const notes = useNotes(problems)
  const [submits, setSubmits] = useState(refusal.message === null ? 0 : 1)

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
    const isRight = isWhole && Object.keys(problems()).length === 0
    if (!isRight || !(await quote.proceed())) setSubmits((was) => was + 1)
  }

  const told = names.map(field).flatMap(({ id, error }) => (error ? [{ id, says: error }] : []))
  const message = quote.refused?.message
  return {
    service,
    ready: fields.ready,
    isComplete: rules.isComplete(values),
    isLeaving: quote.is === 'leaving',
    submits,
    wrong: told.length === 0 && message ? [{ says: message }] : told,
    submit,
    field,
    typed: (name) => ({ ...field(name), onBlur: () => notes.leave(name, values[name]) }),
    quote,
  }
}

/** Asks a lookup with what was typed. The form tells of a refusal itself. */
export async function askLookup<const C extends Call>(
  it: C,
  body: Asking<C>['body'],
): Promise<DataOf<C> | null> {
  return (await ask(it, { body, quiet: true } as Asking<C>))?.data ?? null
}
