/** Minimum digits to match as a phone number. */
const minDigits = 3

/** A phone's digits without country code or trunk zero: common to 0801…, 234801… and +234 801…. */
const nationalDigits = (number: string): string => number.replace(/\D/g, '').replace(/^(?:234|0)/, '')

/** Numbers in a text: digits with spaces and dashes between them. */
const numbersIn = (text: string): string[] => text.match(/\+?\d[\d -]*/g) ?? []

/**
 * True when one of the texts contains the query: case-insensitive, and a phone number in any notation. An empty
 * query matches everything.
 */
export function matchesSearch(texts: readonly string[], inputText: string): boolean {
  const query = inputText.trim().toLowerCase()
  if (texts.some((text) => text.toLowerCase().includes(query))) return true
  if (!/^\+?[\d\s().-]+$/.test(query)) return false
  const digits = nationalDigits(query)
  if (digits.length < minDigits) return false
  return texts.some((text) => numbersIn(text).some((number) => nationalDigits(number).includes(digits)))
}
