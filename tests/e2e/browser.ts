import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { type LaunchedApp, launchApp } from '../support/launched-app.ts'
import { type Guest, newGuest, signInStorageState } from './guest.ts'

/** The product and a browser, for the tests of one file. */
export interface BrowserSession {
  readonly product: LaunchedApp
  readonly browser: Browser
  /** A guest in a separate browser, on a phone by default. */
  guest(options?: BrowserContextOptions): Promise<Guest>
  /** The browser storage of a signed-in user. */
  signedIn(account: { email: string; password: string }): ReturnType<typeof signInStorageState>
}

/** Starts the product before the first test of the file, and stops it after the last. */
export function openBrowserFixture(): BrowserSession {
  let product: LaunchedApp
  let browser: Browser
  beforeAll(async () => {
    ;[product, browser] = await Promise.all([launchApp(), launchBrowser()])
  }, 150_000)
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })
  return {
    get product() {
      return product
    },
    get browser() {
      return browser
    },
    guest: (options) => newGuest(browser, product, options),
    signedIn: (account) => signInStorageState(browser, product, account),
  }
}
