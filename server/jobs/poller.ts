import type { Logger } from 'pino'
import { inWorkContext } from '../telemetry/index.ts'

export interface Poller {
  stop(): Promise<void>
}

/**
 * Polls for due rows, one poll at a time. Deadlines are columns and each poll claims its rows, so any number
 * of processes may poll; the poller has no state.
 * @param poll returns the number of due rows; while it is above 0, the next poll follows after 50 ms
 */
export function startPolling(everyMs: number, poll: () => Promise<number>, log: Logger): Poller {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> = Promise.resolve()
  const next = (ms: number) => {
    if (!stopped) timer = setTimeout(() => (polling = inWorkContext(pollOnce)), ms)
  }
  const pollOnce = async () => {
    let due = 0
    try {
      due = await poll()
    } catch (error) {
      if (!stopped) log.error({ err: error }, 'polling for due rows failed')
    }
    next(due > 0 ? 50 : everyMs)
  }
  next(0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await polling
    },
  }
}
