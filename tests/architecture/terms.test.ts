import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { replacedPaths } from './replaced-paths.ts'
import { exemptStrings, replacedTerms } from './replaced-terms.ts'
import { keptTexts, type ReplacedText, replacedTexts } from './replaced-texts.ts'

const root = resolve(import.meta.dirname, '../..')

/** Files that quote replaced terms: applied migrations, tests of their upgrade, generated code, and this test. */
const quotesTerms = [
  /^tests\/architecture\/(?:terms\.test|replaced-)/,
  /^server\/database\/migrations\//,
  /^tests\/database\/(?:upgrade\.test|rows-before-0026)\.ts$/,
  /^server\/audit\/detail\.ts$/,
  /^tests\/client\/(?:generated|node_modules)\//,
]

const globs = [
  '{server,shared,islands,views,tests}/**/*.{ts,tsx,mjs,ejs,css,sh,yml,yaml,conf,ini,service}',
  '*.{md,ts}',
  '.ci/run',
  'server/http/openapi/examples.json',
  'server/deploy/{,grafana/}{*.md,*.json,*Dockerfile*,.env.example}',
  'tests/**/files/**/*.txt',
  'server/**/README.md',
  'server/decisions/*.md',
  'tests/bench/RESULTS.md',
]

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const exempt = new RegExp(exemptStrings.map(escapeRegExp).join('|'), 'g')

const paths = globs
  .flatMap((glob) => globSync(glob, { cwd: root, exclude: (name) => name === 'node_modules' }))
  .map((path) => path.replaceAll('\\', '/'))
/** The changelog quotes former names as code. */
const withoutQuotes = (path: string, text: string) =>
  path === 'CHANGELOG.md' ? text.replace(/`[^`]*`/g, '') : text
const files = paths
  .filter((path) => !quotesTerms.some((pattern) => pattern.test(path)))
  .map((path) => ({
    path,
    text: withoutQuotes(path, readFileSync(join(root, path), 'utf8')).replace(exempt, ''),
  }))

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length
const excerptOf = (text: string, index: number) =>
  text.slice(text.lastIndexOf('\n', index) + 1, text.indexOf('\n', index)).trim()

const patternsPerSearch = 20
/** Each finds the violations of many patterns: to search for them one by one takes more than twice the time. */
const searches = [
  ...Map.groupBy(
    replacedTerms.map(({ pattern }) => pattern),
    ({ flags }) => flags,
  ),
].flatMap(([flags, patterns]) =>
  Array.from({ length: Math.ceil(patterns.length / patternsPerSearch) }, (_, index) => {
    const first = index * patternsPerSearch
    const searched = patterns.slice(first, first + patternsPerSearch)
    return new RegExp(searched.map(({ source }) => `(?:${source})`).join('|'), flags)
  }),
)
const mayViolate = (text: string) => searches.some((search) => search.test(text))

describe('terms', () => {
  test.each(replacedTerms.map((term) => [String(term.pattern), term] as const))(
    '%s matches its example of a violation',
    (_, { pattern, violation }) => {
      expect(violation).toMatch(pattern)
      expect(mayViolate(violation)).toBe(true)
    },
  )

  test('every file uses the standard terms', () => {
    const violating = files.filter(({ text }) => mayViolate(text))
    const found = replacedTerms.flatMap(({ pattern, standard }) => {
      const all = new RegExp(pattern, `g${pattern.flags}`)
      return violating.flatMap(({ path, text }) =>
        [...text.matchAll(all)].map(
          ({ index }) => `${path}:${lineOf(text, index)} (${standard}) ${excerptOf(text, index)}`,
        ),
      )
    })
    expect(found).toEqual([])
  })

  test('no file has a replaced name', () => {
    const listed = new Set(paths)
    expect(Object.keys(replacedPaths).filter((path) => listed.has(path))).toEqual([])
  })
})

const placeholder = '{…}'
const longestWholeText = 26
const isWhole = ({ text, whole }: ReplacedText) =>
  whole === true ||
  (!text.includes(placeholder) && text.length <= longestWholeText && text.split(' ').length <= 4)

/** One line per file: line breaks, joined strings and typographic apostrophes do not hide a text. */
const plain = (text: string) =>
  text
    .replaceAll("{' '}", ' ')
    .replace(/['"`] \+\s+['"`]/g, '')
    .replace(/\s+/g, ' ')
    .replaceAll('’', "'")

const pages = files.map(({ path, text }) => ({ path, text: plain(text) }))

/** A literal, a template or the text of an element. */
const literal = /(?<=(['"`]))[^'"`]{2,60}(?=\1)|(?<=>) ?[^<>{}]{2,60}(?=<)/g
const literalsOf = ({ path, text }: { path: string; text: string }): [string, string][] =>
  [...text.matchAll(literal)].map(([value]) => [value.trim(), path])
const literals = Map.groupBy(pages.flatMap(literalsOf), ([value]) => value)

const variable = '[^\\n]{1,80}?'
const partsOf = (text: string) => plain(text).split(placeholder)
const patternOf = ({ text }: ReplacedText) => new RegExp(partsOf(text).map(escapeRegExp).join(variable))
const longestPartOf = ({ text }: ReplacedText) =>
  partsOf(text).reduce((longest, part) => (part.length > longest.length ? part : longest))

/** The paths that contain the text. */
function pathsWith(entry: ReplacedText, content: typeof pages, wholes: typeof literals): string[] {
  const isListed = (path: string) => !entry.in || entry.in.some((prefix) => path.startsWith(prefix))
  if (isWhole(entry) && !entry.text.includes(placeholder))
    return (wholes.get(plain(entry.text)) ?? []).map(([, path]) => path).filter(isListed)
  const part = longestPartOf(entry)
  const source = patternOf(entry).source
  const pattern = new RegExp(entry.whole ? `['"\`>]${source}['"\`<]` : source)
  return content
    .filter(({ path, text }) => isListed(path) && text.includes(part) && pattern.test(text))
    .map(({ path }) => path)
}

describe('texts', () => {
  test.each(replacedTexts.map((entry) => [`${entry.row}: ${entry.text}`, entry] as const))(
    '%s',
    (_, entry) => {
      const path = entry.in?.[0] ?? 'islands/example.tsx'
      const example = {
        path,
        text: plain(`const text = '${entry.text.replaceAll(placeholder, '₦5,100.00')}'`),
      }
      const quoted = { ...example, text: example.text.replace(/^const text = '(.*)'$/, '<p>$1</p>') }
      const wholes = Map.groupBy(literalsOf(quoted), ([value]) => value)
      expect(pathsWith(entry, [quoted], wholes)).toEqual([path])
    },
  )

  test('no file contains a replaced text', () => {
    const found = replacedTexts.flatMap((entry) =>
      pathsWith(entry, pages, literals).map((path) => `${path}: ${entry.text} (${entry.row})`),
    )
    expect(found).toEqual([])
  })

  test('each kept row has a reason', () => {
    expect(keptTexts.filter(({ reason }) => reason === '')).toEqual([])
    const replaced = new Set(replacedTexts.map(({ row, text }) => `${row} ${text}`))
    expect(keptTexts.filter(({ row, text }) => replaced.has(`${row} ${text}`))).toEqual([])
  })
})
