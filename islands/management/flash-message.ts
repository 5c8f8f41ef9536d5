import { toast } from '../lib/index.ts'
import { readStored, removeStored, writeStored } from '../lib/storage.ts'
import { navigate } from '../purchase/navigate.ts'

const storageKey = 'management:say'

/** Reloads the page and shows the toast afterwards, so that it stays visible for its full duration. */
export function reloadWithFlash(text: string): void {
  writeStored('session', storageKey, text)
  navigate.reload()
}

/** Shows the stored flash message once. */
export function showFlashMessage(): void {
  const text = readStored('session', storageKey)
  if (typeof text !== 'string') return
  removeStored('session', storageKey)
  toast.success(text)
}
