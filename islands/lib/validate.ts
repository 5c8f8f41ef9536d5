import * as z from 'zod/mini'
import type { FieldErrors } from '../../shared/contract.ts'
import { titleCase } from './format.ts'
import { toast } from './toast.ts'

/** A field that still wants something, with the words for it. */
export interface Wanting {
  path: string
  says: string
}

/** The fields that are missing, in the order asked. A dotted path is followed into the object. */
export function missingFields(values: unknown, paths: readonly string[]): Wanting[] {
  return paths
    .filter((path) => isMissing(valueAt(values, path)))
    .map((path) => ({ path, says: `${titleCase(path)} is required.` }))
}

/** The generic required check: one error toast, for the first missing field. Source: specification 1, section 5. */
export function requireFields(values: unknown, paths: readonly string[]): boolean {
  const [first] = missingFields(values, paths)
  if (first) toast.error(first.says)
  return !first
}

/** What a contract's schema says about values: the first message of each field, empty when all is well. */
export function fieldErrorsOf(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const read = z.safeParse(schema, values)
  const errors: FieldErrors = {}
  for (const issue of read.error?.issues ?? []) errors[issue.path.join('.')] ??= [issue.message]
  return errors
}

/** Worked out when it is first asked for, and then kept. */
export function once<T>(work: () => T): () => T {
  let done: { value: T } | null = null
  return () => {
    done ??= { value: work() }
    return done.value
  }
}

/** Everything except digits and minus goes. */
export const numericOnly = (typed: string): string => typed.replace(/[^\d-]/g, '')

export const limitLength = (typed: string, most: number): string => typed.slice(0, most)

const isMissing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '')

function valueAt(values: unknown, path: string): unknown {
  let at: unknown = values
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Object.entries(at).find(([name]) => name === part)?.[1]
  }
  return at
}
