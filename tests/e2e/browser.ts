import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { closeContexts, sharedBrowser } from '../support/browser.ts'
import { startInProcessApp } from '../support/in-process-app.ts'
import type { LaunchedApp } from '../support/launched-app.ts'
import { newVisitor, signInStorageState, type Visitor } from './visitor.ts'

/** An app for the tests of one file, and a browser. */
export interface BrowserSession {
  readonly app: LaunchedApp
  readonly browser: Browser
  /** Opens a browser of its own, on a phone and signed out by default. Sign in with `storageState: await signedIn(account)`. */
  openBrowser(options?: BrowserContextOptions): Promise<Visitor>
  /** The browser storage of a signed-in user. */
  signedIn(account: { email: string; password: string }): ReturnType<typeof signInStorageState>
}

/**
 * Starts the app before the first test of the file, and stops it after the last.
 * @param start `launchApp` for an app in processes of its own, as in production
 */
export function openBrowserFixture(start: () => Promise<LaunchedApp> = startInProcessApp): BrowserSession {
  let app: LaunchedApp
  let browser: Browser
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([start(), sharedBrowser()])
  }, 150_000)
  afterAll(async () => {
    if (browser) await closeContexts(browser)
    await app?.stop()
  })
  return {
    get app() {
      return app
    },
    get browser() {
      return browser
    },
    openBrowser: (options) => newVisitor(browser, app, options),
    signedIn: (account) => signInStorageState(browser, app, account),
  }
}
