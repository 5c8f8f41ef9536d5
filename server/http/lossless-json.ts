import { wellFormed } from '../../shared/text.ts'

/** Third argument of a `JSON.parse` reviver (ECMAScript, "JSON.parse source text access"). */
interface ReviverContext {
  readonly source?: string
}

/** Found in every JSON text with a value that `revive` changes: a long integer, an escaped NUL or surrogate. */
const changeablePattern = /\d{16}|\\u(?:0000|d[89a-f])/i

/** An inexact integer as its source text, and strings without NUL or lone surrogates. */
function revive(_key: string, value: unknown, context?: ReviverContext): unknown {
  if (typeof value === 'string') return wellFormed(value)
  const isInexact =
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
  return isInexact ? context?.source : value
}

/**
 * Parses external JSON without losing digits: an integer that a JavaScript number cannot hold exactly (an id above
 * 2^53) is returned as text. Strings are made well-formed, because escapes in valid JSON may encode NUL or a lone
 * surrogate, which the database rejects. Returns undefined for invalid JSON.
 */
export function parseLosslessJson(text: string): unknown {
  const isChangeable = changeablePattern.test(text) || !text.isWellFormed()
  try {
    return JSON.parse(text, isChangeable ? revive : undefined)
  } catch {
    return undefined
  }
}
