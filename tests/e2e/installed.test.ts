import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import { digitsIn, newMeter, phoneViewport, waitForHydration } from './guest.ts'

/** Receipts and tokens of this device, without a connection. */
const fixture = openBrowserFixture()
const installed = { ...phoneViewport, serviceWorkers: 'allow' } as const
const ada = { email: 'ada@example.com', password: 'Demo-Ada-1' }

/** Waits until the service worker controls the page. */
const isControlled = (page: Page) =>
  page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })

/** Number of kept receipts, and whether a script could read their key. */
const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('sanwo-receipts')
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const names = [...db.objectStoreNames]
    const all = (name: string) =>
      new Promise<unknown[]>((resolve) => {
        const request = db.transaction(name).objectStore(name).getAll()
        request.onsuccess = () => resolve(request.result)
      })
    const keys = names.includes('keys') ? ((await all('keys')) as CryptoKey[]) : []
    const receipts = names.includes('receipts') ? await all('receipts') : []
    db.close()
    if (names.length === 0) indexedDB.deleteDatabase('sanwo-receipts')
    return { receipts: receipts.length, keys: keys.map(({ extractable }) => ({ extractable })) }
  })

/** Every stored response that is a page. */
const storedPages = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = (await Promise.all(caches.map(async (cache) => cache.keys()))).flat()
    const responses = await Promise.all(requests.map((request) => window.caches.match(request)))
    const texts = await Promise.all(responses.map(async (response) => (await response?.text()) ?? ''))
    return texts.flatMap((text, index) =>
      text.startsWith('<!doctype') ? [{ path: new URL(requests[index]?.url ?? '').pathname, text }] : [],
    )
  })

test('a guest who keeps a receipt reads its token without a connection', async () => {
  const guest = await fixture.guest(installed)
  const { page, context } = guest
  const reference = await guest.completePurchase({ meter: newMeter() })
  const token = await digitsIn(page.locator('.token').first())
  await isControlled(page)
  expect(await keptOn(page)).toEqual({ receipts: 0, keys: [] })
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.getByText('This receipt is kept on this device').waitFor()
  expect(await keptOn(page)).toEqual({ receipts: 1, keys: [{ extractable: false }] })

  const pages = await storedPages(page)
  expect(pages.map(({ path }) => path).sort()).toEqual(['/offline', '/offline/help'])
  for (const { text } of pages) {
    expect(text).toContain('<meta name="csrf-token" content="">')
    expect(text).toContain('<meta name="api-token" content="">')
    expect(text).not.toContain(token)
  }

  await context.setOffline(true)
  await page.goto('/offline')
  await page.locator('.token').first().waitFor()
  expect(await digitsIn(page.locator('.token').first())).toBe(token)

  await page.goto(`/electricity/transactions/successful?reference=${reference}`)
  await page.getByText('You have no connection.').waitFor()
  expect(await digitsIn(page.locator('.token').first())).toBe(token)
  await page.goto('/help')
  await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor()
  await context.setOffline(false)
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test("a user's receipts are kept until sign-out, which deletes them and their key", async () => {
  const guest = await fixture.guest({ ...installed, storageState: await fixture.signedIn(ada) })
  const { page, context } = guest
  await guest.completePurchase({ meter: newMeter() })
  await page.getByText('It is deleted when you sign out.').waitFor()
  await isControlled(page)
  await page.goto('/offline')
  await page.locator('.token').first().waitFor()
  expect(await keptOn(page)).toEqual({ receipts: 1, keys: [{ extractable: false }] })
  await guest.openPage('/account/settings')
  await isControlled(page)
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/')
  await waitForHydration(page)
  await context.setOffline(true)
  await page.goto('/offline')
  await page.getByText('No receipts are kept on this device.').waitFor()
  await guest.closeBrowser()
})

test('a stored page reloads once when a new version takes over', async () => {
  const guest = await fixture.guest(installed)
  const { page } = guest
  await guest.openPage('/register')
  await isControlled(page)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.goto('/offline')
  await isControlled(page)
  await waitForHydration(page)
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active !== null)
  const reloaded = page.waitForEvent('load')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js?release=2', { updateViaCache: 'none' })
  })
  await reloaded
  expect(loads).toBe(2)
  await guest.closeBrowser()
})
