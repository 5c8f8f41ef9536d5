/**
 * Text that every system can store and encode: an unpaired surrogate becomes U+FFFD, and NUL, which PostgreSQL's
 * `text` cannot store, is removed. Equivalent to `String.prototype.toWellFormed`, including in the oldest supported
 * browsers.
 */
export const wellFormed = (text: string): string =>
  text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '')

/** Text on one line, without control and direction characters: it starts no new line, header or text direction. */
export const oneLine = (text: string, maxLength = 120): string =>
  truncate(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), maxLength)

/** Emoji of families with skin tones take about 20; a longer grapheme is a stack of combining marks. */
const unitsPerGrapheme = 24

/**
 * The start of a text in whole graphemes (what a reader sees as one character), never half an emoji.
 * @param graphemes maximum count; the result also has at most 24 UTF-16 units per grapheme
 */
export function truncate(text: string, graphemes: number): string {
  if (text.length <= graphemes) return text
  let count = 0
  let length = 0
  for (const grapheme of graphemesOf(text)) {
    count += 1
    if (count > graphemes || length + grapheme.length > graphemes * unitsPerGrapheme) break
    length += grapheme.length
  }
  return text.slice(0, length)
}

/** Code points where a browser has no `Intl.Segmenter` (Firefox before version 125). */
function* graphemesOf(text: string): Iterable<string> {
  if (!('Segmenter' in Intl)) yield* text
  else
    for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text))
      yield segment
}
