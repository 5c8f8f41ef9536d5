import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../server/build.ts'
import { bulk } from './bulk.ts'
import { emails } from './emails.ts'
import { history } from './history.ts'
import { managedLists } from './lists.ts'
import { memory } from './memory.ts'
import { pages } from './pages.ts'
import { postgresVersion } from './postgres.ts'
import { purchases } from './purchases.ts'
import { machine, type Section, table } from './report.ts'
import { search } from './search.ts'
import { signIns } from './sign-in.ts'
import { speed } from './speed.ts'
import { webhooks } from './webhooks.ts'
import { weight } from './weight.ts'

/** Measures what is named, or everything: `npm run bench -- weight pages --quick --purchases 2000`. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, purchases: { type: 'string' } },
})
const { quick } = values
const many = Number(values.purchases ?? (quick ? 500 : 10_000))

const measures: Record<string, { title: string; measure: () => Promise<Section['rows']> }> = {
  weight: { title: 'Weight, as sent with brotli', measure: weight },
  speed: { title: 'The power form on slow lines and phones', measure: () => speed(quick) },
  pages: { title: 'Pages beside a bare Express+EJS page of the same size', measure: () => pages(quick) },
  'sign-in': { title: 'Signing in', measure: () => signIns(quick) },
  purchases: { title: 'Purchases', measure: () => purchases(quick) },
  webhooks: { title: 'Messages of a gateway', measure: () => webhooks(quick) },
  history: { title: 'A history of 100,000 orders beside one of 100', measure: () => history(quick) },
  bulk: { title: 'Purchases by the file', measure: () => bulk(quick) },
  emails: { title: 'One e-mail to everybody', measure: () => emails(quick) },
  search: { title: 'The manager’s search', measure: () => search(quick) },
  lists: { title: 'Lists of the back office, long beside short', measure: () => managedLists(quick) },
  memory: { title: 'Memory', measure: () => memory(many) },
}

const wanted = positionals.length > 0 ? positionals : Object.keys(measures)
const unknown = wanted.find((name) => !Object.hasOwn(measures, name))
if (unknown) fail(`There is no measure called ${unknown}: choose from ${Object.keys(measures).join(', ')}.`)
if (!Number.isSafeInteger(many) || many < 1) fail('--purchases takes a whole number from 1.')

await ensureBuilt()
const sections: Section[] = []
for (const name of wanted) {
  const { title, measure } = measures[name]!
  process.stderr.write(`${name} …\n`)
  sections.push({ title, rows: await measure() })
}
const manner = quick ? 'Quick run: figures only to look at.\n' : ''
process.stdout.write(`${manner}${machine(await postgresVersion())}\n\n${table(sections)}\n`)

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
