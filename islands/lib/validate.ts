import type * as z from 'zod/mini'
import type { FieldErrors } from '../../shared/contract.ts'
import { titleCase } from './format.ts'
import { libTexts } from './texts.ts'
import { toast } from './toast.ts'

/** A missing field and its error message. */
export interface MissingField {
  path: string
  message: string
}

/** Missing fields, in the given order. A dotted path is resolved inside the object. */
export function missingFields(values: unknown, paths: readonly string[]): MissingField[] {
  return paths
    .filter((path) => isMissing(valueAt(values, path)))
    .map((path) => ({ path, message: libTexts.requiredField({ field: titleCase(path) }) }))
}

/** The generic required check: one error toast, for the first missing field. Source: specification 1, section 5. */
export function requireFields(values: unknown, paths: readonly string[]): boolean {
  const [first] = missingFields(values, paths)
  if (first) toast.error(first.message)
  return !first
}

/** Validates values with a contract's schema: the first message of each field, empty when valid. */
export function fieldErrorsOf(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const parsed = schema.safeParse(values)
  const errors: FieldErrors = {}
  for (const issue of parsed.error?.issues ?? []) errors[issue.path.join('.')] ??= [issue.message]
  return errors
}

/** Computes the value on first use and caches it. */
export function memoize<T>(compute: () => T): () => T {
  let cached: { value: T } | null = null
  return () => {
    cached ??= { value: compute() }
    return cached.value
  }
}

/** Removes everything except digits and minus. */
export const numericOnly = (inputText: string): string => inputText.replace(/[^\d-]/g, '')

export const limitLength = (inputText: string, maxLength: number): string => inputText.slice(0, maxLength)

const isMissing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '')

function valueAt(values: unknown, path: string): unknown {
  let current: unknown = values
  for (const segment of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined
    current = Object.entries(current).find(([name]) => name === segment)?.[1]
  }
  return current
}
