import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { powerForm, startBarePageOfSameText } from './form-page.ts'
import { openApp } from './launched-app.ts'
import { atMost, formatSeconds, median, type Row } from './report.ts'

interface Line {
  readonly name: string
  readonly bitsPerSecond: number
  readonly roundTripMs: number
  readonly cpuSlowdown: number
  /** Maximum time until the form works, as a multiple of the largest paint of the bare page. */
  readonly maxWorksRatio: number
}

/** Maximum largest paint, as a multiple of the bare page's. */
const maxPaintRatio = 1.05
/** Maximum blocking time: the part of each long task that exceeds 50 ms. */
const maxBlockingMs = 50

const lines: readonly Line[] = [
  {
    name: '1.6 Mbps, 150 ms, CPU 4×',
    bitsPerSecond: 1_600_000,
    roundTripMs: 150,
    cpuSlowdown: 4,
    maxWorksRatio: 2.9,
  },
  {
    name: '400 kbps, 400 ms, CPU 6×',
    bitsPerSecond: 400_000,
    roundTripMs: 400,
    cpuSlowdown: 6,
    maxWorksRatio: 3.7,
  },
]

/**
 * The time until users see the power form and can use it, on slow connections and phones, compared with a
 * bare page of its text.
 */
export async function speed(quick: boolean): Promise<Row[]> {
  const visits = quick ? 1 : 5
  await using app = await openApp('PGlite')
  const bare = await startBarePageOfSameText(app.url)
  const browser = await launchBrowser()
  try {
    // The first visit warms the server's caches, as earlier visitors would have.
    await visit(browser, app.url + powerForm, lines[0]!, true)
    const rows: Row[] = []
    for (const line of lines) {
      const appVisits: PageVisit[] = []
      const baselineVisits: PageVisit[] = []
      for (let at = 0; at < visits; at++) {
        baselineVisits.push(await visit(browser, `${bare.ready.url}/`, line, false))
        appVisits.push(await visit(browser, app.url + powerForm, line, true))
      }
      rows.push(...rowsOf(line, appVisits, baselineVisits))
    }
    return rows
  } finally {
    await browser.close()
    await bare.stop()
  }
}

interface PageVisit {
  /** Milliseconds from the start of the navigation. */
  readonly paintMs: number
  readonly worksMs: number
  /** Milliseconds that long tasks exceed 50 ms, between the first paint and half a second after the page works. */
  readonly blockingMs: number
  /** The cumulative layout shift. */
  readonly shift: number
}

async function visit(browser: Browser, url: string, line: Line, hasScript: boolean): Promise<PageVisit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.roundTripMs,
    downloadThroughput: line.bitsPerSecond / 8,
    uploadThroughput: line.bitsPerSecond / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: line.cpuSlowdown })
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
  if (hasScript)
    await page.waitForFunction(() => 'worksMs' in window, undefined, { timeout: 60_000, polling: 100 })
  await page.waitForTimeout(500)
  const measured = await page.evaluate(() => {
    const { paintMs = 0, worksMs = 0, blockingMs = 0, shift = 0 } = window as Partial<PageVisit>
    return { paintMs, worksMs, blockingMs, shift }
  })
  await context.close()
  return measured
}

/**
 * Runs in the page before anything else. The form is hydrated once the script replaces the browser's validation; the
 * script's own validation is loaded when the visitor starts to use the form.
 */
function watch(): void {
  const observed: { paintMs: number; blockingMs: number; shift: number; worksMs?: number } = Object.assign(
    window,
    { paintMs: 0, blockingMs: 0, shift: 0 },
  )
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) observed.paintMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) observed.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    const firstPaintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity
    for (const { startTime, duration } of list.getEntries())
      if (startTime + duration > firstPaintMs) observed.blockingMs += duration - 50
  }).observe({ type: 'longtask', buffered: true })
  const check = () => {
    const form = document.querySelector<HTMLFormElement>('form[name="power"]')
    if (form?.noValidate) observed.worksMs ??= performance.now()
  }
  new MutationObserver(check).observe(document, { subtree: true, childList: true, attributes: true })
}

function rowsOf(line: Line, appVisits: readonly PageVisit[], baselineVisits: readonly PageVisit[]): Row[] {
  const medianOf = (visits: readonly PageVisit[], name: keyof PageVisit) =>
    median(visits.map((sample) => sample[name]))
  const bare = medianOf(baselineVisits, 'paintMs')
  const shift = Math.max(...appVisits.map((sample) => sample.shift))
  const comparedWithBare = (label: string, ms: number, maxRatio: number): Row => ({
    label: `${label}, ${line.name}`,
    result: formatSeconds(ms),
    baseline: `bare ${formatSeconds(bare)}`,
    ratio: (ms / bare).toFixed(2),
    target: `≤ ${maxRatio}`,
    isTargetMet: ms <= maxRatio * bare,
  })
  return [
    comparedWithBare('largest paint', medianOf(appVisits, 'paintMs'), maxPaintRatio),
    comparedWithBare('time to interactive', medianOf(appVisits, 'worksMs'), line.maxWorksRatio),
    atMost(
      `blocking time, ${line.name}`,
      medianOf(appVisits, 'blockingMs'),
      maxBlockingMs,
      (ms) => `${Math.round(ms)} ms`,
    ),
    atMost(`layout shift, ${line.name}`, shift, 0, (sample) => sample.toFixed(3).replace(/^0\.000$/, '0')),
  ]
}
