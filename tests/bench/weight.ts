import { setTimeout as pause } from 'node:timers/promises'
import zlib from 'node:zlib'
import type { Browser, BrowserContext } from 'playwright-core'
import {
  detailsPage,
  formPage,
  help,
  home,
  printReceiptPage,
  processPage,
  successPage,
} from '../../shared/pages.ts'
import { launchBrowser } from '../support/browser.ts'
import { openProduct, type Product } from './product.ts'
import { atMost, kilobytes, type Row } from './report.ts'
import { looksUp, pays } from './visitor.ts'

const KB = 1024
const most = { firstScript: 115 * KB, style: 12 * KB, html: 12 * KB, nextScript: 12 * KB }
/** Long enough for what a page loads late by itself. */
const settleMs = 1_500

interface Weighed {
  readonly page: string
  readonly html: number
  readonly style: number
  /** Each script's address and its bytes as sent. */
  readonly scripts: ReadonlyMap<string, number>
}

/** Bytes of each page as sent with brotli, and the script that a visitor of the page before has already. */
export async function weight(): Promise<Row[]> {
  await using product = await openProduct('PGlite')
  const browser = await launchBrowser()
  try {
    const journey = await weighJourney(browser, product)
    return journey.flatMap((it, at) => rowsOf(it, journey.slice(0, at)))
  } finally {
    await browser.close()
  }
}

/** In the order in which a guest meets them; the form is the first page of a visit from a search engine. */
async function weighJourney(browser: Browser, product: Product): Promise<Weighed[]> {
  const context = await browser.newContext({ baseURL: product.url })
  const weigh = (name: string, path: string) => weighed(context, product.url, name, path)
  const journey = [await weigh('power form', formPage('power'))]

  const page = await context.newPage()
  await page.goto(formPage('power'))
  const order = await looksUp(page, '11000000005')
  journey.push(await weigh('customer details', detailsPage('power', order.order_reference)))
  // An ending that keeps a vendor busy for a while.
  const slow = await looksUp(page, '11000000001')
  await pays(page, product.simulators, slow)
  journey.push(await weigh('process', processPage('power', slow.order_reference, slow.access_token)))
  await pays(page, product.simulators, order)
  await deliveredSoon(product)
  journey.push(await weigh('success', successPage('power', order.order_reference, order.access_token)))
  journey.push(await weigh('print receipt', printReceiptPage(order.order_reference)))
  journey.push(await weigh('chooser', home), await weigh('help', help))
  await context.close()
  return journey
}

async function deliveredSoon(product: Product): Promise<void> {
  for (let looks = 0; looks < 200; looks++) {
    if ((await product.ask<number>('/delivered')) > 0) return
    await pause(50)
  }
  throw new Error('The order to be weighed was not delivered')
}

async function weighed(context: BrowserContext, url: string, name: string, path: string): Promise<Weighed> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  const sheets = new Set<string>()
  page.on('request', (it) => {
    if (it.resourceType() === 'script') scripts.add(it.url())
    if (it.resourceType() === 'stylesheet') sheets.add(it.url())
  })
  const answer = await page.goto(path, { waitUntil: 'load' })
  if (!answer?.ok()) throw new Error(`${path} answered ${answer?.status()}`)
  const html = await answer.text()
  const { responseBodySize } = await answer.request().sizes()
  await pause(settleMs)
  await page.close()
  const inline = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('')
  const files = await Promise.all([...sheets].map(bytesOf))
  return {
    page: name,
    html: responseBodySize,
    style: zlib.brotliCompressSync(inline).length + files.reduce((sum, bytes) => sum + bytes, 0),
    scripts: new Map(
      await Promise.all(
        [...scripts].filter((it) => it.startsWith(url)).map(async (it) => [it, await bytesOf(it)] as const),
      ),
    ),
  }
}

/** As a browser would get it: fetch unpacks, so the length is read from the header. */
async function bytesOf(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  return Number(answer.headers.get('content-length'))
}

function rowsOf(it: Weighed, before: readonly Weighed[]): Row[] {
  const known = new Set(before.flatMap(({ scripts }) => [...scripts.keys()]))
  const sum = (which: (url: string) => boolean) =>
    [...it.scripts].reduce((total, [url, bytes]) => total + (which(url) ? bytes : 0), 0)
  const fresh = sum((url) => !known.has(url))
  const script =
    before.length === 0
      ? [atMost(`${it.page}, script at the first visit`, fresh, most.firstScript, kilobytes)]
      : [
          {
            ...atMost(`${it.page}, new script`, fresh, most.nextScript, kilobytes),
            beside: `${kilobytes(sum((url) => known.has(url)))} reused`,
          },
        ]
  return [
    atMost(`${it.page}, HTML with its style`, it.html, most.html, kilobytes),
    atMost(`${it.page}, style alone`, it.style, most.style, kilobytes),
    ...script,
  ]
}
