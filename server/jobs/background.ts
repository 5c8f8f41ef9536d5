import type { Logger } from 'pino'

export interface Background {
  /** Starts work that nobody waits for. Its failure is logged; the due rows bring it back. */
  run(what: string, work: () => Promise<unknown>): void
  /** Refuses new work and waits for what runs, at most so long. @returns false when some was left */
  drain(withinMs: number): Promise<boolean>
}

/** Work that outlives the request which began it, counted so that a graceful stop can wait for it. */
export function createBackground(log: Logger): Background {
  const running = new Set<Promise<unknown>>()
  let draining = false
  return {
    run(what, work) {
      if (draining) return
      const done: Promise<unknown> = Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.error({ err: error, what }, 'background work failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async drain(withinMs) {
      draining = true
      const timer = new AbortController()
      const late = new Promise<false>((resolve) => {
        const timeout = setTimeout(resolve, withinMs, false)
        timer.signal.addEventListener('abort', () => clearTimeout(timeout))
      })
      const all = (async () => {
        while (running.size > 0) await Promise.allSettled([...running])
        return true
      })()
      return Promise.race([all, late]).finally(() => timer.abort())
    },
  }
}
