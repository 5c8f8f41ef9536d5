import type { Browser, BrowserContext, Page } from 'playwright-core'
import { offlinePath } from '../../shared/offline.ts'
import { formPageUrl, successPageUrl } from '../../shared/pages.ts'
import { launchBrowser } from '../support/browser.ts'
import { type BenchApp, openApp } from './launched-app.ts'
import { atMost, formatKilobytes, formatSeconds, median, type Row } from './report.ts'
import { openOnSlowPhone, slowestPhone } from './slow-phone.ts'
import { lookUpMeter, payOrder } from './visitor.ts'

const KB = 1024
const slowestReopenMs = 1_000
/** The stored page needs React, which is 60 KB as sent; the rest is the page, the help and the reader of receipts. */
const mostSent = 120 * KB
/** The same files unpacked, as the browser stores them. */
const mostStored = 400 * KB
/** Files that the visitor of a form does not have already. */
const mostNew = 24 * KB

/** The receipt that a phone kept, opened without a connection; and the files that the service worker stores for it. */
export async function offline(quick: boolean): Promise<Row[]> {
  await using app = await openApp('PGlite')
  const browser = await launchBrowser()
  try {
    return [...(await reopening(browser, app, quick ? 1 : 5)), ...(await firstVisit(browser, app))]
  } finally {
    await browser.close()
  }
}

async function reopening(browser: Browser, app: BenchApp, visits: number): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: app.url })
  const order = await storeReceipt(context, app)
  await context.setOffline(true)
  const addresses = {
    'the page of receipts': offlinePath,
    'the address of the order': successPageUrl('power', order.order_reference, order.access_token),
  }
  const rows: Row[] = []
  for (const cpuSlowdown of [4, slowestPhone.cpuSlowdown])
    for (const [name, path] of Object.entries(addresses)) {
      const times: number[] = []
      while (times.length < visits) times.push(await reopen(context, path, cpuSlowdown))
      const label = `token shown without a connection, CPU ${cpuSlowdown}×, from ${name}`
      rows.push(atMost(label, median(times), slowestReopenMs, formatSeconds))
    }
  await context.close()
  return rows
}

/** Buys a token and keeps its receipt on the device. */
async function storeReceipt(context: BrowserContext, app: BenchApp) {
  const page = await context.newPage()
  await page.goto(formPageUrl('power'))
  const order = await lookUpMeter(page, '11000000005')
  await payOrder(page, app.simulators, order)
  await page.goto(successPageUrl('power', order.order_reference, order.access_token))
  await page.getByRole('button', { name: 'Keep on this device' }).click({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Delete all receipts from this device' }).waitFor()
  await isControlled(page)
  await page.close()
  return order
}

const isControlled = (page: Page) =>
  page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })

/** @returns milliseconds from the address to the token, with a service worker that is not running */
async function reopen(context: BrowserContext, path: string, cpuSlowdown: number): Promise<number> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await page.addInitScript(() => {
    const check = () => {
      if (document.querySelector('.token') && !('tokenMs' in window))
        requestAnimationFrame(() => Object.assign(window, { tokenMs: performance.now() }))
    }
    new MutationObserver(check).observe(document, { subtree: true, childList: true })
  })
  await page.goto(path)
  const token = await page.waitForFunction(() => (window as { tokenMs?: number }).tokenMs)
  const ms = (await token.jsonValue()) ?? 0
  await page.close()
  return ms
}

interface StoredFile {
  readonly path: string
  readonly bytes: number
}

async function firstVisit(browser: Browser, app: BenchApp): Promise<Row[]> {
  const { context, page } = await openOnSlowPhone(browser, slowestPhone, { baseURL: app.url })
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.addInitScript(watchRegistration)
  await page.goto(formPageUrl('power'), { waitUntil: 'commit' })
  await page.waitForFunction(() => 'worksMs' in window)
  await page.locator('form[name="power"]').getByLabel('Phone number').focus()
  const registered = await page.waitForFunction(() => {
    const { worksMs = 0, loadMs = 0, registeredMs } = window as Partial<Milestones>
    return registeredMs && { worksMs, loadMs, registeredMs }
  })
  const { worksMs, loadMs, registeredMs } = (await registered.jsonValue()) as Milestones
  await isControlled(page)
  const files = await page.evaluate(storedFiles)
  const sent = await Promise.all(
    files.map(async (file) => ({ ...file, bytes: await sentBytes(app, file.path) })),
  )
  await context.close()
  const sum = (list: readonly StoredFile[]) => list.reduce((total, { bytes }) => total + bytes, 0)
  const readyMs = Math.max(worksMs, loadMs)
  return [
    atMost('service worker, stored after a first visit', sum(files), mostStored, formatKilobytes),
    atMost('service worker, the same as sent with brotli', sum(sent), mostSent, formatKilobytes),
    atMost(
      'service worker, files that the form did not load',
      sum(sent.filter(({ path }) => !scripts.has(path))),
      mostNew,
      formatKilobytes,
    ),
    {
      label: `service worker registered after the form works and the page has loaded, ${slowestPhone.name}`,
      result: `${formatSeconds(registeredMs - readyMs)} later`,
      target: '≥ 0.00 s',
      isTargetMet: registeredMs >= readyMs,
    },
  ]
}

/** Milliseconds from the start of the navigation. */
interface Milestones {
  /** The script validates the form. */
  readonly worksMs: number
  readonly loadMs: number
  readonly registeredMs: number
}

/** Runs in the page before anything else. */
function watchRegistration(): void {
  window.addEventListener('load', () => Object.assign(window, { loadMs: performance.now() }), { once: true })
  const { register } = ServiceWorkerContainer.prototype
  ServiceWorkerContainer.prototype.register = function (...parameters) {
    Object.assign(window, { registeredMs: performance.now() })
    return register.apply(this, parameters)
  }
  const check = () => {
    const form = document.querySelector<HTMLFormElement>('form[name="power"]')
    if (form?.noValidate && !('worksMs' in window)) Object.assign(window, { worksMs: performance.now() })
  }
  new MutationObserver(check).observe(document, { subtree: true, childList: true, attributes: true })
}

/** Runs in the page: every stored response, unpacked. */
async function storedFiles(): Promise<StoredFile[]> {
  const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
  const files = await Promise.all(
    caches.map(async (cache) =>
      Promise.all(
        (await cache.keys()).map(async (request) => {
          const response = await cache.match(request)
          const body = await response?.arrayBuffer()
          return { path: new URL(request.url).pathname, bytes: body?.byteLength ?? 0 }
        }),
      ),
    ),
  )
  return files.flat()
}

async function sentBytes({ url }: BenchApp, path: string): Promise<number> {
  const response = await fetch(url + path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  return Number(response.headers.get('content-length'))
}
