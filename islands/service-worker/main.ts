import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import {
  addRoute as addPrecacheRoute,
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { offlineCopyPath, offlinePath } from '../../shared/offline.ts'
import type { PushMessage } from '../../shared/push-message.ts'

/** The web server writes `precacheEntries` above this script: the pages that are rendered without a session, and their scripts. */
declare const self: ServiceWorkerGlobalScope & { readonly precacheEntries: PrecacheEntry[] }

// A new version is activated immediately: pages come from the network, and the stored page of receipts reloads itself.
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

precache(self.precacheEntries)
cleanupOutdatedCaches()
enableNavigationPreload()

const network = new NetworkOnly()

/**
 * Pages are never stored at runtime, because they contain the CSRF token and the session token. Without a connection a stored
 * page replaces them; the page of receipts is always the stored one.
 */
registerRoute(
  ({ request }) => request.mode === 'navigate',
  async (options) => {
    const { pathname } = new URL(options.request.url)
    const stored = pathname === offlinePath ? await matchPrecache(offlinePath) : undefined
    if (stored) return stored
    try {
      return await network.handle(options)
    } catch (error) {
      const copy = (await matchPrecache(offlineCopyPath(pathname))) ?? (await matchPrecache(offlinePath))
      if (!copy) throw error
      return copy
    }
  },
)
addPrecacheRoute()

self.addEventListener('push', (event) => {
  const message: PushMessage | undefined = event.data?.json()
  if (!message) return
  const { title, body, path, tag } = message
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: path, icon: '/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { origin } = self.location
  const page = new URL(String(event.notification.data), origin)
  if (page.origin === origin) event.waitUntil(self.clients.openWindow(page))
})
