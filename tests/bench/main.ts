import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../server/build.ts'
import { archive } from './archive.ts'
import { bulk } from './bulk.ts'
import { capacity } from './capacity.ts'
import { emails } from './emails.ts'
import { forecast } from './forecast.ts'
import { growth } from './growth.ts'
import { history } from './history.ts'
import { journey } from './journey.ts'
import { lighthouse } from './lighthouse.ts'
import { managedLists } from './lists.ts'
import { memory } from './memory.ts'
import { offline } from './offline.ts'
import { orderCost } from './order-cost.ts'
import { pages } from './pages.ts'
import { postgresVersion } from './postgres.ts'
import { purchases } from './purchases.ts'
import { describeMachine, type Section, toMarkdownTable } from './report.ts'
import { saveResults } from './results.ts'
import { schedules } from './schedules.ts'
import { search } from './search.ts'
import { signIns } from './sign-in.ts'
import { speed } from './speed.ts'
import { ussd } from './ussd.ts'
import { webhooks } from './webhooks.ts'
import { weight } from './weight.ts'

/**
 * Measures the named sections, or all of them: `npm run bench -- weight pages --quick --purchases 2000
 * --save`, `npm run bench -- growth --orders 500000`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    purchases: { type: 'string' },
    orders: { type: 'string' },
    /** Writes the measured sections into RESULTS.md. */
    save: { type: 'boolean', default: false },
  },
})
const { quick } = values
const growthOrders = Number(values.orders ?? (quick ? 200_000 : 5_000_000))
const purchaseCount = Number(values.purchases ?? (quick ? 500 : 10_000))

const measures: Record<string, { title: string; measure: () => Promise<Section['rows']> }> = {
  weight: { title: 'Weight, as sent with brotli', measure: weight },
  speed: { title: 'The power form on slow connections and phones', measure: () => speed(quick) },
  journey: { title: 'A guest’s purchase on a slow phone', measure: () => journey(quick) },
  offline: { title: 'Receipts without a connection', measure: () => offline(quick) },
  lighthouse: { title: 'Lighthouse, as a phone on a slow connection', measure: () => lighthouse(quick) },
  pages: { title: 'Pages compared with a bare Express+EJS page of equal size', measure: () => pages(quick) },
  'sign-in': { title: 'Sign-ins', measure: () => signIns(quick) },
  purchases: { title: 'Purchases', measure: () => purchases(quick) },
  order: { title: 'Cost of one delivered order', measure: () => orderCost(quick) },
  webhooks: { title: 'Gateway webhooks', measure: () => webhooks(quick) },
  ussd: { title: 'USSD', measure: () => ussd(quick) },
  history: { title: 'A history of 100,000 orders compared with one of 100', measure: () => history(quick) },
  bulk: { title: 'Bulk purchases', measure: () => bulk(quick) },
  schedules: { title: 'Schedules that are due in the same minute', measure: () => schedules(quick) },
  forecast: {
    title: 'Forecast of low units, on generated histories',
    measure: async () => forecast(quick),
  },
  emails: { title: 'An e-mail to all users', measure: () => emails(quick) },
  search: { title: 'The manager’s search', measure: () => search(quick) },
  lists: { title: 'Back-office lists, long compared with short', measure: () => managedLists(quick) },
  capacity: { title: 'Processor time of a purchase', measure: () => capacity(quick) },
  growth: {
    title: 'A long history compared with 50,000 orders',
    measure: () => growth(quick, growthOrders),
  },
  archive: { title: 'Bytes per order, and the archive of messages', measure: archive },
  memory: { title: 'Memory', measure: () => memory(purchaseCount) },
}

// A long history takes an hour to load and measure: it is measured by name only.
const selected =
  positionals.length > 0 ? positionals : Object.keys(measures).filter((name) => name !== 'growth')
const unknown = selected.find((name) => !Object.hasOwn(measures, name))
if (unknown) fail(`Unknown section ${unknown}: choose from ${Object.keys(measures).join(', ')}.`)
if (!Number.isSafeInteger(growthOrders) || growthOrders < 50_000)
  fail('--orders takes a whole number from 50000.')
if (!Number.isSafeInteger(purchaseCount) || purchaseCount < 1)
  fail('--purchases takes a whole number from 1.')

await ensureBuilt()
const kind = quick ? 'Quick run' : 'Full run'
const origin = `${kind}; ${describeMachine(await postgresVersion())}`
process.stdout.write(`${origin}\n`)
for (const name of selected) {
  const { title, measure } = measures[name]!
  process.stderr.write(`${name} …\n`)
  const section: Section = { title, rows: await measure() }
  process.stdout.write(`\n${toMarkdownTable(section)}\n`)
  // Each section is saved when it is measured: an error in a later one loses none.
  if (values.save) await saveResults([section], origin)
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
