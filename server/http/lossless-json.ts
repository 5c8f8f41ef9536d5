import { wellFormed } from '../../shared/text.ts'

/** Third argument of a `JSON.parse` reviver (ECMAScript, "JSON.parse source text access"). */
interface ReviverContext {
  readonly source?: string
}

/**
 * Parses external JSON without losing digits: an integer that a JavaScript number cannot hold exactly (an id above
 * 2^53) is returned as text. Strings are made well-formed, because escapes in valid JSON may encode NUL or a lone
 * surrogate, which the database rejects. Returns undefined for invalid JSON.
 */
export function parseLosslessJson(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: ReviverContext): unknown => {
    if (typeof value === 'string') return wellFormed(value)
    const isInexact =
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    return isInexact ? context?.source : value
  }
  try {
    return JSON.parse(text, revive)
  } catch {
    return undefined
  }
}
