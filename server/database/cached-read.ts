interface CachedRead<T> {
  /** The value, read again when it is older than the lifetime. A failed read is not cached. */
  get(): Promise<T>
  /** The next `get` reads again. */
  clear(): void
}

/** A value that this process reads at most once per lifetime, also for concurrent callers. */
export function cachedRead<T>(lifetimeMs: number, read: () => Promise<T>): CachedRead<T> {
  let cachedValue: Promise<T> | undefined
  let readAt = 0
  return {
    get() {
      if (cachedValue !== undefined && performance.now() - readAt < lifetimeMs) return cachedValue
      readAt = performance.now()
      const pendingRead = read()
      cachedValue = pendingRead
      // Waiting callers get the rejection; later callers read again.
      pendingRead.catch(() => {
        if (cachedValue === pendingRead) cachedValue = undefined
      })
      return pendingRead
    },
    clear() {
      cachedValue = undefined
    },
  }
}
