import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** Why a translation cannot be used. */
export type TranslationDefect = 'malformed' | 'placeholders'

/** Null for a translation that parses and has the placeholders and marked parts of the English message. */
export function defectOf(translation: string, english: string): TranslationDefect | null {
  try {
    return placeholdersOf(translation) === placeholdersOf(english) ? null : 'placeholders'
  } catch {
    return 'malformed'
  }
}

/** Sorted names of a message's placeholders, with a marked part as `<name>`. @throws SyntaxError */
function placeholdersOf(message: string): string {
  const names = new Set<string>()
  collect(parse(message), names)
  return [...names].sort().join(' ')
}

function collect(elements: readonly MessageFormatElement[], names: Set<string>): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    names.add(element.type === TYPE.tag ? `<${element.value}>` : element.value)
    if (element.type === TYPE.tag) collect(element.children, names)
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) collect(value, names)
  }
}
