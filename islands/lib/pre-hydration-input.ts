import { useLayoutEffect, useRef, useState } from 'react'

/** Values typed into server-rendered fields before hydration, as `form/field` → value. */
const valuesBeforeHydration = new Map<string, string>()
let removeListeners: (() => void) | null = null

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isField = (node: unknown): node is Field =>
  node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected && !option.defaultSelected)
  if (field.type === 'radio' || field.type === 'checkbox')
    return 'checked' in field && field.checked && !field.defaultChecked
  return field.type !== 'hidden' && field.value !== field.defaultValue
}

function capture(field: Field): void {
  if (field.name && isTouched(field))
    valuesBeforeHydration.set(`${field.form?.getAttribute('name') ?? ''}/${field.name}`, field.value)
}

/** Called before hydration: captures field values and input until each form is hydrated. */
export function captureEarlyInput(root: HTMLElement): void {
  for (const field of root.querySelectorAll('input, select, textarea')) if (isField(field)) capture(field)
  const onInput = (event: Event) => {
    if (isField(event.target)) capture(event.target)
  }
  root.addEventListener('input', onInput, true)
  root.addEventListener('change', onInput, true)
  removeListeners = () => {
    root.removeEventListener('input', onInput, true)
    root.removeEventListener('change', onInput, true)
  }
}

function takeCapturedInput(form: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of valuesBeforeHydration) {
    if (!name.startsWith(`${form}/`)) continue
    values[name.slice(form.length + 1)] = value
    valuesBeforeHydration.delete(name)
  }
  return values
}

/** Stops capturing, once the island is hydrated. */
export function stopCapture(): void {
  removeListeners?.()
  removeListeners = null
}

export interface FormFields<T> {
  values: T
  set: (name: keyof T & string, value: string) => void
  /** Sets several fields, from a picked beneficiary for example. */
  fill: (values: Partial<T>) => void
  /** False in the server's HTML and the first render; true after hydration. */
  isHydrated: boolean
}

/**
 * Values of a named form. The first render is `first`, equal for all users; immediately afterwards `stored` values
 * (a stored form) are merged and, with the highest priority, input typed before hydration. `form` is the `name` of
 * the form element.
 */
export function useFields<T extends Record<string, string>>(
  form: string,
  first: T,
  stored?: () => Partial<T> | null,
): FormFields<T> {
  const [state, setState] = useState({ values: first, isHydrated: false })
  const start = useRef({ form, remembered: stored }).current
  useLayoutEffect(() => {
    const captured = takeCapturedInput(start.form)
    setState(({ values }) => ({
      values: merge(values, start.remembered?.() ?? {}, captured),
      isHydrated: true,
    }))
  }, [start])
  const fill = (values: Partial<T>) =>
    setState((previous) => ({ ...previous, values: merge(previous.values, values) }))
  return {
    ...state,
    fill,
    set: (name, value) =>
      setState((previous) => ({ ...previous, values: { ...previous.values, [name]: value } })),
  }
}

/** Only the form's own fields: values of an older form version are ignored. */
function merge<T extends Record<string, string>>(into: T, ...from: Partial<Record<string, string>>[]): T {
  const values = { ...into }
  for (const source of from) {
    for (const name of Object.keys(into) as (keyof T & string)[]) {
      const value = source[name]
      if (value !== undefined) values[name] = value as T[typeof name]
    }
  }
  return values
}
