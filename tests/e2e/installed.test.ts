import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startReleaseProxy } from '../support/release-proxy.ts'
import { openBrowserFixture } from './browser.ts'
import { digitsIn, newMeter, newVisitor, phoneViewport, waitForHydration } from './visitor.ts'

/** Receipts that a browser stores on the device, and pages that open without a connection. */
const fixture = openBrowserFixture()
const withServiceWorker = { ...phoneViewport, serviceWorkers: 'allow' } as const
const ada = { email: 'ada@example.com', password: 'Demo-Ada-1' }

/** Waits until the service worker controls the page. */
const waitForServiceWorker = (page: Page) =>
  page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })

/** Number of stored receipts, and whether a script could read their key. */
const readStoredReceipts = (page: Page) =>
  page.evaluate(async () => {
    const openRequest = indexedDB.open('sanwo-receipts')
    const db = await new Promise<IDBDatabase>((resolve) => {
      openRequest.onsuccess = () => resolve(openRequest.result)
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
  const guest = await fixture.openBrowser(withServiceWorker)
  const { page, context } = guest
  const reference = await guest.completePurchase({ meter: newMeter() })
  const token = await digitsIn(page.locator('.token').first())
  await waitForServiceWorker(page)
  expect(await readStoredReceipts(page)).toEqual({ receipts: 0, keys: [] })
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.getByText('This receipt is kept on this device').waitFor()
  expect(await readStoredReceipts(page)).toEqual({ receipts: 1, keys: [{ extractable: false }] })

  const pages = await storedPages(page)
  expect(pages.map(({ path }) => path).sort()).toEqual(['/offline', '/offline/help'])
  for (const { text } of pages) {
    expect(text).toContain('<meta name="csrf-token" content="">')
    expect(text).toContain('<meta name="session-token" content="">')
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
  const user = await fixture.openBrowser({ ...withServiceWorker, storageState: await fixture.signedIn(ada) })
  const { page, context } = user
  await user.completePurchase({ meter: newMeter() })
  await page.getByText('It is deleted when you sign out.').waitFor()
  await waitForServiceWorker(page)
  await page.goto('/offline')
  await page.locator('.token').first().waitFor()
  expect(await readStoredReceipts(page)).toEqual({ receipts: 1, keys: [{ extractable: false }] })
  await user.openPage('/account/settings')
  await waitForServiceWorker(page)
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/')
  await waitForHydration(page)
  expect(await readStoredReceipts(page)).toEqual({ receipts: 0, keys: [] })
  await context.setOffline(true)
  await page.goto('/offline')
  await page.getByText('No receipts are kept on this device.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Find your order' }).waitFor()
  await user.closeBrowser()
})

test('the 20 newest receipts are kept, and older ones are deleted', async () => {
  const guest = await fixture.openBrowser(withServiceWorker)
  const { page } = guest
  await guest.completePurchase({ meter: newMeter() })
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.getByText('This receipt is kept on this device').waitFor()
  await page.evaluate(storeOlderCopies, 25)
  expect((await readStoredReceipts(page)).receipts).toBe(26)
  const newest = await guest.completePurchase({ meter: newMeter() })
  await page.getByText('This receipt is kept on this device').waitFor()
  const ids = await page.evaluate(readStoredIds)
  expect(ids).toHaveLength(20)
  expect(ids.filter((id) => id.startsWith('copy-'))).toEqual(
    Array.from({ length: 18 }, (_, index) => `copy-${String(index).padStart(2, '0')}`),
  )
  await page.goto('/offline')
  expect(await page.locator('summary').first().textContent()).toContain(newest)
  await guest.closeBrowser()
})

/** Stores copies of the only receipt, each a second older than the one before: `copy-00` is the newest. */
async function storeOlderCopies(count: number): Promise<void> {
  const openRequest = indexedDB.open('sanwo-receipts')
  const db = await new Promise<IDBDatabase>((resolve) => {
    openRequest.onsuccess = () => resolve(openRequest.result)
  })
  const transaction = db.transaction('receipts', 'readwrite')
  const readRequest = transaction.objectStore('receipts').getAll()
  readRequest.onsuccess = () => {
    const [receipt] = readRequest.result as { id: string; keptAt: number }[]
    if (!receipt) return
    for (let index = 0; index < count; index++) {
      const id = `copy-${String(index).padStart(2, '0')}`
      transaction
        .objectStore('receipts')
        .put({ ...receipt, id, keptAt: receipt.keptAt - (index + 1) * 1_000 })
    }
  }
  await new Promise((resolve) => {
    transaction.oncomplete = resolve
  })
  db.close()
}

async function readStoredIds(): Promise<string[]> {
  const openRequest = indexedDB.open('sanwo-receipts')
  const db = await new Promise<IDBDatabase>((resolve) => {
    openRequest.onsuccess = () => resolve(openRequest.result)
  })
  const readRequest = db.transaction('receipts').objectStore('receipts').getAllKeys()
  const ids = await new Promise<string[]>((resolve) => {
    readRequest.onsuccess = () => resolve(readRequest.result.map(String))
  })
  db.close()
  return ids.sort()
}

test('a guest deletes the receipts and their key from the device', async () => {
  const guest = await fixture.openBrowser(withServiceWorker)
  const { page } = guest
  await guest.completePurchase({ meter: newMeter() })
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.getByRole('button', { name: 'Delete all receipts from this device' }).click()
  await page.getByRole('button', { name: 'Keep on this device' }).waitFor()
  expect(await readStoredReceipts(page)).toEqual({ receipts: 0, keys: [] })
  await guest.completePurchase({ meter: newMeter() })
  await page.getByRole('button', { name: 'Keep on this device' }).waitFor()
  expect(await readStoredReceipts(page)).toEqual({ receipts: 0, keys: [] })
  await guest.closeBrowser()
})

test('the service worker is registered once the page has loaded and is hydrated', async () => {
  const guest = await fixture.openBrowser(withServiceWorker)
  const { page, context } = guest
  await context.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype
    ServiceWorkerContainer.prototype.register = function (...parameters) {
      const form = document.querySelector<HTMLFormElement>('form[name="power"]')
      const state = { document: document.readyState, isHydrated: form?.noValidate }
      Object.assign(window, { registeredAt: state })
      return register.apply(this, parameters)
    }
  })
  await guest.openPage('/electricity/subscription')
  await page.getByLabel('Phone number', { exact: true }).first().focus()
  const registeredAt = await page.waitForFunction(() => 'registeredAt' in window && window.registeredAt)
  expect(await registeredAt.jsonValue()).toEqual({ document: 'complete', isHydrated: true })
  await guest.closeBrowser()
})

