import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext } from 'playwright-core'
import { demoUsers } from '../../server/accounts/index.ts'
import { pages } from '../../server/web/pages.ts'
import { detailsPageUrl, formPageUrl, homePath, processPageUrl, successPageUrl } from '../../shared/pages.ts'
import { newVisitor, signInStorageState } from '../e2e/visitor.ts'
import { launchBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { type LaunchedApp, launchApp } from '../support/launched-app.ts'
import type { Row } from './report.ts'
import { lookUpMeter, payOrder } from './visitor.ts'

/** Not a dependency of the project, because it is larger than all of them: npm fetches it when it is needed. */
const lighthousePackage = 'lighthouse@13.5.0'
const minPerformance = 95

const categoryNames = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const
type Category = keyof typeof categoryNames
const categories = Object.keys(categoryNames) as Category[]
/** Whole numbers from 0 to 100. */
type Scores = Record<Category, number>
type Measure = (url: string, context: BrowserContext) => Promise<Scores>

/**
 * Lighthouse's scores for a phone on a slow 4G connection, each page without a cache: performance of the pages
 * of a purchase, search engines for the pages that they list, accessibility and best practices of every page.
 */
export async function lighthouse(quick: boolean): Promise<Row[]> {
  const app = await launchApp()
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'sanwo-lighthouse-'))
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  const measure: Measure = (url, context) => measurePage({ url, context, port, folder })
  try {
    const purchase = await measurePurchase(browser, app, measure)
    return [...purchase, ...(quick ? [] : await measureOtherPages(browser, app, measure))]
  } finally {
    await browser.close()
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measurePurchase(browser: Browser, app: LaunchedApp, measure: Measure): Promise<Row[]> {
  const { context, page } = await newVisitor(browser, app)
  await page.goto(formPageUrl('power'))
  const order = await lookUpMeter(page, '11000000005')
  // A meter ending that keeps a vendor busy while its process page is measured.
  const slow = await lookUpMeter(page, '11000000001')
  const score = (path: string) => measure(app.url + path, context)
  const unlisted = ['performance', 'accessibility', 'best-practices'] as const
  const rows = [
    ...rowsOf('chooser', await score(homePath), categories),
    ...rowsOf('power form', await score(formPageUrl('power')), categories),
    ...rowsOf('customer details', await score(detailsPageUrl('power', order.order_reference)), unlisted),
  ]
  await payOrder(page, app.simulatorsUrl, slow)
  const process = await score(processPageUrl('power', slow.order_reference, slow.access_token))
  await payOrder(page, app.simulatorsUrl, order)
  await page.goto(processPageUrl('power', order.order_reference, order.access_token))
  await page.waitForURL(/\/transactions\/successful\?/)
  const success = await score(successPageUrl('power', order.order_reference, order.access_token))
  await context.close()
  return [...rows, ...rowsOf('process', process, unlisted), ...rowsOf('success', success, unlisted)]
}

/** The pages that open without an order or an amount, for the visitors who may open them. */
async function measureOtherPages(browser: Browser, app: LaunchedApp, measure: Measure): Promise<Row[]> {
  const rows: Row[] = []
  for (const [who, role] of [
    ['a guest', null],
    ['a customer', 'user'],
    ['a manager', 'manager'],
  ] as const) {
    const account = demoUsers.find((user) => user.role === role)
    const storageState = account && (await signInStorageState(browser, app, account))
    const { context } = await newVisitor(browser, app, { ...(storageState && { storageState }) })
    const scores = new Map<string, Scores>()
    for (const path of pathsFor(role)) {
      const response = await context.request.get(path, { maxRedirects: 0 })
      if (response.ok()) scores.set(path, await measure(app.url + path, context))
    }
    await context.close()
    rows.push(...lowestRows(who, scores))
  }
  return rows
}

function pathsFor(role: 'user' | 'manager' | null): string[] {
  const isManagement = (path: string) => path.startsWith('/management')
  return pages
    .filter(({ audience, path }) => (audience === 'user') === (role !== null) && !path.includes(':'))
    .map(({ path }) => path)
    .filter((path) => path !== '/sign-out' && (role === null || isManagement(path) === (role === 'manager')))
}

/** The lowest score of accessibility and of best practices, with the page that has it. */
function lowestRows(who: string, scores: ReadonlyMap<string, Scores>): Row[] {
  return (['accessibility', 'best-practices'] as const).map((category) => {
    const [path, lowest] = [...scores].reduce((one, other) =>
      other[1][category] < one[1][category] ? other : one,
    )
    const page = lowest[category] === 100 ? '' : ` (${path})`
    return {
      ...scoreRow(`${scores.size} pages for ${who}`, lowest, category),
      result: `${lowest[category]}${page}`,
    }
  })
}

const rowsOf = (page: string, scores: Scores, required: readonly Category[]): Row[] =>
  required.map((category) => scoreRow(page, scores, category))

function scoreRow(page: string, scores: Scores, category: Category): Row {
  const minimum = category === 'performance' ? minPerformance : 100
  return {
    label: `${page}, ${categoryNames[category]}`,
    result: `${scores[category]}`,
    target: `≥ ${minimum}`,
    isTargetMet: scores[category] >= minimum,
  }
}

interface MeasuredPage {
  url: string
  /** Its cookies are sent with the page. */
  context: BrowserContext
  /** Of the browser's debugging protocol. */
  port: number
  /** For the report. */
  folder: string
}

async function measurePage({ url, context, port, folder }: MeasuredPage): Promise<Scores> {
  const cookies = await context.cookies(url)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const report = join(folder, 'report.json')
  const options = [
    `--port=${port}`,
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--only-categories=${categories.join(',')}`,
    ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
  ]
  await promisify(execFile)('npm', [
    'exec',
    '--yes',
    `--package=${lighthousePackage}`,
    '--',
    'lighthouse',
    url,
    ...options,
  ])
  const result = JSON.parse(await readFile(report, 'utf8')) as LighthouseReport
  if (result.runtimeError) throw new Error(`${url}: ${result.runtimeError.message}`)
  const score = (category: Category) => Math.round((result.categories[category].score ?? 0) * 100)
  return Object.fromEntries(categories.map((category) => [category, score(category)])) as Scores
}

interface LighthouseReport {
  /** From 0 to 1, null where Lighthouse could not measure. */
  categories: Record<Category, { score: number | null }>
  runtimeError?: { message: string }
}
