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

/** Parts of the server whose strings no customer and no manager reads on a screen or in a message, and why. */
const exempt: Readonly<Record<string, string>> = {
  'server/simulators/': 'a program of its own, for tests',
  'server/commands/': 'programs of the command line',
  'server/accounts/manager.ts': 'a program of the command line',
  'server/recovery/': 'a program of the command line',
  'server/operations/reconciliation/ledger-report.ts': 'a program of the command line',
  'server/operations/invariants/': 'violations for operators, whose sentences SQL builds',
  'server/settings/definitions.ts': 'descriptions of settings, which a program shows',
  'server/operations/retention.ts': 'descriptions of deleted rows, which the log shows',
  'server/accounts/kept-data.ts': 'descriptions of deleted rows, which the log shows',
  'server/operations/metrics/': 'descriptions of metrics',
  'server/http/openapi/': 'the API document, which is English',
  'server/service-data/': 'the API document, and names of companies and settings',
  'server/database/': 'SQL, and names of companies',
  'server/ussd/banks.ts': 'names of banks',
  'server/payments/account-holder.ts': 'titles and legal forms in names',
  'server/accounts/device.ts': 'names of browsers and systems',
  'server/demo/': 'demo data',
  'server/accounts/demo.ts': 'demo data',
}
const isExempt = (path: string) =>
  Object.keys(exempt).some((prefix) => path.startsWith(prefix)) ||
  // Start of the process: messages in the terminal and in the log, descriptions of environment variables.
  /^server\/[a-z-]+\.ts$/.test(path) ||
  // Descriptions of environment variables.
  path.endsWith('/descriptor.ts')

/** Strings that only look like texts. */
const notTexts = new Set<string>([
  // Card brands.
  'Visa',
  'Mastercard',
  'Verve',
  'American Express',
  // The list of countries comes from the server.
  'Nigeria',
  // HTTP: headers, their values, settings of the server, answers to providers.
  'Bearer',
  'Basic',
  'Allow',
  'Refresh',
  'Vary',
  ', application/json',
  'public, max-age=',
  'public, max-age=86400',
  'public, max-age=31536000, immutable',
  'private, no-store',
  'private, no-cache',
  'no-store, no-transform',
  'trust proxy',
  'query parser',
  'Bad request',
  'Not found',
  // robots.txt and security.txt.
  'Disallow:',
  'Sitemap:',
  'Contact:',
  'Expires:',
  'Canonical:',
  // Selectors, and names of errors in the browser.
  'dialog, main',
  'li, section, dialog, main, [role="tabpanel"]',
  'Error',
  // Ends of the names of texts: a page has `homeTitle` and `homeDescription`.
  'Title',
  'Description',
  // SQL.
  'select id, created_at from orders',
  // Purposes of keys and of hashes.
  'deleted beneficiary of',
  'deleted notification of',
  'e-mail codes',
  'link of order',
  'order link',
  'password link',
  'payer of request',
  'payment request',
  'refund account codes',
  'sanwo data key',
  'session cookie',
  'shell header',
  'ussd inputs',
  // Names of work in the background, in the log, and a command.
  'another code',
  'resolved attempt requery',
  'revoke card',
  'slow order',
  'npm run ledger -- accept',
  // Reasons and resolutions that the database stores and that programs compare.
  'Both sides agree.',
  'customer creation rejected',
  'failed at the gateway',
  'is no amount',
  'no bank for accounts',
  'no recipient',
  'not configured',
  'opted out',
  'this e-mail address has a virtual account with another reference',
  'too late',
  'no account required',
  // Names of services in bulk files.
  'cable tv',
  'mobile data',
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
    const found = list('{islands,server}/**/*.{ts,tsx}')
      .filter((path) => !isTextModule(path) && !isExempt(path))
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

  test('the search skips SQL, log messages and programming errors', () => {
    const source = `const rows = sql\`select name from users where id = \${id}\`
      query.select(['users.name as author']).where('id', 'not in', ids)
      deps.log.warn({ id }, 'message was not sent')
      throw new Error('No such row')`
    expect(interfaceStrings('store.ts', source)).toEqual([])
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
