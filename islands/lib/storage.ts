/** The browser's two storages. Both may be missing, full or blocked (private mode); that never breaks a page. */
export type StorageArea = 'session' | 'local'

const prefix = 'sanwo:'

function openStorage(area: StorageArea): Storage | null {
  try {
    return area === 'session' ? window.sessionStorage : window.localStorage
  } catch {
    return null
  }
}

/** The stored value; null when there is none or it cannot be read. */
export function readStored(area: StorageArea, name: string): unknown {
  try {
    return JSON.parse(openStorage(area)?.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

export function writeStored(area: StorageArea, name: string, value: unknown): void {
  try {
    openStorage(area)?.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Full or blocked: the page works without stored values.
  }
}

/** Removes one name, or every name with this prefix when it ends in ':'. */
export function removeStored(area: StorageArea, name: string): void {
  try {
    const storage = openStorage(area)
    if (!storage) return
    const fullName = prefix + name
    const names = name.endsWith(':')
      ? Object.keys(storage).filter((key) => key.startsWith(fullName))
      : [fullName]
    for (const key of names) storage.removeItem(key)
  } catch {
    // Blocked: there is nothing to remove.
  }
}

/** IndexedDB database of the receipts on this device, and of their key. */
export const receiptDatabase = 'sanwo-receipts'

/** Deletes the receipts on this device and their key. */
export function deleteStoredReceipts(): void {
  try {
    window.indexedDB.deleteDatabase(receiptDatabase)
  } catch {
    // Blocked: there is nothing to delete.
  }
  removeStored('local', 'user:keeps-receipts')
}

/** Clears both storages completely. Source: specification 1, section 6 (a 401). */
export function clearStorage(): void {
  deleteStoredReceipts()
  for (const area of ['session', 'local'] as const) {
    try {
      openStorage(area)?.clear()
    } catch {
      // Blocked: there is nothing to clear.
    }
  }
}
