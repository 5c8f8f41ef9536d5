import { type FormEvent, useRef, useState } from 'react'
import type { FieldErrors } from '../../shared/contract.ts'
import {
  ApiError,
  type Fields,
  missingFields,
  noAnswerText,
  once,
  sentence,
  tell,
  toast,
  useFields,
} from '../lib/index.ts'
import { useLeaving } from '../purchase/use-leaving.ts'
import { useNotes } from '../purchase/use-notes.ts'

/** As typed. A type and no interface, so that it counts as a record of texts. */
export type Values<Field extends string> = { [name in Field]: string }

/** What came of sending: the page is being left, it stays, or the answer told nothing (an ended session). */
export type Sent = 'leaving' | 'done' | 'nothing'

interface About<Field extends string> {
  /** The `name` of the form element. */
  form: string
  /** In the order of the screen. */
  names: readonly Field[]
  /** The fields as the page brings them. */
  first: Partial<Values<Field>>
  /** What this browser remembers, once it may be read. */
  remembered?: () => Partial<Values<Field>> | null
  required: (values: Values<Field>) => readonly Field[]
  /** What is wrong, by field; an empty required field is among it. */
  problemsOf: (values: Values<Field>) => FieldErrors
  send: (values: Values<Field>) => Promise<Sent>
  /** A toast for each field that is wrong here, instead of the first alone. Source: decision D-088. */
  everyField?: boolean
  /** What the server said to the same form posted without script. */
  refused: { errors: FieldErrors; message: string | null }
}

interface FieldState<Field extends string> {
  id: string
  name: Field
  value: string
  error: string | undefined
  required: boolean
  onValue: (value: string) => void
  onBlur: () => void
}

export interface AccountForm<Field extends string> {
  values: Values<Field>
  /** False in the server's HTML and the first render. */
  ready: boolean
  isBusy: boolean
  submits: number
  wrong: { id?: string; says: string }[]
  /** What the server said of the last try, in one sentence. */
  message: string | null
  field: (name: Field) => FieldState<Field>
  fill: Fields<Values<Field>>['fill']
  submit: (event: FormEvent) => void
  /** The same without a press, with values that are not rendered yet. */
  sendNow: (values: Values<Field>) => Promise<void>
}

/** What every form of an account does: says what is wrong beside the field, above the form and in a toast, and sends once. */
export function useAccountForm<Field extends string>(about: About<Field>): AccountForm<Field> {
  const { form, names, everyField = false } = about
  const empty = Object.fromEntries(names.map((name) => [name, ''])) as Values<Field>
  const fields = useFields<Values<Field>>(form, { ...empty, ...about.first }, about.remembered)
  const { values } = fields
  const notes = useNotes(once(() => about.problemsOf(values)))
  const busy = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState({ ...about.refused, values: fields.values })
  const [submits, setSubmits] = useState(about.refused.message === null ? 0 : 1)

  useLeaving(() => {
    busy.current = false
    setIsBusy(false)
  })

  /** What the server said of a field, until it is changed. */
  const refusalOf = (name: Field) =>
    refused.values[name] === values[name] ? refused.errors[name]?.[0] : undefined

  const field = (name: Field): FieldState<Field> => ({
    id: `${form}-${name}`,
    name,
    value: values[name],
    error: notes.of(name) ?? refusalOf(name),
    required: about.required(values).includes(name),
    onValue: (value) => {
      notes.type(name)
      fields.set(name, value)
    },
    onBlur: () => notes.leave(name, values[name]),
  })

  /** False when something is wrong; it has been told then. */
  function check(sent: Values<Field>): boolean {
    const found = about.problemsOf(sent)
    const missing = new Map(missingFields(sent, about.required(sent)).map(({ path, says }) => [path, says]))
    const told = names.flatMap((name) => {
      const says = found[name]?.[0]
      return missing.get(name) ?? (says ? `${sentence(name)}: ${says}` : [])
    })
    for (const says of everyField ? told : told.slice(0, 1)) toast.error(says)
    return told.length === 0
  }

  async function sendNow(sent: Values<Field>): Promise<void> {
    if (busy.current) return
    notes.tellAll(names)
    if (!check(sent)) return setSubmits((was) => was + 1)
    busy.current = true
    setIsBusy(true)
    try {
      const came = await about.send(sent)
      // Stays busy until the next page stands.
      if (came === 'leaving') return
      notes.tellAll([])
      setRefused({ errors: {}, message: null, values: sent })
    } catch (error) {
      tell(error, true)
      notes.tellAll([])
      const known = error instanceof ApiError
      setRefused({
        errors: known ? error.errors : {},
        message: known ? error.message : noAnswerText,
        values: sent,
      })
      setSubmits((was) => was + 1)
    }
    busy.current = false
    setIsBusy(false)
  }

  const told = names.map(field).flatMap(({ id, error }) => (error ? [{ id, says: error }] : []))
  return {
    values,
    ready: fields.ready,
    isBusy,
    submits,
    wrong: told.length === 0 && refused.message ? [{ says: refused.message }] : told,
    field,
    fill: fields.fill,
    submit: (event) => {
      event.preventDefault()
      void sendNow(values)
    },
    message: refused.message,
    sendNow,
  }
}