test('a payment that was submitted without a connection is never sent later', async () => {
  const guest = await fixture.openBrowser(withServiceWorker)
  const { page, context } = guest
  await guest.openPage('/electricity/subscription')
  await guest.fillForm({ meter: newMeter() })
  await guest.submitForm()
  await waitForHydration(page)
  await waitForServiceWorker(page)
  await page.getByRole('link', { name: 'Proceed to Payment' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Bank transfer' }).check()
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await page.locator('.toast-text').filter({ hasText: 'No internet connection' }).waitFor()
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(databases.filter((name) => name !== 'sanwo-receipts')).toEqual([])
  const payments: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/payments/')) payments.push(request.url())
  })
  await context.setOffline(false)
  await page.reload()
  await waitForHydration(page)
  expect(payments).toEqual([])
  await guest.closeBrowser()
})

test('after a release one reload by the user, and an automatic one, show the new stored page', async () => {
  await using proxy = await startReleaseProxy(fixture.app.url, '/offline')
  const guest = await newVisitor(fixture.browser, { ...fixture.app, url: proxy.url }, withServiceWorker)
  const { page } = guest
  const currentRelease = () =>
    page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content)
  await guest.openPage('/register')
  await waitForServiceWorker(page)
  await page.goto('/offline')
  await waitForHydration(page)
  expect(await currentRelease()).toBeUndefined()

  proxy.deploy('second')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.reload()
  await page.waitForFunction(
    () => document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content === 'second',
  )
  await waitForHydration(page)
  const workers = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    return [registration.installing, registration.waiting].map((worker) => worker?.state ?? null)
  })
  expect(workers).toEqual([null, null])
  expect(loads).toBe(2)
  const cachedUrls = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = (await Promise.all(caches.map(async (cache) => cache.keys()))).flat()
    return requests
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname === '/offline')
      .map(String)
  })
  expect(cachedUrls).toEqual([expect.stringContaining('second-')])
  await guest.closeBrowser()
})

test('a stored page reloads itself once when the service worker of a new release takes over', async () => {
  const guest = await fixture.openBrowser(withServiceWorker)
  const { page } = guest
  await guest.openPage('/register')
  await waitForServiceWorker(page)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.goto('/offline')
  await waitForServiceWorker(page)
  await waitForHydration(page)
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active !== null)
  const reload = page.waitForEvent('load')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js?release=2', { updateViaCache: 'none' })
  })
  await reload
  expect(loads).toBe(2)
  await guest.closeBrowser()
})

interface Manifest {
  readonly icons: readonly { src: string; type: string }[]
  readonly shortcuts: readonly { name: string; url: string }[]
  readonly share_target: { action: string; params: { text: string } }
}

test('the installed product opens its shortcuts, and fills in the meter number of a shared text', async () => {
  const guest = await fixture.openBrowser(withServiceWorker)
  const { page } = guest
  await guest.openPage('/')
  const manifestPath = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? ''
  const manifest = (await (await page.request.get(manifestPath)).json()) as Manifest
  for (const { src, type } of manifest.icons)
    expect((await page.request.get(src)).headers()['content-type'], src).toBe(type)
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Buy electricity', 'Find a past token'])
  for (const { url } of manifest.shortcuts) {
    await guest.openPage(url)
    await page.getByRole('heading', { name: 'Find a past token' }).waitFor()
  }

  const { action, params } = manifest.share_target
  const meterOf = async (text: string) => {
    await guest.openPage(`${action}?${new URLSearchParams({ [params.text]: text })}`)
    return page.locator('form[name="power"]').getByLabel('Meter number').inputValue()
  }
  expect(await meterOf('My meter is 1100-0004 321, thanks')).toBe('11000004321')
  expect(await meterOf('Call me on 08031234567')).toBe('')
  expect(await meterOf('11000004321 or 11000004331')).toBe('')
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})
