import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import { newMeter, phoneViewport, type Visitor, waitForHydration } from './visitor.ts'

/**
 * Notifications in a browser. Its subscription is stubbed, because a real one needs the browser maker's push service; the
 * simulated push service takes its place, over HTTP, and its messages are given to the real service worker. The user's
 * response to the permission prompt is stubbed too: a headless browser shows none.
 */
const fixture = openBrowserFixture()
const withServiceWorker = { ...phoneViewport, serviceWorkers: 'allow' } as const

interface Subscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

const turnOnButton = (page: Page) => page.getByRole('button', { name: 'Turn on notifications' })
const turnOffButton = (page: Page) => page.getByRole('button', { name: 'Turn off notifications' })
const toastWith = (page: Page, text: string) => page.locator('.toast-text').filter({ hasText: text })

/** A guest's browser that can subscribe at the simulated push service. */
async function guestWithPush(): Promise<Visitor> {
  const guest = await fixture.openBrowser(withServiceWorker)
  const { context } = guest
  await context.grantPermissions(['notifications'], { origin: fixture.app.url })
  await context.exposeFunction('subscribeAtPushService', async (): Promise<Subscription> => {
    const response = await fetch(`${fixture.app.simulatorsUrl}/push/subscriptions`, { method: 'POST' })
    const { endpoint, p256dh, auth } = (await response.json()) as {
      endpoint: string
      p256dh: string
      auth: string
    }
    return { endpoint, keys: { p256dh, auth } }
  })
  await context.addInitScript(stubSubscriptions)
  return guest
}

/** Runs in each page: subscriptions are stored in the browser and made by the simulated push service. */
function stubSubscriptions(): void {
  const permissionName = 'stubbed-permission'
  Object.defineProperty(Notification, 'permission', {
    configurable: true,
    get: () => localStorage.getItem(permissionName) ?? 'default',
  })
  Notification.requestPermission = async () => {
    const { permissionAnswer = 'granted' } = window as { permissionAnswer?: NotificationPermission }
    localStorage.setItem(permissionName, permissionAnswer)
    return permissionAnswer
  }
  const name = 'stubbed-subscription'
  const service = window as unknown as { subscribeAtPushService: () => Promise<Subscription> }
  const stored = (): PushSubscription | null => {
    const subscription = JSON.parse(localStorage.getItem(name) ?? 'null') as Subscription | null
    return (
      subscription &&
      ({
        endpoint: subscription.endpoint,
        toJSON: () => subscription,
        async unsubscribe() {
          localStorage.removeItem(name)
          return true
        },
      } as unknown as PushSubscription)
    )
  }
  PushManager.prototype.getSubscription = async () => stored()
  PushManager.prototype.subscribe = async (options) => {
    if (!options?.userVisibleOnly || !/^[\w-]{87}$/.test(String(options.applicationServerKey)))
      throw new DOMException('The key is invalid', 'InvalidAccessError')
    localStorage.setItem(name, JSON.stringify(await service.subscribeAtPushService()))
    return stored() as PushSubscription
  }
}

const endpointOf = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('stubbed-subscription') ?? 'null') as Subscription | null)?.endpoint ??
      null,
  )

/** Messages that the push service has for the browser. */
async function messagesFor(endpoint: string): Promise<unknown[]> {
  return (await (await fetch(endpoint.replace('/send/', '/received/'))).json()) as unknown[]
}

/** Gives a message of the push service to the service worker. */
async function deliver(page: Page, devtools: CDPSession, message: unknown): Promise<void> {
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
}

/** Calls of the service worker, recorded in it: a browser without a window shows no notifications. */
interface WorkerRecords {
  shown: { title: string; body: string; path: string }[]
  opened: string[]
}

/** Runs in the service worker. */
function recordNotifications(): void {
  const records: WorkerRecords = Object.assign(self, { shown: [], opened: [] })
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    records.shown.push({ title, body: options?.body ?? '', path: String(options?.data) })
  }
  const { clients } = self as unknown as { clients: object }
  Object.defineProperty(clients, 'openWindow', {
    value: async (url: URL) => void records.opened.push(url.pathname),
  })
}

