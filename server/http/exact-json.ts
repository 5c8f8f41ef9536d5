/** What `JSON.parse` hands a reviver as its third argument (ECMAScript, "JSON.parse source text access"). */
interface Source {
  readonly source?: string
}

/**
 * Parses JSON without losing digits: a whole number that a JavaScript number cannot hold exactly (an id
 * above 2^53) is read as the text that was sent. What is not JSON gives undefined.
 */
export function readJson(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, context?: Source): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? context?.source
      : value
  try {
    return JSON.parse(text, keepDigits)
  } catch {
    return undefined
  }
}
