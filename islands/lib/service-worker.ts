import { serviceWorkerPath, signOutPath } from '../../shared/pages.ts'
import { deleteKeptReceipts } from './storage.ts'

/**
 * Registers the service worker once the page has loaded. The browser compares its script with the server's each time.
 * @param reloads the page itself is stored: it reloads once when a new version takes over
 */
export async function registerServiceWorker({ reloads }: { reloads: boolean }): Promise<void> {
  deleteReceiptsAtSignOut()
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  if (reloads && serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  await serviceWorker.register(serviceWorkerPath, { updateViaCache: 'none' })
}

/** Before the request: a sign-out without a connection deletes them too. */
function deleteReceiptsAtSignOut(): void {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.action.endsWith(signOutPath)) deleteKeptReceipts()
  })
}
