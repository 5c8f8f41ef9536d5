import { serviceWorkerPath, signOutPath } from '../../shared/pages.ts'
import { deleteStoredReceipts } from './storage.ts'

/**
 * Registers the service worker once the page has loaded. The browser compares its script with the server's each time.
 * @param reloadsOnUpdate true on the page that the service worker stores: it reloads once when a new version is active
 */
export async function registerServiceWorker({
  reloadsOnUpdate,
}: {
  reloadsOnUpdate: boolean
}): Promise<void> {
  deleteReceiptsAtSignOut()
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  if (reloadsOnUpdate && serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  await serviceWorker.register(serviceWorkerPath, { updateViaCache: 'none' })
}

/** Deletes the stored receipts before the sign-out request is sent, so that a sign-out without a connection deletes them too. */
function deleteReceiptsAtSignOut(): void {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.action.endsWith(signOutPath)) deleteStoredReceipts()
  })
}
