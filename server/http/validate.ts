import type * as z from 'zod/mini'
import type { FieldErrors } from '../../shared/contract.ts'
import { ApiError } from './api-error.ts'
import { defaultFieldTexts } from './texts.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]
type ParseResult = { ok: true; fields: unknown } | { ok: false; error: ApiError }

/**
 * Validates request fields against a contract's schema; unlisted fields are dropped. Returns an errors map with the
 * first message of each invalid field, keyed by wire name (dotted where nested).
 */
export function parseFields(schema: z.ZodMiniType | undefined, input: unknown): ParseResult {
  if (!schema) return { ok: true, fields: undefined }
  const result = schema.safeParse(withWellFormedTexts(input), { error: messageOf })
  if (result.success) {
    if (containsNul(result.data)) return { ok: false, error: new ApiError('MALFORMED') }
    return { ok: true, fields: result.data }
  }
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) {
    if (path.length === 0) return { ok: false, error: new ApiError('MALFORMED') }
    errors[path.map(String).join('.')] ??= [message]
  }
  return { ok: false, error: new ApiError('INVALID', { errors }) }
}

/** Replaces lone surrogates, which JSON can carry and PostgreSQL cannot store, with U+FFFD. */
function withWellFormedTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withWellFormedTexts)
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name.toWellFormed(), withWellFormedTexts(field)]),
  )
}

/** True if a text contains NUL, which PostgreSQL cannot store. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  return typeof value === 'object' && value !== null && Object.values(value).some(containsNul)
}

/** Default messages for fields whose contract defines none. */
function messageOf(issue: Issue): string {
  if (issue.input === undefined || issue.input === null || issue.input === '')
    return defaultFieldTexts.required()
  switch (issue.code) {
    case 'invalid_value':
      return defaultFieldTexts.notOffered()
    case 'too_big':
      return issue.origin === 'string'
        ? defaultFieldTexts.tooLong({ max: String(issue.maximum) })
        : defaultFieldTexts.tooLarge({ max: String(issue.maximum) })
    case 'too_small':
      return issue.origin === 'string'
        ? defaultFieldTexts.tooShort({ min: String(issue.minimum) })
        : defaultFieldTexts.tooSmall({ min: String(issue.minimum) })
    case 'invalid_format':
      return defaultFieldTexts.invalidFormat()
    default:
      return defaultFieldTexts.unreadable()
  }
}
