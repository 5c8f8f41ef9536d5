/** The browser's two storages. Both may be missing, full or forbidden (private mode); that never breaks a page. */
export type Area = 'session' | 'local'

const prefix = 'sanwo:'

function open(area: Area): Storage | null {
  try {
    return area === 'session' ? window.sessionStorage : window.localStorage
  } catch {
    return null
  }
}

/** What was written under a name; null when there is nothing or it cannot be read. */
export function read(area: Area, name: string): unknown {
  try {
    return JSON.parse(open(area)?.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

export function write(area: Area, name: string, value: unknown): void {
  try {
    open(area)?.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Full or forbidden: the page goes on without its memory.
  }
}

/** Drops one name, or every name that begins with it when it ends in ':'. */
export function drop(area: Area, name: string): void {
  try {
    const storage = open(area)
    if (!storage) return
    const whole = prefix + name
    const doomed = name.endsWith(':') ? Object.keys(storage).filter((key) => key.startsWith(whole)) : [whole]
    for (const key of doomed) storage.removeItem(key)
  } catch {
    // Forbidden: there is nothing to drop.
  }
}

/** Empties both storages, whoever wrote there. Source: specification 1, section 6 (a 401). */
export function clearStorage(): void {
  for (const area of ['session', 'local'] as const) {
    try {
      open(area)?.clear()
    } catch {
      // Forbidden: there is nothing to clear.
    }
  }
}
