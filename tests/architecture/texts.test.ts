import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import type { TextSource } from '../../shared/i18n.ts'
import { interfaceStrings } from '../support/interface-strings.ts'

const root = resolve(import.meta.dirname, '../..')
const list = (glob: string) => globSync(glob, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
const isTextModule = (path: string) => /(\/|-)texts\.ts$/.test(path)

const modules = list('{islands,shared,server}/**/*.ts').filter(isTextModule)
const exportsOf = async (path: string): Promise<[string, Record<string, TextSource>][]> =>
  Object.entries(await import(join(root, path)))
const groups = (await Promise.all(modules.map(exportsOf))).flat()
const texts = groups.flatMap(([, group]) => Object.values(group))

type Group = readonly [name: string, group: Readonly<Record<string, unknown>>]
const namedImports = /^(?:import|export) (?:type )?\{[^}]*\} from '[^']+'/gm

/** Texts that no source uses by name. A group that is used as a whole or by a computed key uses all its texts. */
function unusedTexts(declared: readonly Group[], sources: readonly string[]): string[] {
  const uses = sources
    .map((source) => source.replace(namedImports, ''))
    .flatMap((source) => [...source.matchAll(/\b\w+Texts\b(?:\??\.\w+)?/g)].map(([use]) => use))
  const used = new Set(uses)
  return declared.flatMap(([name, group]) =>
    used.has(name)
      ? []
      : Object.keys(group)
          .map((key) => `${name}.${key}`)
          .filter((text) => !used.has(text)),
  )
}

/** Folders whose texts are defined in modules of texts. */
const convertedFolders = ['islands']

/** Folders of the server whose other strings are neither SQL nor log messages. */
const convertedServer = [
  'server/airtime',
  'server/receipts',
  'server/web/account',
  'server/web/electricity',
  'server/web/orders',
  'server/web/payment',
  'server/web/services',
]

/** Strings that only look like texts: codes and proper names that no translation changes. */
const notTexts = new Set<string>([
  // Card brands.
  'Visa',
  'Mastercard',
  'Verve',
  'American Express',
  // The list of countries comes from the server.
  'Nigeria',
  // HTTP headers.
  'Bearer',
  ', application/json',
  // Selectors.
  'dialog, main',
  'li, section, dialog, main, [role="tabpanel"]',
])

describe('interface texts', () => {
  test('a module of texts exports only texts', () => {
    expect(texts.length).toBeGreaterThan(0)
    for (const { id, message } of texts) expect([typeof id, typeof message]).toEqual(['string', 'string'])
  })

  test('no two texts have the same id', () => {
    const ids = texts.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('every message is valid ICU MessageFormat', () => {
    const invalid = texts.filter(({ message }) => {
      try {
        return parse(message).length === 0
      } catch {
        return true
      }
    })
    expect(invalid.map(({ id }) => id)).toEqual([])
  })

  test('strings that users read are defined in modules of texts', () => {
    const found = [...convertedFolders, ...convertedServer]
      .flatMap((folder) => list(`${folder}/**/*.{ts,tsx}`))
      .filter((path) => !isTextModule(path))
      .flatMap((path) =>
        interfaceStrings(path, readFileSync(join(root, path), 'utf8'))
          .filter(({ text }) => !notTexts.has(text))
          .map(({ text, line }) => `${path}:${line} ${text}`),
      )
    expect(found).toEqual([])
  })

  test('every text in a template string is called', () => {
    const uncalled = list('{islands,shared,server}/**/*.{ts,tsx}').flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\$\{\w+Texts\.\w+\}/g)].map(
        ([use]) => `${path} ${use}`,
      ),
    )
    expect(uncalled).toEqual([])
  })

  test('every text is used', () => {
    const sources = list('{{islands,shared,server}/**/*.{ts,tsx},views/**/*.ejs}')
      .filter((path) => !isTextModule(path))
      .map((path) => readFileSync(join(root, path), 'utf8'))
    expect(unusedTexts(groups, sources)).toEqual([])
  })

  test('every text that a view names exists', () => {
    const declared = groups.flatMap(([name, group]) => Object.keys(group).map((key) => `${name}.${key}`))
    const named = list('views/**/*.ejs').flatMap(
      (path) => readFileSync(join(root, path), 'utf8').match(/\b\w+Texts\.\w+/g) ?? [],
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((text) => !declared.includes(text))).toEqual([])
  })

  test('a text that is only imported or that only begins like a used one is unused', () => {
    const group = { amount: null, amountHint: null }
    const source = `import {\n  payTexts,\n} from './texts.ts'\nlabel = payTexts.amountHint()`
    expect(unusedTexts([['payTexts', group]], [source])).toEqual(['payTexts.amount'])
    expect(unusedTexts([['payTexts', group]], ['label = payTexts[kind]()'])).toEqual([])
  })

  test('the search finds a label, a sentence and a text between tags', () => {
    const source = `import { x } from 'Some module name'
      const label = x === 'Other words here' ? 'Meter number' : \`\${x}, pay it now\`
      export const View = () => <p className="Two words" title="Reference">Pay now</p>`
    expect(interfaceStrings('view.tsx', source).map(({ text }) => text)).toEqual([
      'Meter number',
      ', pay it now',
      'Reference',
      'Pay now',
    ])
  })
})
