import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../server/build.ts'
import { createWebApp } from '../../server/web/index.ts'
import { silentLog } from '../http/setup.ts'
import { launchBrowser } from '../support/browser.ts'
import { startTestApp } from '../support/test-app.ts'
import { phoneViewport } from './guest.ts'

let origin: string
let browser: Browser
let stop: () => Promise<void>

beforeAll(async () => {
  await ensureBuilt()
  const app = await startTestApp({ shared: true, polling: true })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = { ...app.config, appUrl: origin }
  server.on('request', await createWebApp({ config, apiOrigin: app.origin, log: silentLog }))
  browser = await launchBrowser()
  stop = async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
    await app.close()
  }
}, 150_000)
afterAll(() => stop?.())

test('a visitor chooses a language without script, and English again', async () => {
  const context = await browser.newContext({ ...phoneViewport, javaScriptEnabled: false, locale: 'yo-NG' })
  const page = await context.newPage()
  await page.goto(`${origin}/electricity/subscription?from=test`)
  expect(await page.getAttribute('html', 'lang')).toBe('en-NG')
  await page.getByRole('button', { name: 'Hausa (beta)' }).click()
  expect([page.url(), await page.getAttribute('html', 'lang')]).toEqual([
    `${origin}/electricity/subscription?from=test`,
    'ha',
  ])
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sayi wutar lantarki')
  await page.getByRole('button', { name: 'English' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Buy electricity')
})
