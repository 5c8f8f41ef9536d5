import { useLayoutEffect, useRef, useState } from 'react'

/** What people typed into server-made fields before the island took over, as `form/field` → value. */
const typed = new Map<string, string>()
let stop: (() => void) | null = null

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isField = (node: unknown): node is Field =>
  node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((it) => it.selected && !it.defaultSelected)
  if (field.type === 'radio' || field.type === 'checkbox')
    return 'checked' in field && field.checked && !field.defaultChecked
  return field.type !== 'hidden' && field.value !== field.defaultValue
}

function note(field: Field): void {
  if (field.name && isTouched(field))
    typed.set(`${field.form?.getAttribute('name') ?? ''}/${field.name}`, field.value)
}

/** Called before hydration: remembers what stands in the fields and what is still typed until each form takes over. */
export function watchEarly(root: HTMLElement): void {
  for (const field of root.querySelectorAll('input, select, textarea')) if (isField(field)) note(field)
  const hear = (event: Event) => {
    if (isField(event.target)) note(event.target)
  }
  root.addEventListener('input', hear, true)
  root.addEventListener('change', hear, true)
  stop = () => {
    root.removeEventListener('input', hear, true)
    root.removeEventListener('change', hear, true)
  }
}

function takeEarly(form: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of typed) {
    if (!name.startsWith(`${form}/`)) continue
    values[name.slice(form.length + 1)] = value
    typed.delete(name)
  }
  return values
}

/** Ends the listening, once the island stands. */
export function endEarly(): void {
  stop?.()
  stop = null
}

export interface Fields<T> {
  values: T
  set: (name: keyof T & string, value: string) => void
  /** Several at once, a picked beneficiary say. */
  fill: (values: Partial<T>) => void
  /** False in the server's HTML and the first render; then the script has taken over. */
  ready: boolean
}

/**
 * The values of a named form. The first render is `first`, the same for everybody; right after it come
 * what is `remembered` (a stored form) and, above all, what the person typed before the script arrived.
 * `form` is the `name` of the form element.
 */
export function useFields<T extends Record<string, string>>(
  form: string,
  first: T,
  remembered?: () => Partial<T> | null,
): Fields<T> {
  const [state, setState] = useState({ values: first, ready: false })
  const start = useRef({ form, remembered }).current
  useLayoutEffect(() => {
    const early = takeEarly(start.form)
    setState(({ values }) => ({ values: merge(values, start.remembered?.() ?? {}, early), ready: true }))
  }, [start])
  const fill = (values: Partial<T>) => setState((was) => ({ ...was, values: merge(was.values, values) }))
  return {
    ...state,
    fill,
    set: (name, value) => setState((was) => ({ ...was, values: { ...was.values, [name]: value } })),
  }
}

/** Only fields the form has: a stored value of an older form adds nothing. */
function merge<T extends Record<string, string>>(into: T, ...from: Partial<Record<string, string>>[]): T {
  const values = { ...into }
  for (const some of from) {
    for (const name of Object.keys(into) as (keyof T & string)[]) {
      const value = some[name]
      if (value !== undefined) values[name] = value as T[typeof name]
    }
  }
  return values
}
