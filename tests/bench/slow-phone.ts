import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** Connection and CPU of a phone, as Chromium emulates them. */
export interface SlowPhone {
  readonly name: string
  readonly bitsPerSecond: number
  readonly roundTripMs: number
  /** 6: six times slower than this machine. */
  readonly cpuSlowdown: number
}

export const slowestPhone: SlowPhone = {
  name: '400 kbps, 400 ms, CPU 6×',
  bitsPerSecond: 400_000,
  roundTripMs: 400,
  cpuSlowdown: 6,
}

/** Opens a page on a slow phone, in a new browser context. */
export async function openOnSlowPhone(
  browser: Browser,
  phone: SlowPhone,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...options,
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.roundTripMs,
    downloadThroughput: phone.bitsPerSecond / 8,
    uploadThroughput: phone.bitsPerSecond / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuSlowdown })
  return { context, page }
}
