import type { Logger } from 'pino'

export interface TaskRunner {
  /** Starts a task without waiting for it. A failure is logged; polling retries the due rows. */
  run(name: string, work: () => Promise<unknown>): void
  /** False while a task runs. */
  isIdle(): boolean
  /** Rejects new tasks and waits up to `withinMs` for the running ones. @returns false when some still run */
  drain(withinMs: number): Promise<boolean>
}

/**
 * Tasks that outlive the request that started them. They are tracked so that a graceful shutdown can wait for
 * them.
 */
export function createTaskRunner(log: Logger): TaskRunner {
  const running = new Set<Promise<unknown>>()
  let isDraining = false
  return {
    run(name, work) {
      if (isDraining) return
      const completion: Promise<unknown> = Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.error({ err: error, task: name }, 'background task failed'))
        .finally(() => running.delete(completion))
      running.add(completion)
    },
    isIdle: () => running.size === 0,
    async drain(withinMs) {
      isDraining = true
      const timer = new AbortController()
      const timeLimit = new Promise<false>((resolve) => {
        const timeout = setTimeout(resolve, withinMs, false)
        timer.signal.addEventListener('abort', () => clearTimeout(timeout))
      })
      const all = (async () => {
        while (running.size > 0) await Promise.allSettled([...running])
        return true
      })()
      return Promise.race([all, timeLimit]).finally(() => timer.abort())
    },
  }
}
