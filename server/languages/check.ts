import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** Why a translation cannot be used. `placeholder` is as in the message: `{amount}`, or `<link>` for a marked part. */
export type TranslationDefect =
  /** A brace, tag or plural form is wrong. `reason` is the parser's code, such as `MISSING_OTHER_CLAUSE`. */
  | { readonly type: 'malformed'; readonly reason: string }
  /** A placeholder of the English message that the translation omits. */
  | { readonly type: 'missing'; readonly placeholder: string }
  /** A placeholder that the English message does not have. */
  | { readonly type: 'unknown'; readonly placeholder: string }
  /** A placeholder that the translation formats as a number, or by choice, and English does not; or the other way. */
  | { readonly type: 'format'; readonly placeholder: string }

/** How a message uses a placeholder. A plain placeholder fits a value of any kind. */
type Format = 'plain' | 'number' | 'choice'
type Placeholders = ReadonlyMap<string, Format>

/** Null for a translation that parses and has the placeholders and marked parts of the English message. */
export function defectOf(translation: string, english: string): TranslationDefect | null {
  const translated = parseMessage(translation)
  if (translated instanceof Error) return { type: 'malformed', reason: translated.message }
  if (hasBracket(translated)) return { type: 'malformed', reason: 'QUOTED_BRACKET' }
  const [own, source] = [placeholdersIn(translated), placeholdersOf(english)]
  const missingName = [...source.keys()].find((name) => !own.has(name))
  if (missingName !== undefined) return { type: 'missing', placeholder: missingName }
  const unknown = [...own.keys()].find((name) => !source.has(name))
  if (unknown !== undefined) return { type: 'unknown', placeholder: unknown }
  const [mismatch] = [...own].find(([name, format]) => !isCompatible(format, source.get(name))) ?? []
  return mismatch === undefined ? null : { type: 'format', placeholder: mismatch }
}

/** The placeholders and marked parts of a message, in its order. @throws SyntaxError */
export const placeholderNames = (message: string): string[] => [...placeholdersOf(message).keys()]

/** A choice needs the same choice in English, and the other way; a number needs a number in English. */
const isCompatible = (format: Format, english: Format | undefined): boolean =>
  format === english || (format === 'plain' && english === 'number')

/** A quoted `<` would be markup in a view that renders marked parts. */
const hasBracket = (elements: readonly MessageFormatElement[]): boolean =>
  elements.some((element) =>
    element.type === TYPE.literal ? element.value.includes('<') : partsOf(element).some(hasBracket),
  )

function parseMessage(message: string): MessageFormatElement[] | SyntaxError {
  try {
    return parse(message)
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}

const placeholdersOf = (message: string): Placeholders => placeholdersIn(parse(message))

function placeholdersIn(elements: readonly MessageFormatElement[]): Placeholders {
  const formats = new Map<string, Format>()
  collectFormats(elements, formats)
  return formats
}

function collectFormats(elements: readonly MessageFormatElement[], formats: Map<string, Format>): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    const name = element.type === TYPE.tag ? `<${element.value}>` : `{${element.value}}`
    const format = formatOf(element)
    // `{count}` inside the forms of a plural is plain.
    if (format !== 'plain' || !formats.has(name)) formats.set(name, format)
    for (const part of partsOf(element)) collectFormats(part, formats)
  }
}

/** The content of a marked part, and the forms of a plural or choice. */
function partsOf(element: MessageFormatElement): MessageFormatElement[][] {
  if (element.type === TYPE.tag) return [element.children]
  const hasForms = element.type === TYPE.plural || element.type === TYPE.select
  return hasForms ? Object.values(element.options).map(({ value }) => value) : []
}

function formatOf({ type }: MessageFormatElement): Format {
  if (type === TYPE.plural || type === TYPE.number) return 'number'
  return type === TYPE.select ? 'choice' : 'plain'
}
