interface CachedRead<T> {
  /** The value, read again when it is older than the lifetime. A failed read is not cached. */
  get(): Promise<T>
  /** The next `get` reads again. */
  clear(): void
}

/** A value that this process reads at most once per lifetime, also for concurrent callers. */
export function cachedRead<T>(lifetimeMs: number, read: () => Promise<T>): CachedRead<T> {
  let cached: Promise<T> | undefined
  let readAt = 0
  return {
    get() {
      if (cached !== undefined && performance.now() - readAt < lifetimeMs) return cached
      readAt = performance.now()
      const pending = read()
      cached = pending
      // Waiting callers get the rejection; later callers read again.
      pending.catch(() => {
        if (cached === pending) cached = undefined
      })
      return pending
    },
    clear() {
      cached = undefined
    },
  }
}
