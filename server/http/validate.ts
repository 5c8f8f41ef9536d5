import type * as z from 'zod/mini'
import type { FieldErrors } from '../../shared/contract.ts'
import { Refused } from './refused.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]
type Read = { ok: true; fields: unknown } | { ok: false; refused: Refused }

/**
 * Reads what came over the wire by a contract's schema: only listed fields pass. What is wrong becomes
 * an errors map with the first sentence of each field, keyed by wire name (dotted where nested).
 */
export function readFields(schema: z.ZodMiniType | undefined, given: unknown): Read {
  if (!schema) return { ok: true, fields: undefined }
  const read = schema.safeParse(given, { error: sentenceOf })
  if (read.success) {
    if (holdsNul(read.data)) return { ok: false, refused: new Refused('MALFORMED') }
    return { ok: true, fields: read.data }
  }
  const errors: FieldErrors = {}
  for (const { path, message } of read.error.issues) {
    if (path.length === 0) return { ok: false, refused: new Refused('MALFORMED') }
    errors[path.map(String).join('.')] ??= [message]
  }
  return { ok: false, refused: new Refused('INVALID', { errors }) }
}

/** No keyboard types it, and no text of PostgreSQL can hold it. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}

/** For fields whose contract has no sentence of its own. */
function sentenceOf(issue: Issue): string {
  if (issue.input === undefined || issue.input === null || issue.input === '') return 'This is required.'
  switch (issue.code) {
    case 'invalid_value':
      return 'Please choose one of the values offered.'
    case 'too_big':
      return issue.origin === 'string'
        ? `Please use at most ${issue.maximum} characters.`
        : `Please use at most ${issue.maximum}.`
    case 'too_small':
      return issue.origin === 'string'
        ? `Please use at least ${issue.minimum} characters.`
        : `Please use at least ${issue.minimum}.`
    case 'invalid_format':
      return 'This does not look right. Please check it.'
    default:
      return 'We cannot read this. Please check it.'
  }
}