/** Runs in the service worker: the user presses the notification that opens a path. */
function pressNotification(path: string): void {
  const event = Object.defineProperties(new Event('notificationclick'), {
    notification: { value: { data: path, close: () => undefined } },
    waitUntil: { value: () => undefined },
  })
  self.dispatchEvent(event)
}

test('notifications are offered after a delivery, arrive, open the order, and are off by one click', async () => {
  const guest = await guestWithPush()
  const { page, context } = guest
  await guest.openPage('/electricity/subscription')
  await guest.fillForm({ meter: newMeter() })
  await guest.submitForm()
  await waitForHydration(page)
  expect(await turnOnButton(page).count()).toBe(0)
  await guest.goToHostedCheckout()
  await guest.pressCheckoutButton('Pay now')
  await guest.waitForSuccessPage()

  await turnOnButton(page).click()
  await toastWith(page, 'Notifications are on.').waitFor()
  await turnOffButton(page).waitFor()
  await page.reload()
  await turnOffButton(page).waitFor()
  const endpoint = (await endpointOf(page)) ?? ''
  expect(await messagesFor(endpoint)).toEqual([])

  await guest.completePurchase({ meter: newMeter() })
  await expect.poll(() => messagesFor(endpoint), { timeout: 30_000 }).toHaveLength(1)
  const [message] = (await messagesFor(endpoint)) as { title: string; body: string; path: string }[]
  const worker = context.serviceWorkers().at(-1)
  await worker?.evaluate(recordNotifications)
  await deliver(page, await context.newCDPSession(page), message)
  const shown = () => worker?.evaluate(() => (self as unknown as WorkerRecords).shown)
  const { title, body, path } = message ?? { title: '', body: '', path: '' }
  await expect.poll(shown, { timeout: 30_000 }).toEqual([{ title, body, path }])
  await worker?.evaluate(pressNotification, path)
  expect(await worker?.evaluate(() => (self as unknown as WorkerRecords).opened)).toEqual([path])
  expect(JSON.stringify(message)).not.toMatch(/\d{20}/)
  await page.goto(path)
  await guest.waitForSuccessPage()

  await turnOffButton(page).click()
  await toastWith(page, 'Notifications are off.').waitFor()
  await turnOnButton(page).waitFor()
  expect(await endpointOf(page)).toBeNull()
  await guest.completePurchase({ meter: newMeter() })
  await turnOnButton(page).waitFor()
  expect(await messagesFor(endpoint)).toHaveLength(1)
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('a browser without notifications, or one that refuses them, offers none', async () => {
  const guest = await guestWithPush()
  const { page, context } = guest
  await guest.completePurchase({ meter: newMeter() })
  await turnOnButton(page).waitFor()

  await page.evaluate(() => Object.assign(window, { permissionAnswer: 'default' }))
  await turnOnButton(page).click()
  await toastWith(page, 'Notifications stay off.').waitFor()
  await page.evaluate(() => Object.assign(window, { permissionAnswer: 'denied' }))
  await turnOnButton(page).click()
  await page.getByText('You can allow them in the settings of your browser.').waitFor()
  expect(await turnOnButton(page).count()).toBe(0)
  expect(await endpointOf(page)).toBeNull()

  const openAgain = async () => {
    await page.reload()
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Keep on this device' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Notifications' }).count()).toBe(0)
  }
  await openAgain()
  await page.evaluate(() => localStorage.removeItem('stubbed-permission'))
  await page.reload()
  await turnOnButton(page).waitFor()
  await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await openAgain()
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

test('a push service that cannot be reached leaves notifications off, and a later click turns them on', async () => {
  const guest = await guestWithPush()
  const { page } = guest
  await guest.completePurchase({ meter: newMeter() })
  await turnOnButton(page).waitFor()
  await page.evaluate(() => {
    const { subscribe } = PushManager.prototype
    PushManager.prototype.subscribe = async () => {
      PushManager.prototype.subscribe = subscribe
      throw new DOMException('Registration failed - push service error', 'AbortError')
    }
  })
  await turnOnButton(page).click()
  await toastWith(page, 'Notifications could not be changed. Please try again.').waitFor()
  await turnOnButton(page).click()
  await turnOffButton(page).waitFor()
  await guest.closeBrowser()
})
