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
import { openProduct, type Product } from './launched-app.ts'
import { atMost, formatKilobytes, type Row } from './report.ts'
import { looksUp, pays } from './visitor.ts'

const KB = 1024
const limits = {
  firstScript: 90 * KB,
  style: 12 * KB,
  html: 12 * KB,
  nextScript: 12 * KB,
  callScript: 27 * KB,
}
/** Long enough for requests that a page starts late. */
const settleMs = 1_500

interface Weighed {
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
  await using product = await openProduct('PGlite')
  const browser = await launchBrowser()
  try {
    const journey = await weighJourney(browser, product)
    return journey.flatMap((weighed, index) => rowsOf(weighed, journey.slice(0, index)))
  } finally {
    await browser.close()
  }
}

/** In the order of a guest's visit; the form is the first page of a visit from a search engine. */
async function weighJourney(browser: Browser, product: Product): Promise<Weighed[]> {
  // A service worker would answer instead of the server, without a size.
  const context = await browser.newContext({ baseURL: product.url, serviceWorkers: 'block' })
  const weigh = (name: string, path: string, use?: UsePage) => weighed(context, product.url, name, path, use)
  const journey = [
    await weigh('power form', formPageUrl('power')),
    await weigh('power form in use', formPageUrl('power'), (page) =>
      page.locator('input:visible').first().focus(),
    ),
  ]

  const page = await context.newPage()
  await page.goto(formPageUrl('power'))
  const order = await looksUp(page, '11000000005')
  journey.push(await weigh('customer details', detailsPageUrl('power', order.order_reference)))
  // A meter ending that keeps a vendor busy for a while.
  const slow = await looksUp(page, '11000000001')
  await pays(page, product.simulators, slow)
  journey.push(await weigh('process', processPageUrl('power', slow.order_reference, slow.access_token)))
  await pays(page, product.simulators, order)
  await deliveredSoon(product)
  journey.push(await weigh('success', successPageUrl('power', order.order_reference, order.access_token)))
  journey.push(await weigh('print receipt', printReceiptPageUrl(order.order_reference)))
  journey.push(await weigh('chooser', homePath), await weigh('help', helpPath))
  await context.close()
  return journey
}

async function deliveredSoon(product: Product): Promise<void> {
  for (let round = 0; round < 200; round++) {
    if ((await product.ask<number>('/delivered')) > 0) return
    await pause(50)
  }
  throw new Error('The measured order was not delivered')
}

async function weighed(
  context: BrowserContext,
  url: string,
  name: string,
  path: string,
  use?: UsePage,
): Promise<Weighed> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  const sheets = new Set<string>()
  page.on('request', (weighed) => {
    if (weighed.resourceType() === 'script') scripts.add(weighed.url())
    if (weighed.resourceType() === 'stylesheet') sheets.add(weighed.url())
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
          .filter((weighed) => weighed.startsWith(url))
          .map(async (weighed) => [weighed, await bytesOf(weighed)] as const),
      ),
    ),
  }
}

/** Requests the file as a browser would: fetch unpacks it, so the length is read from the header. */
async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  return Number(response.headers.get('content-length'))
}

function rowsOf(weighed: Weighed, before: readonly Weighed[]): Row[] {
  const loadedScripts = new Set(before.flatMap(({ scripts }) => [...scripts.keys()]))
  const sum = (isCounted: (url: string) => boolean) =>
    [...weighed.scripts].reduce((total, [url, bytes]) => total + (isCounted(url) ? bytes : 0), 0)
  const fresh = sum((url) => !loadedScripts.has(url))
  const script =
    before.length === 0
      ? [atMost(`${weighed.page}, script on the first visit`, fresh, limits.firstScript, formatKilobytes)]
      : [
          {
            ...atMost(`${weighed.page}, new script`, fresh, weighed.scriptLimit, formatKilobytes),
            baseline: `${formatKilobytes(sum((url) => loadedScripts.has(url)))} reused`,
          },
        ]
  return [
    atMost(`${weighed.page}, HTML with its style`, weighed.html, limits.html, formatKilobytes),
    atMost(`${weighed.page}, style only`, weighed.style, limits.style, formatKilobytes),
    ...script,
  ]
}
