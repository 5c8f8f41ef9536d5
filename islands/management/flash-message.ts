import { toast } from '../lib/index.ts'
import { drop, read, write } from '../lib/storage.ts'
import { navigate } from '../purchase/navigate.ts'

const storageKey = 'management:say'

/** Reloads the page and shows the toast afterwards, so that it stays visible for its full duration. */
export function reloadWithFlash(text: string): void {
  write('session', storageKey, text)
  navigate.reload()
}

/** Shows the stored flash message once. */
export function showFlashMessage(): void {
  const text = read('session', storageKey)
  if (typeof text !== 'string') return
  drop('session', storageKey)
  toast.success(text)
}
