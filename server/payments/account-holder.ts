/** Titles and legal forms: they do not distinguish holders. */
const ignoredWords = new Set(
  (
    'mr mrs miss ms master dr prof engr engineer barr barrister arc chief alhaji alhaja hajia mallam pastor rev ' +
    'sir lady hon prince princess ltd limited plc llc inc company co nigeria nig enterprise enterprises ventures ' +
    'global services and'
  ).split(' '),
)

/** Banks truncate long names; a truncated word has at least this many letters. */
const minTruncatedLength = 4
/** A word of at least this length may differ in one letter: bank staff type names by hand. */
const minTypoLength = 5

/**
 * True when two names belong to the same person or company as banks write them: any order, titles, accents,
 * hyphens, middle names that only one bank has, a truncated word, one mistyped letter. A shared surname is not
 * enough: at least two words must match, and every word of the shorter name. A name of one word must be equal.
 */
export function isSameHolder(first: string, second: string): boolean {
  const words = wordsOf(first)
  const secondWords = wordsOf(second)
  if (words.length < 2 || secondWords.length < 2) return equalText(first, second)
  const [shorter, longer] = words.length <= secondWords.length ? [words, secondWords] : [secondWords, words]
  const unmatched = [...longer]
  let fullMatches = 0
  for (const word of shorter) {
    const match = findMatch(word, unmatched)
    if (match === null) return false
    unmatched.splice(match.at, 1)
    if (!match.isInitial) fullMatches++
  }
  return fullMatches >= 2
}

const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const wordsOf = (name: string): string[] =>
  lettersOf(name)
    .split(' ')
    .filter((word) => word !== '' && !ignoredWords.has(word))

const equalText = (first: string, second: string): boolean =>
  lettersOf(first) !== '' && lettersOf(first) === lettersOf(second)

/** Finds the best unmatched candidate for `word`: an equal word first, then a variant, then an initial. */
function findMatch(word: string, candidates: readonly string[]): { at: number; isInitial: boolean } | null {
  for (const matches of [isSame, isTruncated, isTypo]) {
    const index = candidates.findIndex((candidate) => matches(word, candidate))
    if (index >= 0) return { at: index, isInitial: false }
  }
  const index = candidates.findIndex((candidate) => isInitial(word, candidate))
  return index >= 0 ? { at: index, isInitial: true } : null
}

const isSame = (first: string, second: string): boolean => first === second && first.length > 1

const isTruncated = (first: string, second: string): boolean =>
  Math.min(first.length, second.length) >= minTruncatedLength &&
  (first.startsWith(second) || second.startsWith(first))

const isInitial = (first: string, second: string): boolean =>
  (first.length === 1 || second.length === 1) && first[0] === second[0]

/** True when one letter is changed, missing or added, or two adjacent letters are swapped. */
function isTypo(first: string, second: string): boolean {
  if (Math.min(first.length, second.length) < minTypoLength || Math.abs(first.length - second.length) > 1)
    return false
  let start = 0
  while (start < first.length && first[start] === second[start]) start++
  let end = 0
  while (end < Math.min(first.length, second.length) - start && first.at(-1 - end) === second.at(-1 - end))
    end++
  const [left, right] = [first.slice(start, first.length - end), second.slice(start, second.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
