import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { actionRoutes } from '../../server/actions/index.ts'
import { ensureBuilt } from '../../server/build.ts'
import { createApiHandler } from '../../server/http/index.ts'
import { createWebApp } from '../../server/web/index.ts'
import { silentLog } from '../http/setup.ts'
import { closeContexts, sharedBrowser } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { newVisitor, signInStorageState, type Visitor } from './visitor.ts'

/** The app in the process of the test, which can change its database, and a browser. */
export interface InProcessSession {
  readonly app: TestApp
  readonly browser: Browser
  readonly origin: string
  /** Opens a browser of its own, on a phone and signed out by default. Sign in with `storageState: await signedIn(account)`. */
  openBrowser(options?: BrowserContextOptions): Promise<Visitor>
  /** The browser storage of a signed-in user. */
  signedIn(account: { email: string; password: string }): ReturnType<typeof signInStorageState>
}

/** Starts the app before the first test of the file, and stops it after the last. */
export function openInProcessFixture(): InProcessSession {
  let app: TestApp
  let browser: Browser
  let origin: string
  let stop: () => Promise<void>
  beforeAll(async () => {
    await ensureBuilt()
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    app = await startTestApp({ shared: true, polling: true, config: { appUrl: origin } })
    const { config, context, features } = app
    await features.catalogue.refresh()
    const routes = [...actionRoutes({ ...context, outages: features.outages }), ...features.routes]
    const api = createApiHandler({ ...context, ...features, routes })
    server.on('request', await createWebApp({ config, apiOrigin: origin, api, log: silentLog }))
    browser = await sharedBrowser()
    stop = async () => {
      await closeContexts(browser)
      server.closeAllConnections()
      server.close()
      await app.close()
    }
  }, 150_000)
  afterAll(() => stop?.())
  const address = () => ({ url: origin, simulatorsUrl: app.simulators.url })
  return {
    get app() {
      return app
    },
    get browser() {
      return browser
    },
    get origin() {
      return origin
    },
    openBrowser: (options) => newVisitor(browser, address(), options),
    signedIn: (account) => signInStorageState(browser, address(), account),
  }
}
