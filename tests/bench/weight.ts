import { setTimeout as pause } from 'node:timers/promises'
import zlib from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import {
  detailsPageUrl,
  formPageUrl,
  helpPath,
  homePath,
  printReceiptPageUrl,
  processPageUrl,
  successPageUrl,
} from '../../shared/pages.ts'
import { launchBrowser } from '../support/browser.ts'
import { type BenchApp, openApp } from './launched-app.ts'
import { atMost, formatKilobytes, type Row } from './report.ts'
import { lookUpMeter, payOrder } from './visitor.ts'

const KB = 1024
const limits = {
  firstScript: 90 * KB,
  style: 12 * KB,
  html: 12 * KB,
  nextScript: 10 * KB,
  /** Validation, HTTP client and toasts, which are loaded when a visitor starts to use the form. */
  callScript: 38 * KB,
}
/** Long enough for requests that a page starts late. */
const settleMs = 1_500

interface PageWeight {
  readonly page: string
  /** Limit for the script that earlier pages did not load. */
  readonly scriptLimit: number
  readonly html: number
  readonly style: number
  /** Each script's address and its bytes as sent. */
  readonly scripts: ReadonlyMap<string, number>
}

type UsePage = (page: Page) => Promise<void>

/**
 * The bytes of each page as sent with brotli, and the script that a visitor of the previous page already has.
 */
export async function weight(): Promise<Row[]> {
  await using app = await openApp('PGlite')
  const browser = await launchBrowser()
  try {
    const journey = await weighJourney(browser, app)
    return journey.flatMap((measurePage, index) => rowsOf(measurePage, journey.slice(0, index)))
  } finally {
    await browser.close()
  }
}

/** In the order of a guest's visit; the form is the first page of a visit from a search engine. */
async function weighJourney(browser: Browser, app: BenchApp): Promise<PageWeight[]> {
  // A service worker would respond instead of the server, without a size.
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' })
  const weigh = (name: string, path: string, use?: UsePage) => measurePage(context, app.url, name, path, use)
  const journey = [
    await weigh('power form', formPageUrl('power')),
    await weigh('power form in use', formPageUrl('power'), (page) =>
      page.locator('input[type=radio]').first().check(),
    ),
  ]

  const page = await context.newPage()
  await page.goto(formPageUrl('power'))
  const order = await lookUpMeter(page, '11000000005')
  journey.push(await weigh('customer details', detailsPageUrl('power', order.order_reference)))
  // A meter ending that keeps a vendor busy for a while.
  const slow = await lookUpMeter(page, '11000000001')
  await payOrder(page, app.simulators, slow)
  journey.push(await weigh('process', processPageUrl('power', slow.order_reference, slow.access_token)))
  await payOrder(page, app.simulators, order)
  await waitForDelivery(app)
  journey.push(await weigh('success', successPageUrl('power', order.order_reference, order.access_token)))
  journey.push(await weigh('print receipt', printReceiptPageUrl(order.order_reference)))
  journey.push(await weigh('chooser', homePath), await weigh('help', helpPath))
  await context.close()
  return journey
}

async function waitForDelivery(app: BenchApp): Promise<void> {
  for (let round = 0; round < 200; round++) {
    if ((await app.control<number>('/count-deliveries')) > 0) return
    await pause(50)
  }
  throw new Error('The measured order was not delivered')
}

async function measurePage(
  context: BrowserContext,
  url: string,
  name: string,
  path: string,
  use?: UsePage,
): Promise<PageWeight> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  const sheets = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
    if (request.resourceType() === 'stylesheet') sheets.add(request.url())
  })
  const response = await page.goto(path, { waitUntil: 'load' })
  if (!response?.ok()) throw new Error(`${path} returned ${response?.status()}`)
  const html = await response.text()
  const { responseBodySize } = await response.request().sizes()
  if (responseBodySize <= 0) throw new Error(`${path}: the size of the response is unknown`)
  await pause(settleMs)
  if (use) {
    await use(page)
    await pause(settleMs)
  }
  await page.close()
  const inline = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('')
  const files = await Promise.all([...sheets].map(bytesOf))
  return {
    page: name,
    scriptLimit: use ? limits.callScript : limits.nextScript,
    html: responseBodySize,
    style: zlib.brotliCompressSync(inline).length + files.reduce((sum, bytes) => sum + bytes, 0),
    scripts: new Map(
      await Promise.all(
        [...scripts]
          .filter((script) => script.startsWith(url))
          .map(async (script) => [script, await bytesOf(script)] as const),
      ),
    ),
  }
}

/** Requests the file as a browser would: fetch unpacks it, so the length is read from the header. */
async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  return Number(response.headers.get('content-length'))
}

function rowsOf(measured: PageWeight, before: readonly PageWeight[]): Row[] {
  const loadedScripts = new Set(before.flatMap(({ scripts }) => [...scripts.keys()]))
  const sum = (isCounted: (url: string) => boolean) =>
    [...measured.scripts].reduce((total, [url, bytes]) => total + (isCounted(url) ? bytes : 0), 0)
  const fresh = sum((url) => !loadedScripts.has(url))
  const script =
    before.length === 0
      ? [atMost(`${measured.page}, script on the first visit`, fresh, limits.firstScript, formatKilobytes)]
      : [
          {
            ...atMost(`${measured.page}, new script`, fresh, measured.scriptLimit, formatKilobytes),
            baseline: `${formatKilobytes(sum((url) => loadedScripts.has(url)))} reused`,
          },
        ]
  return [
    atMost(`${measured.page}, HTML with its style`, measured.html, limits.html, formatKilobytes),
    atMost(`${measured.page}, style only`, measured.style, limits.style, formatKilobytes),
    ...script,
  ]
}
