import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import { type Guest, newGuest, stateOfSignedIn } from './guest.ts'

/** The product and a browser, for the stories of one file. */
export interface Stage {
  readonly product: Product
  readonly browser: Browser
  /** Somebody in a browser of their own; on a phone unless told otherwise. */
  guest(options?: BrowserContextOptions): Promise<Guest>
  /** What a browser keeps of somebody who signed in. */
  signedIn(account: { email: string; password: string }): ReturnType<typeof stateOfSignedIn>
}

/** Sets a stage up before the first story of the file, and takes it down after the last. */
export function openStage(): Stage {
  let product: Product
  let browser: Browser
  beforeAll(async () => {
    ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
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
    signedIn: (account) => stateOfSignedIn(browser, product, account),
  }
}
