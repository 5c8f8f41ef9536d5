import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { type LaunchedApp, launchApp } from '../support/launched-app.ts'
import { type Guest, newGuest, signInStorageState } from './guest.ts'

/** The app and a browser, for the tests of one file. */
export interface BrowserSession {
  readonly app: LaunchedApp
  readonly browser: Browser
  /** A guest in a separate browser, on a phone by default. */
  guest(options?: BrowserContextOptions): Promise<Guest>
  /** The browser storage of a signed-in user. */
  signedIn(account: { email: string; password: string }): ReturnType<typeof signInStorageState>
}

/** Starts the app before the first test of the file, and stops it after the last. */
export function openBrowserFixture(): BrowserSession {
  let app: LaunchedApp
  let browser: Browser
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([launchApp(), launchBrowser()])
  }, 150_000)
  afterAll(async () => {
    await browser?.close()
    await app?.stop()
  })
  return {
    get app() {
      return app
    },
    get browser() {
      return browser
    },
    guest: (options) => newGuest(browser, app, options),
    signedIn: (account) => signInStorageState(browser, app, account),
  }
}
